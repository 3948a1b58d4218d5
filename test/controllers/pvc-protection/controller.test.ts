import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { claimFinalizer, pvcProtectionController } from '../../../src/controllers/pvc-protection/controller.js'
import { explainClaimProtection } from '../../../src/controllers/pvc-protection/explain.js'
import { claimsOf } from '../../../src/controllers/pvc-protection/in-use.js'
import { acting, actsOf } from '../acting.js'
import { deleted, noon, object, to } from '../owner/build.js'

const claim = (
  uid: string,
  more: Partial<ObjectMeta> = deleted(claimFinalizer),
  owners: Parameters<typeof object>[1] = [],
) => object(uid, owners, more, 'PersistentVolumeClaim')
const using = (uid: string, volumes: unknown, more: Partial<ObjectMeta> = {}, spec: object = {}): WholeObject => ({
  ...object(uid, [], more, 'Pod'),
  spec: { nodeName: 'n', volumes, ...spec },
})
const naming = (claimName: unknown) => [{ name: 'data', persistentVolumeClaim: { claimName } }]
const ephemeral = [{ name: 'data', ephemeral: {} }]
const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvcProtectionController(), objects)
const freed = ['ClaimUnused: PersistentVolumeClaim c gone']

describe('the protection of claims', () => {
  it('puts its finalizer on a claim without', () => {
    const { server, acts: act } = acting(pvcProtectionController(), [
      claim('c', { finalizers: ['x/y'] }),
      claim('d', { finalizers: [claimFinalizer] }),
    ])
    expect(act()).toEqual(['ClaimProtected: PersistentVolumeClaim c changed'])
    expect(server.find('c')?.metadata.finalizers).toEqual(['x/y', claimFinalizer])
  })

  it('takes it off a claim that is being deleted and that no pod uses, and nothing else', () => {
    expect(acts(claim('c'))).toEqual(freed)
    expect(acts(claim('c', deleted('x/y')))).toEqual([])
    expect(acts(claim('c', deleted('x/y', claimFinalizer)))).toEqual(['ClaimUnused: PersistentVolumeClaim c changed'])
    expect(acts(object('c', [], deleted(claimFinalizer)))).toEqual([])
  })

  it.each(['Running', 'Pending', 'Succeeded', 'Failed'])('leaves it while a pod that is %s uses it', (phase) => {
    expect(acts(claim('c'), { ...using('p', naming('c')), status: { phase } })).toEqual([])
  })

  it('counts pods that are being deleted until they are gone', () => {
    const { server, acts: act } = acting(pvcProtectionController(), [
      claim('c'),
      using('p', naming('c'), { deletionTimestamp: noon, deletionGracePeriodSeconds: 0, finalizers: ['x/y'] }),
    ])
    expect(act()).toEqual([])
    server.update({ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' }, { finalizers: [] })
    expect(act()).toEqual(freed)
  })

  it.each([
    ['on no node', using('p', naming('c'), {}, { nodeName: undefined })],
    ['on a node without a name', using('p', naming('c'), {}, { nodeName: '' })],
    ['in another namespace', using('p', naming('c'), { namespace: 'other' })],
    ['with another claim', using('p', naming('d'))],
    ['with volumes of other kinds', using('p', [{ name: 'c', emptyDir: {} }])],
    ['with volumes that are none', using('p', [null, 'c', { persistentVolumeClaim: 'c' }, ...naming(7)])],
    ['with volumes that are no list', using('p', { claimName: 'c' })],
    ['of another kind', { ...using('p', naming('c')), kind: 'ConfigMap' }],
  ])('does not count a pod %s', (_what, pod) => {
    expect(acts(claim('c'), pod)).toEqual(freed)
  })

  it('counts a pod with a claim made for it, if the pod controls it, until the pod is shut down', () => {
    const made = claim('p-data', deleted(claimFinalizer), [to('p', { kind: 'Pod', controller: true })])
    const free = ['ClaimUnused: PersistentVolumeClaim p-data gone']
    expect(acts(made, using('p', ephemeral))).toEqual([])
    expect(acts(claim('p-data'), using('p', ephemeral))).toEqual(free)
    expect(acts(claim('p-data', deleted(claimFinalizer), [to('p', { kind: 'Pod' })]), using('p', ephemeral))).toEqual(
      free,
    )
    const stopping = (seconds: number) => ({
      deletionTimestamp: noon,
      deletionGracePeriodSeconds: seconds,
      finalizers: ['x/y'],
    })
    expect(acts(made, using('p', ephemeral, stopping(0)))).toEqual(free)
    expect(acts(made, using('p', ephemeral, stopping(30)))).toEqual([])
  })

  it('counts a pod that is shown without a specification, which may use any claim', () => {
    expect(acts(claim('c'), object('p', [], {}, 'Pod'))).toEqual([])
    expect(acts(claim('c'), { ...object('p', [], {}, 'Pod'), spec: null })).toEqual(freed)
  })

  it('lets go of claims when such a pod goes, of those that are being deleted and that nobody else uses', () => {
    const { server, acts: act } = acting(pvcProtectionController(), [
      claim('c'),
      claim('used'),
      claim('kept', { finalizers: [claimFinalizer] }),
      claim('elsewhere', { ...deleted(claimFinalizer), namespace: 'other' }),
      using('q', naming('used')),
      object('p', [], {}, 'Pod'),
      object('r', [], { namespace: 'other' }, 'Pod'),
    ])
    expect(act()).toEqual([])
    server.vanish({ apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' })
    expect(act()).toEqual(freed)
  })

  it('keeps a claim whose pods are not all shown', () => {
    const covers = (_apiVersion: string, kind: string, namespace?: string): boolean =>
      kind !== 'Pod' || namespace !== 'ns'
    expect(actsOf(pvcProtectionController(), [claim('c')], covers)).toEqual([])
  })

  it('is woken by claims, and by pods for the claims that they name', () => {
    const { keysOf } = pvcProtectionController()
    const pod = using('p', [...naming('c'), ...ephemeral])
    expect([added(claim('c')), gone(pod), added(pod)].map(keysOf)).toEqual([
      ['ns/c'],
      ['ns/c', 'ns/p-data'],
      ['ns/c', 'ns/p-data'],
    ])
    expect(
      [gone(claim('c')), added(object('a')), added(object('n', [], { namespace: undefined }, 'Node'))].flatMap(keysOf),
    ).toEqual([])
    expect(claimsOf(object('p', [], {}, 'Pod'))).toEqual([])
  })

  it('knows claims that were made for a pod by the name of the volume', () => {
    const volumes = [{ name: 'a', ephemeral: {} }, { name: 'b' }, { ephemeral: {} }, { name: 7, ephemeral: {} }]
    expect(claimsOf(using('p', volumes))).toEqual([{ name: 'p-a', isEphemeral: true }])
  })

  it('counts a pod that controls an ephemeral claim among its owners', () => {
    const owner = (uid: string) => ({ ...to(uid), kind: 'Pod', controller: true })
    const own = (...owners: Parameters<typeof object>[1] & object) =>
      acts(claim('p-data', deleted(claimFinalizer), owners), using('p', ephemeral))
    expect(own({ ...owner('p'), controller: false }, owner('p'))).toEqual([])
    expect(own(owner('q'))).toEqual(['ClaimUnused: PersistentVolumeClaim p-data gone'])
    expect(own({ ...owner('p'), controller: false })).toEqual(['ClaimUnused: PersistentVolumeClaim p-data gone'])
  })

  it('is woken by no pod without volumes, and by nothing of the cluster', () => {
    const { keysOf } = pvcProtectionController()
    const pod = object('p', [], {}, 'Pod')
    expect(keysOf(gone(pod))).toEqual(['ns/'])
    expect(
      [
        added(pod),
        gone({ ...pod, spec: {} }),
        gone({ ...pod, spec: { volumes: 7 } }),
        gone({ ...object('a'), spec: { volumes: naming('c') } }),
        added(claim('c', { namespace: undefined })),
        gone(claim('c')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('has nothing to do about a claim that is gone', () => {
    const { server } = acting(pvcProtectionController(), [claim('c')])
    const view = { ...server, at: noon, covers: () => true }
    for (const key of ['ns/absent', 'absent/c', 'absent/'])
      expect(pvcProtectionController().reconcile(view)(key)).toEqual({ requests: [], why: { _tag: 'ClaimUnused' } })
  })

  it('is called as in the control plane, and so is its finalizer', () => {
    expect(pvcProtectionController().name).toBe('persistentvolumeclaim-protection-controller')
    expect(claimFinalizer).toBe('kubernetes.io/pvc-protection')
  })

  it('says why', () => {
    expect([
      explainClaimProtection({ _tag: 'ClaimUnused' }),
      explainClaimProtection({ _tag: 'ClaimProtected' }),
    ]).toEqual(['it is being deleted, and no pod uses it', 'every claim is protected while it is in use'])
  })
})
