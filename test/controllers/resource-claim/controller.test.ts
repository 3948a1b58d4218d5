import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { resourceClaimController } from '../../../src/controllers/resource-claim/controller.js'
import { explainResourceClaim } from '../../../src/controllers/resource-claim/explain.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { runProgram } from '../../../src/controllers/program.js'
import { acting, actsOf, isServed, runProgramOn } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

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
/** A reconcile in a cluster that refuses every request, with what is found by uid. */
const reconciled = (key: string, objects: ReadonlyArray<WholeObject>, take: (request: ApiRequest) => unknown) => {
  const { server } = acting(resourceClaimController(), objects)
  const view = { ...server, at: noon, covers: isServed }
  return runProgramOn(resourceClaimController().reconcile(view)(key), take)
}
const asked = (key: string, objects: ReadonlyArray<WholeObject>): ReadonlyArray<ApiRequest> => {
  const requests: ApiRequest[] = []
  reconciled(key, objects, (request) => requests.push(request))
  return requests
}
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
    expect(acts({ ...claim([], deleted(protection)), spec: {}, status: undefined })).toEqual([
      'DevicesUnused: ResourceClaim rc gone',
    ])
    expect(acts(claim([], deleted(protection)))).toEqual([freed[0], 'DevicesUnused: ResourceClaim rc gone'])
    expect(acts(claim([user('p')], deleted(protection)), pod('p'))).toEqual([])
  })

  it('keeps the finalizer of a claim that never had a user and is not being deleted', () => {
    expect(acts(claim([]))).toEqual([])
  })

  it('leaves a claim that is shown without specification and status, which may have users', () => {
    const bare = { ...claim([], deleted(protection)), status: undefined }
    expect(acts(bare)).toEqual([])
    const owned = { ...bare, metadata: { ...bare.metadata, ownerReferences: [controllerReference(pod('p'))] } }
    expect(acts(pod('p', 'Failed'), owned)).toEqual([])
  })

  it('keeps users that are no pods, or that may be there without being shown', () => {
    expect(acts(claim([{ apiGroup: 'example.com', resource: 'pods', uid: 'p' }, 7]))).toEqual([])
    expect(actsOf(resourceClaimController(), [claim([user('p')])], (_, kind) => kind !== 'Pod')).toEqual([])
  })

  it('deletes a claim that was made for a pod when the pod has ended', () => {
    const owned = claim([], { ownerReferences: [controllerReference(pod('p'))], finalizers: [] })
    expect(acts(pod('p', 'Failed'), owned)).toEqual(['PodOfClaimEnded: ResourceClaim rc gone'])
    expect(acts(pod('p'), owned)).toEqual([])
    expect(asked('rc', [pod('p', 'Failed'), owned])).toMatchObject([
      { _tag: 'Delete', object: { namespace: 'ns', name: 'rc' }, options: { preconditions: { uid: 'rc' } } },
    ])
  })

  it('is woken by claims, and by pods that no longer use theirs', () => {
    const { keysOf } = resourceClaimController()
    expect([added(claim([])), updated(claim([]))].map(keysOf)).toEqual([['rc'], ['rc']])
    expect([gone(pod('p')), updated(pod('p', 'Failed'))].map(keysOf)).toEqual([['ns/p'], ['ns/p']])
    expect(
      [
        gone(claim([])),
        added(pod('p')),
        gone({ ...pod('p'), spec: undefined }),
        gone({ ...pod('p'), spec: { resourceClaims: [] } }),
        gone({ ...pod('p'), kind: 'ConfigMap' }),
        added(object('rc', [], {}, 'ResourceSlice', 'resource.k8s.io/v1')),
        added(object('rc', [], {}, 'ResourceClaim', 'example.com/v1')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('looks only at claims of the pod that goes', () => {
    const other = { ...claim([user('x')]), metadata: { ...claim([]).metadata, name: 'other', uid: 'other' } }
    const elsewhere = { ...claim([user('p')]), metadata: { ...claim([]).metadata, namespace: 'default', uid: 'e' } }
    const touched = asked('ns/p', [other, elsewhere, claim([user('q'), user('p')])]).map((request) =>
      'object' in request && 'metadata' in request.object ? request.object.metadata.uid : request,
    )
    expect(new Set(touched)).toEqual(new Set(['rc']))
  })

  it('keeps the rest of the status, and no devices that are not there', () => {
    const { server, acts: act } = acting(resourceClaimController(), [
      { ...claim([user('p'), user('q')]), status: { devices: [1], reservedFor: [user('p'), user('q')] } },
      pod('p'),
    ])
    expect(act()).toEqual(['DevicesReleased: ResourceClaim rc changed'])
    expect(server.find('rc')?.status).toEqual({ devices: [1], reservedFor: [user('p')] })
    const last = acting(resourceClaimController(), [
      { ...claim([user('p')]), status: { devices: [1], allocation: {}, reservedFor: [user('p')] } },
    ])
    expect(last.acts()).toEqual(freed)
    expect(last.server.find('rc')?.status).toEqual({ devices: [1] })
  })

  it('forgets the last user of a claim that has no devices', () => {
    const { server, acts: act } = acting(resourceClaimController(), [
      { ...claim([]), status: { reservedFor: [user('p')] } },
    ])
    expect(act()).toEqual(freed)
    expect(server.find('rc')?.status).toEqual({})
  })

  it('has nothing to do about a claim that is gone', () => {
    expect(asked('absent', [claim([user('p')])])).toEqual([])
  })

  it('takes the finalizer off the claim that its status update left, however old the one is that it is shown', () => {
    const shown = claim([user('p')], { resourceVersion: '1' })
    const left = { ...shown, metadata: { ...shown.metadata, resourceVersion: '2', labels: { team: 'a' } }, status: {} }
    const { server } = acting(resourceClaimController(), [shown])
    const view = { ...server, at: noon, covers: isServed }
    const requests: ApiRequest[] = []
    const program = resourceClaimController().reconcile(view)('rc')
    if ('requests' in program) throw new Error('requests without answers')
    runProgram({
      get: () => ({ _tag: 'NotFound' }),
      call: (request) => {
        requests.push(request)
        return { _tag: 'Accepted', object: left }
      },
    })(program)
    expect(requests).toEqual([
      { _tag: 'Update', object: { ...shown, status: {} }, subresource: 'status' },
      { _tag: 'Update', object: { ...left, metadata: { ...left.metadata, finalizers: [] } } },
    ])
  })

  it('keeps the finalizer while the status cannot be written, and comes back', () => {
    const requests: ApiRequest[] = []
    const end = reconciled('rc', [claim([user('p')])], (request) => requests.push(request))
    expect(requests).toMatchObject([{ _tag: 'Update', subresource: 'status' }])
    expect(end).toMatchObject({ again: { _tag: 'Retry' }, failed: true })
    expect(reconciled('rc', [claim([])], () => undefined)).toEqual({ why: expect.any(Function) })
  })

  it('looks at every claim of a pod, also where one can not be written', () => {
    const second = claim([user('p')], { name: 'second', uid: 'second' })
    const requests: ApiRequest[] = []
    const end = reconciled(
      'ns/p',
      [
        claim([user('p')]),
        second,
        claim([], { name: 'third', uid: 'third', ownerReferences: [controllerReference(pod('p'))] }),
      ],
      (request) => requests.push(request),
    )
    expect(requests).toMatchObject([
      { object: { metadata: { name: 'rc' } }, subresource: 'status' },
      { object: { metadata: { name: 'second' } }, subresource: 'status' },
    ])
    expect(end?.failed).toBe(true)
  })

  it('is called as in the control plane', () => {
    expect(resourceClaimController().name).toBe('resource-claim-controller')
  })

  it('keeps users that are other things, or pods that are bound', () => {
    expect(acts(claim([{ resource: 'jobs', uid: 'p' }]))).toEqual([])
    expect(acts(claim([{ resource: 'pods', name: 'p' }]))).toEqual([])
    expect(acts(claim([user('p')]), pod('p', 'Running', deleted('x/y')))).toEqual([])
    const waiting = { ...pod('p', 'Pending'), spec: {} }
    expect(acts(claim([user('p')]), waiting)).toEqual([])
  })

  it('goes with a pod only where that is its owner', () => {
    const owned = (kind: string, apiVersion: string) =>
      claim([], {
        ownerReferences: [{ ...controllerReference(pod('p')), kind, apiVersion }],
        finalizers: [],
      })
    expect(acts(pod('p', 'Failed'), owned('Job', 'v1'))).toEqual([])
    expect(acts(pod('p', 'Failed'), owned('Pod', 'x/v1'))).toEqual([])
    const { server, acts: act } = acting(resourceClaimController(), [pod('p'), owned('Pod', 'v1')])
    expect(act()).toEqual([])
    server.change({ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' }, (before) => ({
      _tag: 'Stays',
      code: 200,
      object: { ...before, status: { phase: 'Failed' } },
    }))
    expect(act()).toEqual(['PodOfClaimEnded: ResourceClaim rc gone'])
  })

  it('says why in words', () => {
    expect(explainResourceClaim({ _tag: 'DevicesReleased' })).toBe('pods that used it are gone or have ended')
    expect(explainResourceClaim({ _tag: 'DevicesUnused' })).toBe('nobody uses it')
    expect(explainResourceClaim({ _tag: 'PodOfClaimEnded' })).toBe('it was made for a pod, and that pod has ended')
  })
})
