import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import type { AskOfPlace } from '../../../src/apiserver/scope.js'
import {
  groupFinalizer,
  podGroupProtectionController,
} from '../../../src/controllers/podgroup-protection/controller.js'
import { explainGroupProtection } from '../../../src/controllers/podgroup-protection/explain.js'
import { clocked, podGroups } from '../clocked.js'
import { deleted, object } from '../owner/build.js'

const group = (more: Partial<ObjectMeta> = deleted(groupFinalizer)): WholeObject =>
  object('g', [], more, 'PodGroup', podGroups.apiVersion)
const pod = (spec: unknown, phase = 'Running', namespace = 'ns'): WholeObject => ({
  ...object('p', [], { namespace }, 'Pod'),
  spec,
  status: { phase },
})
const member = { schedulingGroup: { podGroupName: 'g' } }
const acts = (objects: ReadonlyArray<WholeObject>, covers?: AskOfPlace<boolean>) =>
  clocked([podGroupProtectionController()], objects, { covers, scopes: [podGroups] }).acts()
const freed = ['0 s: GroupUnused, PodGroup g gone']

// Hand-derived from section 12 of the specification.
describe('the protection of PodGroups', () => {
  it('takes its finalizer off a group that is being deleted and has no pods', () => {
    expect(acts([group()])).toEqual(freed)
    expect(acts([group(), pod({})])).toEqual(freed)
  })

  it('leaves it on a group that is not being deleted, or that it does not hold', () => {
    expect(acts([group({ finalizers: [groupFinalizer] })])).toEqual([])
    expect(acts([group(deleted('x/y'))])).toEqual([])
    const free = object('h', [], { finalizers: [groupFinalizer] }, 'PodGroup', podGroups.apiVersion)
    expect(acts([group(), free])).toEqual(freed)
    expect(acts([free, group()])).toEqual(freed)
  })

  it('counts pods that have not ended', () => {
    expect(acts([group(), pod(member)])).toEqual([])
    expect(acts([group(), pod(member, 'Pending')])).toEqual([])
    for (const phase of ['Succeeded', 'Failed']) expect(acts([group(), pod(member, phase)])).toEqual(freed)
  })

  it('does not count pods of another namespace or group', () => {
    expect(acts([group(), pod(member, 'Running', 'other')])).toEqual(freed)
    expect(acts([group(), pod({ schedulingGroup: { podGroupName: 'h' } })])).toEqual(freed)
  })

  it('keeps a group in use where one of the same name in another namespace is free', () => {
    const used = object('used', [], { ...deleted(groupFinalizer), name: 'g' }, 'PodGroup', podGroups.apiVersion)
    const free = { ...used, metadata: { ...used.metadata, namespace: 'other', uid: 'free' } }
    const { server, acts: act } = clocked([podGroupProtectionController()], [used, pod(member), free], {
      scopes: [podGroups],
    })
    expect(act()).toEqual(freed)
    expect([server.find('used')?.metadata.finalizers, server.find('free')]).toEqual([[groupFinalizer], undefined])
  })

  it('counts pods that are not shown', () => {
    expect(acts([group(), pod(undefined)])).toEqual([])
    expect(acts([group(), pod(undefined, 'Failed')])).toEqual(freed)
    expect(acts([group()], (_, kind, namespace) => kind !== 'Pod' || namespace !== 'ns')).toEqual([])
  })

  it('is woken by groups, and by pods that end', () => {
    const { keysOf } = podGroupProtectionController()
    expect(keysOf(added(group()))).toEqual(['ns/g'])
    expect(keysOf(gone(pod(member)))).toEqual(['ns/g'])
    expect(keysOf(updated(pod(member, 'Failed')))).toEqual(['ns/g'])
    expect(
      [
        gone(group()),
        updated(pod(member)),
        gone(pod({})),
        gone({ ...object('a'), spec: member }),
        added(object('g', [], {}, 'PodGroup', 'scheduling.example.com/v1')),
        added(object('g', [], {}, 'PriorityClass', 'scheduling.k8s.io/v1')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('is known by its name and its finalizer', () => {
    expect([podGroupProtectionController().name, groupFinalizer]).toEqual([
      'podgroup-protection-controller',
      'scheduling.k8s.io/podgroup-protection',
    ])
  })

  it('says why', () => {
    expect(explainGroupProtection()).toBe('it is being deleted, and no pod that has not ended belongs to it')
  })
})
