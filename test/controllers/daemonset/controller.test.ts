import { describe, expect, it } from 'vitest'

import type { KubeObject, ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { daemonSetController } from '../../../src/controllers/daemonset/controller.js'
import { explainDaemon } from '../../../src/controllers/daemonset/explain.js'
import { targetOf } from '../../../src/controllers/daemonset/pods.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { acting, actsOf } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const app = { app: 'logs' }
const daemonSet = (spec: object = {}, more: Partial<ObjectMeta> = {}, rest: object = {}): WholeObject => ({
  ...object('logs', [], more, 'DaemonSet', 'apps/v1'),
  spec: { selector: { matchLabels: app }, template: { metadata: { labels: app }, spec }, ...rest },
})
const logs = daemonSet()
const revision = object('r', [controllerReference(logs)], {}, 'ControllerRevision', 'apps/v1')
const node = (name: string, taints: ReadonlyArray<object> = [], labels = {}): WholeObject => ({
  ...object(name, [], { namespace: undefined, labels }, 'Node'),
  spec: { taints },
})
const pod = (
  uid: string,
  nodeName: string | undefined,
  more: Partial<ObjectMeta> = {},
  phase = 'Running',
  owner: KubeObject | null = logs,
): WholeObject => ({
  ...object(uid, owner === null ? [] : [controllerReference(owner)], { labels: app, ...more }, 'Pod'),
  spec: { nodeName },
  status: { phase },
})
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  actsOf(daemonSetController(), [revision, ...objects])
const made = 'DaemonPodMissing: Pod logs-bbbbb made'

// Hand-derived from section 8 of the specification, and from the sources that the controller names.
describe('a DaemonSet', () => {
  it('makes a pod for each node that has none, with an affinity for it', () => {
    const { server, acts: act } = acting(daemonSetController(), [logs, revision, node('a'), node('b'), pod('p', 'a')])
    expect(act()).toEqual([made])
    const [, fresh] = server.listOf('', 'Pod')
    expect(fresh?.metadata).toMatchObject({ labels: app, ownerReferences: [controllerReference(logs)] })
    expect(fresh?.spec).toEqual({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }],
          },
        },
      },
    })
    expect(act()).toEqual([])
  })

  it('puts the name of the node in the place of the terms of an affinity, and keeps the rest', () => {
    const terms = [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }, { matchFields: [] }]
    const affinity = {
      podAffinity: { x: 1 },
      nodeAffinity: {
        preferred: 2,
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
      },
    }
    const { server, acts: act } = acting(daemonSetController(), [
      daemonSet({ affinity, hostNetwork: true }),
      revision,
      node('a', [], { zone: 'z' }),
    ])
    expect(act()).toEqual([made])
    const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['a'] }]
    expect(server.listOf('', 'Pod')[0]?.spec).toEqual({
      hostNetwork: true,
      affinity: {
        podAffinity: { x: 1 },
        nodeAffinity: {
          preferred: 2,
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields }],
          },
        },
      },
    })
  })

  it('makes the revision of its template, unless there is one or one may be', () => {
    const first = acting(daemonSetController(), [logs])
    expect(first.acts()).toEqual([expect.stringMatching(/^DaemonRevisionMissing: ControllerRevision logs-\w+ made$/)])
    expect(first.server.listOf('apps', 'ControllerRevision')[0]?.metadata.ownerReferences).toEqual([
      controllerReference(logs),
    ])
    expect(actsOf(daemonSetController(), [logs], (_, kind) => kind !== 'ControllerRevision')).toEqual([])
    expect(actsOf(daemonSetController(), [logs, object('r', [], {}, 'ControllerRevision', 'apps/v1')])).toHaveLength(1)
    expect(actsOf(daemonSetController(), [logs, node('a'), pod('p', 'a')])).toHaveLength(1)
    const foreign = { ...revision, apiVersion: 'example.com/v1' }
    expect(actsOf(daemonSetController(), [logs, foreign])).toHaveLength(1)
  })

  it('replaces a pod that goes, but not while it is still ending', () => {
    const { server, acts: act } = acting(daemonSetController(), [logs, revision, node('a'), pod('p', 'a')])
    expect(act()).toEqual([])
    const address = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' }
    server.delete(address, {})
    expect(act()).toEqual([])
    server.delete(address, { gracePeriodSeconds: 0 })
    expect(act()).toEqual([made])
    expect(acts(logs, node('a'), pod('p', 'a', deleted('x/y')))).toEqual([])
    expect(acts(logs, node('a'), pod('p', 'a', deleted('x/y'), 'Failed'))).toEqual([made])
  })

  it('deletes pods on a node that it does not mean, and leaves those on one of which it is unknown', () => {
    const meaning = daemonSet({ nodeSelector: { zone: 'z' } })
    const there = [node('a', [], { zone: 'z' }), node('b'), pod('p', 'a'), pod('q', 'b'), pod('s', 'b', {}, 'Failed')]
    expect(acts(meaning, ...there)).toEqual(['DaemonPodMisplaced: Pod q changed', 'DaemonPodMisplaced: Pod s gone'])
    const unread = { ...node('b'), spec: undefined }
    expect(acts(meaning, unread, pod('q', 'b'), pod('s', 'b', {}, 'Failed'))).toEqual([])
  })

  it('makes none on a node that repels new ones, and leaves the one that is there', () => {
    const full = node('a', [{ key: 'x', effect: 'NoSchedule' }])
    expect(acts(logs, full)).toEqual([])
    expect(acts(logs, full, pod('p', 'a'))).toEqual([])
  })

  it('takes a pod for none of a node that its affinity does not name', () => {
    const spec = (...matchFields: ReadonlyArray<unknown>) => ({
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } },
      },
    })
    const of = (...matchFields: ReadonlyArray<unknown>) =>
      targetOf({ ...pod('u', undefined), spec: spec(...matchFields) })
    const field = { key: 'metadata.name', operator: 'In', values: ['a'] }
    expect(of(field)).toBe('a')
    expect(of({ ...field, key: 'metadata.uid' })).toBeUndefined()
    expect(of({ ...field, operator: 'NotIn' })).toBeUndefined()
    expect(of({ ...field, values: [7, 'b'] })).toBe('b')
    expect(of({ ...field, operator: 'NotIn' }, { ...field, values: ['c'] })).toBe('c')
    expect(acts(logs, node('b'), { ...pod('u', undefined), spec: {} })).toEqual([made])
  })

  it('does not count an ended or terminating pod among those that run', () => {
    expect(acts(logs, node('a'), pod('p', 'a', {}, 'Failed'), pod('q', 'a'))).toEqual(['DaemonPodEnded: Pod p gone'])
    expect(acts(logs, node('a'), pod('p', 'a', deleted('x/y')), pod('q', 'a'))).toEqual([])
  })

  it('names the hash of its revision in new pods', () => {
    const { server, acts: act } = acting(daemonSetController(), [logs, node('a')])
    act()
    const [named] = server.listOf('apps', 'ControllerRevision')
    expect(server.listOf('', 'Pod')[0]?.metadata.labels).toEqual({
      ...app,
      'controller-revision-hash': named?.metadata.name,
    })
  })

  it('makes no pod of a template whose labels cannot be read', () => {
    const template = { metadata: { labels: { ...app, a: 1 } }, spec: {} }
    expect(acts(daemonSet({}, {}, { template }), node('a'))).toEqual([])
  })

  it('deletes a pod that has ended, then makes another', () => {
    for (const phase of ['Failed', 'Succeeded'])
      expect(acts(logs, node('a'), pod('p', 'a', {}, phase))).toEqual(['DaemonPodEnded: Pod p gone', made])
  })

  it('keeps the oldest of several, one that is bound first', () => {
    const early = new Date(noon.getTime() - 1000)
    const on = (name: string) => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
          },
        },
      },
    })
    const unbound = { ...pod('u', undefined, { creationTimestamp: early }), spec: on('a') }
    expect(targetOf(unbound)).toBe('a')
    expect(acts(logs, node('a'), unbound, pod('n', 'a', { creationTimestamp: noon }))).toEqual([
      'DaemonPodSurplus: Pod u gone',
    ])
    expect(
      acts(logs, node('a'), pod('n', 'a', { creationTimestamp: noon }), pod('o', 'a', { creationTimestamp: early })),
    ).toEqual(['DaemonPodSurplus: Pod n changed'])
    expect(acts(logs, node('a'), pod('n', 'a', { creationTimestamp: noon }), unbound)).toEqual([
      'DaemonPodSurplus: Pod u gone',
    ])
    const undated = { creationTimestamp: undefined }
    expect(acts(logs, node('a'), pod('o', 'a', { creationTimestamp: early }), pod('z', 'a', undated))).toEqual([
      'DaemonPodSurplus: Pod o changed',
    ])
    expect(acts(logs, node('a'), pod('q', 'a'), pod('p', 'a'))).toEqual(['DaemonPodSurplus: Pod q changed'])
    expect(acts(logs, node('a'), pod('q', 'a', deleted('x/y')), pod('p', 'a'))).toEqual([])
  })

  it('deletes a pod for a node that is gone only while it is not bound, and no node is hidden', () => {
    const lost = { ...pod('u', undefined), spec: pod('x', undefined).spec }
    const affine = {
      ...lost,
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['absent'] }] }],
            },
          },
        },
      },
    }
    expect(acts(logs, affine)).toEqual(['DaemonPodMisplaced: Pod u gone'])
    expect(acts(logs, lost, pod('p', 'absent'))).toEqual([])
    expect(actsOf(daemonSetController(), [logs, revision, affine], (_, kind) => kind !== 'Node')).toEqual([])
  })

  it('takes over a pod that comes later, unless it is being deleted or has no selector', () => {
    const later = (...sets: ReadonlyArray<WholeObject>) => {
      const { server, acts: act } = acting(daemonSetController(), [...sets, revision, node('a')])
      act()
      server.create(pod('', 'b', { name: 'late' }, 'Running', null))
      return act()
    }
    const adopted = ['Adopted: Pod late changed']
    expect(later(logs)).toEqual(adopted)
    const other = daemonSet({}, { name: 'other', uid: 'other' }, { selector: { matchLabels: { app: 'web' } } })
    const going = daemonSet({}, { ...deleted('x/y'), name: 'going', uid: 'going' })
    const bare = daemonSet({}, { name: 'bare', uid: 'bare' }, { selector: {} })
    expect(later(other, going, bare, logs)).toEqual(adopted)
    expect(later(going)).toEqual([])
  })

  it('that is gone by the time it is looked at does nothing', () => {
    const { server, acts: act } = acting(daemonSetController(), [node('a')])
    act()
    server.create({ ...logs, metadata: { ...logs.metadata, uid: '' } })
    server.vanish({ apiVersion: 'apps/v1', kind: 'DaemonSet', resource: 'daemonsets', namespace: 'ns', name: 'logs' })
    expect(act()).toEqual([])
  })

  it('takes over pods that its selector meets, and lets others go', () => {
    expect(acts(logs, node('a'), pod('p', 'a', {}, 'Running', null))).toEqual(['Adopted: Pod p changed'])
    expect(acts(logs, node('a'), pod('p', 'a', { labels: { app: 'web' } }))).toEqual(['Released: Pod p changed', made])
  })

  it('does nothing while it is being deleted, or shows no template or selector', () => {
    expect(acts(daemonSet({}, deleted('x/y')), node('a'))).toEqual([])
    expect(acts(daemonSet({}, {}, { template: undefined }), node('a'))).toEqual([])
    expect(acts(daemonSet({}, {}, { selector: {} }), node('a'))).toEqual([])
    expect(
      acts(daemonSet({}, {}, { template: { metadata: { labels: { app: 'web' } }, spec: {} } }), node('a')),
    ).toEqual([])
  })

  it('makes no pod where pods may be that are not shown', () => {
    expect(actsOf(daemonSetController(), [logs, revision, node('a')], (_, kind) => kind !== 'Pod')).toEqual([])
  })

  it('is woken by DaemonSets, their pods, pods that it may take over, and nodes', () => {
    const { keysOf, name } = daemonSetController()
    expect(name).toBe('daemonset-controller')
    const free = pod('f', 'a', {}, 'Running', null)
    expect(keysOf(added(logs))).toEqual(['logs'])
    expect([gone(pod('p', 'a')), updated(pod('p', 'a'))].map(keysOf)).toEqual([['logs'], ['logs']])
    expect(keysOf(added(free))).toEqual(['f'])
    expect(keysOf(updated(free, pod('f', 'a')))).toEqual(['logs', 'f'])
    expect([added(node('a')), gone(node('a'))].map(keysOf)).toEqual([['/'], ['/']])
    const foreign = object('q', [controllerReference(object('rs', [], {}, 'ReplicaSet', 'apps/v1'))], {}, 'Pod')
    expect(keysOf(added(object('n', [], {}, 'Node', 'example.com/v1')))).toEqual([])
    expect([gone(logs), gone(free), added(foreign), added(object('a'))].flatMap(keysOf)).toEqual([])
  })

  it('is woken by the end of a revision of its own, not by its beginning', () => {
    const { keysOf } = daemonSetController()
    const revision = object('r', [controllerReference(logs)], {}, 'ControllerRevision', 'apps/v1')
    expect(
      [gone(revision), added(revision), gone(object('r', [], {}, 'ControllerRevision', 'apps/v1'))].map(keysOf),
    ).toEqual([['logs'], [], []])
  })

  it('makes pods on a node that comes later, for every DaemonSet', () => {
    const { server, acts: act } = acting(daemonSetController(), [logs, revision])
    expect(act()).toEqual([])
    server.create(node('late'))
    expect(act()).toEqual([made])
  })

  it('says why', () => {
    const tags = [
      'DaemonPodMissing',
      'DaemonPodMisplaced',
      'DaemonPodEnded',
      'DaemonPodSurplus',
      'DaemonRevisionMissing',
    ]
    expect(
      (tags as ReadonlyArray<'DaemonPodMissing'>).map((_tag) => explainDaemon({ _tag, daemonSet: 'logs' })),
    ).toEqual([
      'DaemonSet logs wants a pod on this node, which has none',
      'DaemonSet logs wants no pod on its node',
      'it has ended, and DaemonSet logs replaces it',
      'its node has an older pod of DaemonSet logs',
      'DaemonSet logs has no revision of its template',
    ])
    expect(explainDaemon({ _tag: 'Adopted', kind: 'DaemonSet', name: 'logs' })).toContain('DaemonSet')
  })
})
