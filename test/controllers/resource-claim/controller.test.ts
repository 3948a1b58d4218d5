import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { resourceClaimController } from '../../../src/controllers/resource-claim/controller.js'
import { explainResourceClaim } from '../../../src/controllers/resource-claim/explain.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { acting, actsOf } from '../acting.js'
import { deleted, object } from '../owner/build.js'

const protection = 'resource.kubernetes.io/delete-protection'
const user = (uid: string): object => ({ resource: 'pods', name: uid, uid })
const claim = (users: ReadonlyArray<unknown>, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object('rc', [], { finalizers: [protection], ...more }, 'ResourceClaim', 'resource.k8s.io/v1'),
  status: { allocation: {}, reservedFor: users },
})
const pod = (uid: string, phase = 'Running', more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object(uid, [], more, 'Pod'),
  spec: { nodeName: 'worker-1', resourceClaims: [{ name: 'gpu', resourceClaimName: 'rc' }] },
  status: { phase },
})
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  actsOf(resourceClaimController(), objects)
const freed = ['DevicesReleased: ResourceClaim rc changed', 'DevicesUnused: ResourceClaim rc changed']

describe('the ResourceClaim controller', () => {
  it('frees a claim when its last user has ended, is absent, or is deleted before it got a node', () => {
    expect(acts(claim([user('p')]), pod('p', 'Succeeded'))).toEqual(freed)
    expect(acts(claim([user('p')]))).toEqual(freed)
    const unbound = { ...pod('p', 'Pending', deleted('x/y')), spec: {} }
    expect(acts(claim([user('p')]), unbound)).toEqual(freed)
  })

  it('forgets one user and keeps the devices for others', () => {
    const { server, acts: act } = acting(resourceClaimController(), [claim([user('p'), user('q')]), pod('p')])
    expect(act()).toEqual(['DevicesReleased: ResourceClaim rc changed'])
    expect(server.find('rc')?.status).toEqual({ allocation: {}, reservedFor: [user('p')] })
  })

  it('is woken by a pod that goes', () => {
    const { server, acts: act } = acting(resourceClaimController(), [claim([user('p')]), pod('p')])
    expect(act()).toEqual([])
    server.vanish({ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' })
    expect(act()).toEqual(freed)
  })

  it('takes the finalizer off a claim that is being deleted and that nobody uses', () => {
    expect(acts({ ...claim([], deleted(protection)), status: undefined })).toEqual([
      'DevicesUnused: ResourceClaim rc gone',
    ])
    expect(acts(claim([], deleted(protection)))).toEqual([freed[0], 'DevicesUnused: ResourceClaim rc gone'])
    expect(acts(claim([user('p')], deleted(protection)), pod('p'))).toEqual([])
  })

  it('keeps the finalizer of a claim that never had a user and is not being deleted', () => {
    expect(acts(claim([]))).toEqual([])
  })

  it('keeps users that are no pods, or that may be there without being shown', () => {
    expect(acts(claim([{ apiGroup: 'example.com', resource: 'pods', uid: 'p' }, 7]))).toEqual([])
    expect(actsOf(resourceClaimController(), [claim([user('p')])], (_, kind) => kind !== 'Pod')).toEqual([])
  })

  it('deletes a claim that was made for a pod when the pod has ended', () => {
    const owned = claim([], { ownerReferences: [controllerReference(pod('p'))], finalizers: [] })
    expect(acts(pod('p', 'Failed'), owned)).toEqual(['PodOfClaimEnded: ResourceClaim rc gone'])
    expect(acts(pod('p'), owned)).toEqual([])
  })

  it('says why in words', () => {
    expect(explainResourceClaim({ _tag: 'DevicesReleased' })).toBe('pods that used it are gone or have ended')
    expect(explainResourceClaim({ _tag: 'DevicesUnused' })).toBe('nobody uses it')
    expect(explainResourceClaim({ _tag: 'PodOfClaimEnded' })).toBe('it was made for a pod, and that pod has ended')
  })
})
