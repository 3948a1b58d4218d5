import { describe, expect, it } from 'vitest'

import { added, deleted } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/object.js'
import { statefulSetController } from '../../../src/controllers/statefulset/controller.js'
import { explainSet } from '../../../src/controllers/statefulset/explain.js'
import { claim, noon, ofSet, played, playground, pod, set } from './build.js'

const { keysOf } = statefulSetController()
const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] }
const orphan = pod(0, { ownerReferences: [] })

describe('the StatefulSet controller', () => {
  it('is woken by living sets, their pods, and pods that they may adopt', () => {
    expect([set(), pod(0), pod(1, going), orphan].map(added).flatMap(keysOf)).toEqual(Array(4).fill('ns/web'))
    expect(keysOf(deleted(pod(0)))).toEqual(['ns/web'])
  })

  it('is woken by nothing else', () => {
    const others = [
      set({}, going),
      claim(0),
      pod(0, { ownerReferences: [], ...going }),
      pod(0, { ownerReferences: [], name: 'web' }),
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
  })
})
