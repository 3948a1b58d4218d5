import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { pvBinderController } from '../../../src/controllers/pv-binder/controller.js'
import { explainBinder } from '../../../src/controllers/pv-binder/explain.js'
import type { BinderWhy } from '../../../src/controllers/pv-binder/reason.js'
import { acting, actsOf } from '../acting.js'
import { object } from '../owner/build.js'
import { claim, reserved, storageClass, taken, volume } from './build.js'

const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvBinderController(), objects)
const stateOf = (object: WholeObject | undefined) => [object?.spec, object?.status]
const end = (...objects: ReadonlyArray<WholeObject>) => {
  const { server, acts: act } = acting(pvBinderController(), objects)
  act()
  return { claim: stateOf(server.find('c')), volume: stateOf(server.find('v')), list: server.list() }
}
const full = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'ns', name: 'c', uid: 'c' }

describe('a claim', () => {
  it('is bound to the volume that it names, if that is free or its own', () => {
    const bound = {
      claim: [{ volumeName: 'v' }, { phase: 'Bound' }],
      volume: [{ claimRef: full }, { phase: 'Bound' }],
    }
    expect(end(claim({ volumeName: 'v' }, 'Pending'), volume({}))).toMatchObject(bound)
    expect(end(claim({ volumeName: 'v' }, 'Pending'), volume({ claimRef: reserved }))).toMatchObject(bound)
    expect(end(claim({ volumeName: 'v' }, 'Pending'), volume({ claimRef: taken }))).toMatchObject({
      ...bound,
      volume: [{ claimRef: taken }, { phase: 'Bound' }],
    })
  })

  it('is bound to the volume that is reserved for it, and to no other', () => {
    expect(end(claim({}, 'Pending'), volume({}, 'Available', {}, 'u'), volume({ claimRef: reserved }))).toMatchObject({
      claim: [{ volumeName: 'v' }, { phase: 'Bound' }],
    })
    expect(end(claim({}, 'Pending'), volume({}, 'Available')).claim).toEqual([{}, { phase: 'Pending' }])
  })

  it("waits for a volume that it names and that is another one's, or not there", () => {
    const others = { claimRef: { ...taken, uid: 'other' }, persistentVolumeReclaimPolicy: 'Retain' }
    expect(acts(claim({ volumeName: 'v' }, 'Pending'), volume(others, 'Released'))).toEqual([])
    expect(acts(claim({ volumeName: 'v' }, 'Pending'))).toEqual([])
  })

  it("is lost when it was bound and its volume is gone, or another one's", () => {
    const other = volume({ claimRef: { namespace: 'ns', name: 'other', uid: 'o' } }, 'Released')
    expect(end(claim({ volumeName: 'v' }, 'Bound')).claim).toEqual([{ volumeName: 'v' }, { phase: 'Lost' }])
    expect(end(claim({ volumeName: 'v' }, 'Bound'), other).claim[1]).toEqual({ phase: 'Lost' })
    const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' }
    expect(end(claim({ volumeName: 'v' }, 'Pending', { annotations })).claim[1]).toEqual({ phase: 'Lost' })
    expect(end(claim({}, 'Bound')).claim[1]).toEqual({ phase: 'Lost' })
    expect(acts(claim({ volumeName: 'v' }, 'Lost', { annotations }))).toEqual([])
    const fast = storageClass('kubernetes.io/host-path')
    expect(acts(claim({ storageClassName: 'fast' }, 'Bound'), fast)).toEqual([
      'ClaimLost: PersistentVolumeClaim c changed',
    ])
    expect(end(claim({ volumeName: 'v' }, 'Lost'), volume({ claimRef: taken }, 'Bound')).claim[1]).toEqual({
      phase: 'Bound',
    })
  })

  it('is lost when it was bound and its volume no longer names its uid, but binds one that names no claim', () => {
    const spec = { volumeName: 'v' }
    expect(end(claim(spec, 'Bound'), volume({ claimRef: reserved }, 'Available')).claim[1]).toEqual({ phase: 'Lost' })
    expect(end(claim(spec, 'Bound'), volume({}, 'Available')).volume).toEqual([{ claimRef: full }, { phase: 'Bound' }])
  })

  it("is not lost while volumes are not all shown, unless its volume is shown to be another one's", () => {
    const covers = (_apiVersion: string, kind: string): boolean => kind !== 'PersistentVolume'
    expect(actsOf(pvBinderController(), [claim({ volumeName: 'v' }, 'Bound')], covers)).toEqual([])
    const other = volume({ claimRef: { namespace: 'ns', name: 'other', uid: 'o' } }, 'Bound')
    const held = {
      ...object('other', [], { uid: 'o' }, 'PersistentVolumeClaim'),
      spec: { volumeName: 'v' },
      status: { phase: 'Bound' },
    }
    expect(actsOf(pvBinderController(), [claim({ volumeName: 'v' }, 'Bound'), other, held], covers)).toEqual([
      'ClaimLost: PersistentVolumeClaim c changed',
    ])
  })

  it('follows its volume when that goes', () => {
    const { server, acts: act } = acting(pvBinderController(), [
      claim({ volumeName: 'v' }, 'Bound'),
      volume({ claimRef: taken }, 'Bound'),
    ])
    expect(act()).toEqual([])
    server.vanish({ apiVersion: 'v1', kind: 'PersistentVolume', resource: 'persistentvolumes', name: 'v' })
    expect(act()).toEqual(['ClaimLost: PersistentVolumeClaim c changed'])
  })

  it('gets a volume of its own where a plugin of the controller is the provisioner of its class', () => {
    const asking = claim({ storageClassName: 'fast' }, 'Pending')
    const made = end(asking, storageClass('kubernetes.io/host-path', { reclaimPolicy: 'Retain' })).list.at(-1)
    expect(made).toMatchObject({
      kind: 'PersistentVolume',
      metadata: { name: 'pvc-c', annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/host-path' } },
      spec: { claimRef: full, persistentVolumeReclaimPolicy: 'Retain', storageClassName: 'fast' },
      status: { phase: 'Bound' },
    })
    expect(end(asking, storageClass('kubernetes.io/host-path')).claim).toEqual([
      { storageClassName: 'fast', volumeName: 'pvc-c' },
      { phase: 'Bound' },
    ])
    for (const provisioner of ['csi.example.com', undefined, 7, null])
      expect(acts(asking, storageClass(provisioner))).toEqual([])
    expect(acts(claim({ storageClassName: 'slow' }, 'Pending'), storageClass('kubernetes.io/host-path'))).toEqual([])
  })
})

describe('the binder', () => {
  it('is woken by volumes and claims, each for the other', () => {
    const { keysOf } = pvBinderController()
    const [named, free] = [volume({ claimRef: taken }), volume({})]
    expect([added(named), gone(named), added(free), gone(free)].map(keysOf)).toEqual([
      ['volume v', 'claim ns/c'],
      ['claim ns/c'],
      ['volume v'],
      [],
    ])
    expect([added(claim({ volumeName: 'v' })), gone(claim({ volumeName: 'v' })), added(claim({}))].map(keysOf)).toEqual(
      [['claim ns/c', 'volume v'], ['volume v'], ['claim ns/c']],
    )
    expect(keysOf(added(object('a')))).toEqual([])
  })

  it.each<readonly [BinderWhy, string]>([
    [{ _tag: 'VolumeReleased' }, 'its claim is gone'],
    [{ _tag: 'VolumeAvailable' }, 'no claim is bound to it'],
    [{ _tag: 'VolumeBound' }, 'it and its claim name each other'],
    [
      { _tag: 'StorageDeleted' },
      'its claim is gone, and under its policy Delete the storage behind it has been deleted',
    ],
    [
      { _tag: 'NotReclaimable', policy: 'Recycle' },
      'its claim is gone, and no volume plugin can carry out its policy Recycle',
    ],
    [{ _tag: 'VolumeGuarded' }, 'a volume plugin created it, and protects it while its policy is Delete'],
    [{ _tag: 'ClaimLost' }, 'its volume is gone, or bound to another claim'],
    [{ _tag: 'VolumeProvisioned' }, 'its storage class makes a volume for each claim'],
  ])('says of %j: %s', (why, sentence) => {
    expect(explainBinder(why)).toBe(sentence)
  })
})
