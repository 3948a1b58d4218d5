import { describe, expect, it } from 'vitest'

import type { OwnerReference } from '../../../src/apiserver/object.js'
import { hasStaleReference, newClaim, ownersChange } from '../../../src/controllers/statefulset/claims.js'
import { claim, down, noon, ofPod, ofSet, ownersAfter, played, pod, retention, set } from './build.js'

const held = { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 }

/** The owners of the claims of a wanted pod and of one that is too many and already goes. */
const ownersUnder = (whenDeleted: string, whenScaled: string): ReadonlyArray<ReadonlyArray<string>> => {
  const objects = [
    set({ replicas: 1, ...retention(whenDeleted, whenScaled) }),
    pod(0),
    pod(1, held),
    claim(0),
    claim(1),
  ]
  return ['data-web-0', 'data-web-1'].map((name) => ownersAfter(name, ...objects))
}

describe('the owners of a claim', () => {
  it('follow the policy of the set', () => {
    expect(ownersUnder('Retain', 'Retain')).toEqual([[], []])
    expect(ownersUnder('Delete', 'Retain')).toEqual([['StatefulSet web'], ['StatefulSet web']])
    expect(ownersUnder('Retain', 'Delete')).toEqual([[], ['Pod web-1']])
    expect(ownersUnder('Delete', 'Delete')).toEqual([['StatefulSet web'], ['Pod web-1']])
  })

  // [S] processReplica: in order, a pod that is not up is only waited for
  it('do not change in order while the pod is not up', () => {
    const inOrder = set({ replicas: 1, podManagementPolicy: 'OrderedReady', ...retention('Delete', 'Delete') })
    expect(played(inOrder, down(0), claim(0))).toEqual([])
    expect(played(inOrder, pod(0), claim(0))).toEqual(['SetClaimRetention data-web-0'])
    expect(played(inOrder, pod(0, {}, 'Pending'), claim(0))).toEqual(['SetClaimRetention data-web-0'])
  })

  // [S] updateClaimOwnerRefForSetAndPod: an unknown word counts as Retain
  it('are none under a policy with an unknown word', () => {
    expect(ownersUnder('Delete', 'Forget')).toEqual([[], []])
  })

  it('go when the policy no longer wants them', () => {
    expect(ownersAfter('data-web-0', set({ replicas: 1 }), pod(0), claim(0, [ofSet]))).toEqual([])
  })

  it('return to the set when a pod is wanted again before it is gone', () => {
    const again = set({ replicas: 2, ...retention('Delete', 'Delete') })
    expect(ownersAfter('data-web-1', again, pod(0), pod(1, held), claim(0, [ofSet]), claim(1, [ofPod(1)]))).toEqual([
      'StatefulSet web',
    ])
  })

  it('stay as they are when one is a former set or pod of the same name', () => {
    const wants = set({ replicas: 1, ...retention('Delete', 'Delete') })
    const former: OwnerReference = { ...ofSet, uid: 'former' }
    expect(played(wants, pod(0), claim(0, [former]))).toEqual([])
    expect(played(wants, pod(0), claim(0, [ofPod(0, 'former')]))).toEqual([])
  })

  it('stay as they are when another controls it, but for the set and the pod', () => {
    const wants = set({ replicas: 1, ...retention('Delete', 'Retain') })
    const other: OwnerReference = { ...ofSet, kind: 'ConfigMap', apiVersion: 'v1', name: 'm', uid: 'm' }
    expect(played(wants, pod(0), claim(0, [other]))).toEqual([])
    const plain: OwnerReference = { ...ofSet, controller: undefined }
    expect(played(wants, pod(0), claim(0, [other, plain]))).toEqual(['SetClaimOfAnother data-web-0'])
    expect(ownersAfter('data-web-0', wants, pod(0), claim(0, [other, plain]))).toEqual(['ConfigMap m'])
    expect(played(set({ replicas: 1 }), pod(0), claim(0, [other]))).toEqual([])
    expect(played(set({ replicas: 1 }), pod(0), claim(0, [other, plain]))).toEqual(['SetClaimRetention data-web-0'])
  })

  it('become controllers, and keep others beside them', () => {
    const wants = set({ replicas: 1, ...retention('Delete', 'Retain') })
    const plain: OwnerReference = { ...ofSet, controller: undefined }
    const other: OwnerReference = {
      ...ofSet,
      controller: undefined,
      kind: 'ConfigMap',
      apiVersion: 'v1',
      name: 'm',
      uid: 'm',
    }
    expect(ownersAfter('data-web-0', wants, pod(0), claim(0, [plain, other]))).toEqual([
      'ConfigMap m',
      'StatefulSet web',
    ])
  })
})

describe('how the owners of a claim have to change', () => {
  const other: OwnerReference = { ...ofSet, kind: 'ConfigMap', apiVersion: 'v1', name: 'm', uid: 'm' }
  const plain = (one: OwnerReference): OwnerReference => ({ ...one, controller: undefined })
  const change = (
    whenDeleted: 'Retain' | 'Delete',
    whenScaled: 'Retain' | 'Delete',
    isWanted: boolean,
    ...references: ReadonlyArray<OwnerReference>
  ) => ownersChange(claim(0, references), { set: set(), pod: pod(0), retention: { whenDeleted, whenScaled }, isWanted })

  it('is not at all where they are right', () => {
    expect(change('Retain', 'Retain', true)).toBeUndefined()
    expect(change('Delete', 'Retain', true, ofSet)).toBeUndefined()
    expect(change('Delete', 'Retain', true, plain(other), ofSet)).toBeUndefined()
    expect(change('Delete', 'Delete', false, ofPod(0))).toBeUndefined()
    expect(change('Retain', 'Delete', true, plain(other))).toBeUndefined()
    expect(change('Delete', 'Retain', true, other)).toBeUndefined()
    expect(change('Retain', 'Delete', true, other)).toBeUndefined()
  })

  it('is to the one owner of the policy, which controls it', () => {
    const toSet = { _tag: 'ByPolicy', references: [ofSet] }
    expect(change('Delete', 'Retain', false)).toEqual(toSet)
    expect(change('Delete', 'Retain', true, plain(ofSet))).toEqual(toSet)
    expect(change('Delete', 'Delete', true, ofPod(0))).toEqual(toSet)
    expect(change('Delete', 'Delete', true, ofPod(0), ofSet)).toEqual(toSet)
    expect(change('Retain', 'Delete', false, ofSet)).toEqual({ _tag: 'ByPolicy', references: [ofPod(0)] })
    expect(change('Retain', 'Delete', true, ofPod(0))).toEqual({ _tag: 'ByPolicy', references: [] })
    expect(change('Retain', 'Retain', true, plain(ofPod(0)), plain(other))).toEqual({
      _tag: 'ByPolicy',
      references: [plain(other)],
    })
  })

  it('is to let go of it where somebody else controls it, unless the policy retains all', () => {
    const letGo = { _tag: 'OfAnother', references: [other] }
    expect(change('Delete', 'Retain', true, other, plain(ofSet))).toEqual(letGo)
    expect(change('Retain', 'Delete', true, other, plain(ofPod(0)))).toEqual(letGo)
    expect(change('Retain', 'Retain', true, other, plain(ofSet))).toEqual({ ...letGo, _tag: 'ByPolicy' })
  })

  it('gives a claim that never had an owner one', () => {
    const bare = claim(0, undefined, { ownerReferences: undefined })
    const owners = { set: set(), pod: pod(0), isWanted: true } as const
    expect(ownersChange(bare, { ...owners, retention: { whenDeleted: 'Delete', whenScaled: 'Retain' } })).toEqual({
      _tag: 'ByPolicy',
      references: [ofSet],
    })
  })

  // [S] hasStaleOwnerRef
  it('is not at all where it names a former set or pod, by version, kind and name', () => {
    const former: OwnerReference = { ...ofSet, uid: 'former' }
    expect(hasStaleReference(claim(0, [former]), set())).toBe(true)
    expect(hasStaleReference(claim(0, [ofSet]), set())).toBe(false)
    for (const difference of [{ apiVersion: 'apps/v2' }, { kind: 'Deployment' }, { name: 'other' }])
      expect(hasStaleReference(claim(0, [{ ...former, ...difference }]), set())).toBe(false)
  })
})

describe('a new claim', () => {
  it('has the labels of its template and of the selector, and nobody owns it', () => {
    const template = {
      metadata: {
        name: 'data',
        labels: { app: 'other', tier: 'db' },
        annotations: { a: 'b' },
        finalizers: ['x/y', 7],
      },
      spec: { a: 1 },
    }
    expect(newClaim({ name: 'data', template }, set(), 4)).toMatchObject({
      metadata: {
        name: 'data-web-4',
        uid: '',
        labels: { app: 'web', tier: 'db' },
        annotations: { a: 'b' },
        finalizers: ['x/y'],
      },
      spec: { a: 1 },
    })
  })
})
