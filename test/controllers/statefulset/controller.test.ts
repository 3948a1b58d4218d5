import { describe, expect, it } from 'vitest'

import { added, deleted, updated } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/object.js'
import { statefulSetController } from '../../../src/controllers/statefulset/controller.js'
import { explainSet } from '../../../src/controllers/statefulset/explain.js'
import { claim, noon, ofSet, played, playground, pod, set } from './build.js'

const { keysOf, name } = statefulSetController()
const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] }
const orphan = pod(0, { ownerReferences: [] })
const inOrder = { podManagementPolicy: 'OrderedReady' }

describe('the StatefulSet controller', () => {
  it('is woken by living sets, their pods, and pods that they may adopt', () => {
    expect([set(), pod(0), pod(1, going), orphan].map(added).flatMap(keysOf)).toEqual(Array(4).fill('ns/web'))
    expect(keysOf(deleted(pod(0)))).toEqual(['ns/web'])
    expect(name).toBe('statefulset-controller')
  })

  it('is woken by pods that change hands, for both sets', () => {
    const ofNext = pod(0, { ownerReferences: [{ ...ofSet, name: 'next', uid: 'next' }] })
    expect(keysOf(updated(ofNext, pod(0)))).toEqual(['ns/web', 'ns/next'])
    expect(keysOf(updated(pod(0), pod(0)))).toEqual(['ns/web'])
    expect(keysOf(updated(pod(0)))).toEqual(['ns/web'])
    const ofOther = pod(0, { ownerReferences: [{ ...ofSet, kind: 'ReplicaSet' }] })
    expect(keysOf(updated(ofOther, orphan))).toEqual([])
    expect(keysOf(updated(ofOther, pod(0)))).toEqual(['ns/web'])
  })

  it('is woken by nothing else', () => {
    const others = [
      set({}, going),
      claim(0),
      pod(0, { ownerReferences: [], ...going }),
      pod(0, { ownerReferences: [], name: 'web' }),
      pod(0, { ownerReferences: [], name: 'web-1x' }),
      pod(0, { ownerReferences: [], name: 'web-2147483648' }),
    ]
    const ofOther = pod(0, { ownerReferences: [{ ...ofSet, kind: 'ReplicaSet' }] })
    expect([...others, ofOther].map(added).flatMap(keysOf)).toEqual([])
    expect([set(), orphan].map(deleted).flatMap(keysOf)).toEqual([])
  })

  it('leaves everything alone while the set is being deleted', () => {
    expect(played(set({}, going), pod(0), pod(5))).toEqual([])
  })

  it('adopts pods of its name and labels, and lets go of those that no longer match', () => {
    const one = set({ replicas: 1, volumeClaimTemplates: [] })
    expect(played(one, orphan)).toEqual(['Adopted web-0'])
    expect(played(one, pod(0), pod(1, { labels: {} }))).toEqual(['Released web-1'])
    expect(played(one, pod(0), pod(3, { ownerReferences: [], name: 'other-3' }))).toEqual([])
    expect(played(one, pod(0), pod(3, { ownerReferences: [], name: 'plain' }))).toEqual([])
  })

  it('makes the revision of a set that has none, names it after the template, and adopts those it may', () => {
    const fresh = set({ replicas: 0 }, {}, { updateRevision: undefined })
    const { server, played: play } = playground([fresh])
    expect(play()).toHaveLength(1)
    const revision = server.list().find(({ kind }) => kind === 'ControllerRevision')
    expect(revision?.metadata).toMatchObject({ labels: { app: 'web' }, ownerReferences: [ofSet] })
    expect(revision?.metadata.name).toMatch(/^web-[a-z0-9]+$/)
    const left = { ...revision, metadata: { ...revision?.metadata, ownerReferences: [] } } as WholeObject
    expect(played(fresh, left)).toEqual([`Adopted ${left.metadata.name}`])
    expect(played(set({ replicas: 0 }))).toEqual([])
  })

  it('names the last revision in new pods, and makes none where some may not be shown', () => {
    const fresh = set({ replicas: 1, volumeClaimTemplates: [] }, {}, { updateRevision: undefined })
    const revision = (uid: string): WholeObject => ({
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { namespace: 'ns', name: uid, uid, labels: { app: 'web' }, ownerReferences: [ofSet] },
    })
    const { server, played: play } = playground([fresh, revision('first'), revision('second'), revision('last')])
    expect(play()).toEqual(['SetPodMissing +Pod/web-0'])
    expect(server.list().at(-1)?.metadata.labels?.['controller-revision-hash']).toBe('last')
    expect(playground([fresh], ['Pod', 'PersistentVolumeClaim']).played()).toEqual(['SetPodMissing +Pod/web-0'])
  })

  it('comes to rest when it has nothing to wait for', () => {
    const sets = [
      set({ replicas: 1, ...inOrder }),
      set({ replicas: 1 }),
      set({ replicas: 0 }),
      set({ selector: undefined }),
    ]
    for (const one of sets) {
      const { server, engine, played: play } = playground([one, pod(0), claim(0)])
      play()
      expect(engine.wakeAt()).toBeUndefined()
      server.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'ns', name: 'm', uid: '' } })
      expect(engine.run({ limit: 10 }).steps).toEqual([])
    }
  })

  it('stops at a request that is refused, and tries again', () => {
    const taken = pod(0, { ownerReferences: [{ ...ofSet, kind: 'ReplicaSet', uid: 'rs' }] })
    const { engine, played: play } = playground([set({ volumeClaimTemplates: [] }), taken])
    expect(play()).toEqual([])
    expect(engine.unsettled('statefulset-controller')).toMatchObject([
      { about: 'web', again: { _tag: 'Retry' }, failed: true },
    ])
  })

  it('does nothing with a set whose ordinals the API does not take', () => {
    const from = (start: number) => set({ replicas: 1, volumeClaimTemplates: [], ordinals: { start } })
    expect(played(from(0x7fffffff), pod(0))).toEqual([])
    expect(played(from(0x7ffffffe))).toEqual(['SetPodMissing +Pod/web-2147483646'])
  })

  it('does nothing with a set that shows no specification, and takes fields of any type', () => {
    expect(played({ ...set(), spec: undefined }, pod(0))).toEqual([])
    const wrong = [null, -1, 'x', {}, [null], 1e300]
    for (const field of [
      'replicas',
      'ordinals',
      'template',
      'volumeClaimTemplates',
      'persistentVolumeClaimRetentionPolicy',
      'minReadySeconds',
      'selector',
    ])
      for (const value of wrong) expect(() => played(set({ [field]: value }), pod(0), pod(1))).not.toThrow()
  })

  it('says why', () => {
    expect(explainSet({ _tag: 'SetScaledDown', set: 'web', ordinal: 2, from: 0, before: 2 })).toBe(
      'StatefulSet web is scaled to the pods 0 to 1, without 2',
    )
    expect(explainSet({ _tag: 'SetScaledDown', set: 'web', ordinal: 0, from: 0, before: 0 })).toBe(
      'StatefulSet web is scaled to 0',
    )
    expect(explainSet({ _tag: 'SetClaimMissing', set: 'web', template: 'data', ordinal: 2 })).toBe(
      'pod 2 of StatefulSet web needs a claim of its template data',
    )
    expect(explainSet({ _tag: 'SetPodMissing', set: 'web', ordinal: 2 })).toBe('StatefulSet web has no pod 2')
    expect(explainSet({ _tag: 'SetPodEnded', phase: 'Failed' })).toBe('it is Failed, and its StatefulSet replaces it')
    expect(explainSet({ _tag: 'SetClaimOfAnother', set: 'web' })).toBe(
      'another controller owns the claim, so StatefulSet web and its pod stop owning it',
    )
    expect(explainSet({ _tag: 'SetRevisionMissing', set: 'web' })).toBe(
      'StatefulSet web has no revision of its template',
    )
    const retained = { _tag: 'SetClaimRetention', set: 'web', whenDeleted: 'Retain', whenScaled: 'Delete' } as const
    expect([true, false].map((isWanted) => explainSet({ ...retained, isWanted }))).toEqual([
      'StatefulSet web has whenDeleted Retain and whenScaled Delete, and keeps the pod of the claim',
      'StatefulSet web has whenDeleted Retain and whenScaled Delete, and drops the pod of the claim',
    ])
  })
})
