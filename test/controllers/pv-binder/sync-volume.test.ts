import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { pvBinderController } from '../../../src/controllers/pv-binder/controller.js'
import { deleterOf, isRecyclable } from '../../../src/controllers/pv-binder/deleter.js'
import { acting, actsOf } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'
import { claim, reserved, taken, volume } from './build.js'

const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvBinderController(), objects)
const end = (...objects: ReadonlyArray<WholeObject>): WholeObject | undefined => {
  const { server, acts: act } = acting(pvBinderController(), objects)
  act()
  return server.find('v')
}
const guard = 'kubernetes.io/pv-controller'
const inTree = { annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/host-path' } }
const scratch = { hostPath: { path: '/tmp/x' } }
const bound = { claimRef: taken }
const boundClaim = claim({ volumeName: 'v' }, 'Bound')

describe('a volume', () => {
  it('is available while no claim is bound to it', () => {
    expect(acts(volume({}))).toEqual(['VolumeAvailable: PersistentVolume v changed'])
    expect(end(volume({ claimRef: reserved }, 'Pending'))?.status).toEqual({ phase: 'Available' })
    expect(acts(volume({}, 'Available'))).toEqual([])
    // Never reclaimed, whatever its policy.
    expect(
      acts(volume({ claimRef: reserved, persistentVolumeReclaimPolicy: 'Delete', ...scratch }, 'Available')),
    ).toEqual([])
  })

  it('is left alone where it is shown without a specification', () => {
    expect(acts({ ...volume({}), spec: undefined })).toEqual([])
  })

  it('is bound while its claim names it', () => {
    expect(acts(volume(bound, 'Available'), boundClaim)).toEqual(['VolumeBound: PersistentVolume v changed'])
    expect(acts(volume(bound, 'Bound'), boundClaim)).toEqual([])
  })

  it('is released when its claim is gone, or another one has its name', () => {
    expect(end(volume(bound, 'Bound'))?.status).toEqual({ phase: 'Released' })
    const other = claim({}, 'Pending', { uid: 'other' })
    expect(end(volume(bound, 'Bound'), other)?.status).toEqual({ phase: 'Released' })
  })

  it('stays bound while claims of that namespace are not all shown, unless another claim has the name', () => {
    const covers = (_apiVersion: string, kind: string, namespace?: string): boolean =>
      kind !== 'PersistentVolumeClaim' || namespace !== 'ns'
    const run = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvBinderController(), objects, covers)
    expect(run(volume(bound, 'Bound'))).toEqual([])
    expect(run(volume(bound, 'Bound'), claim({}, 'Pending', { uid: 'other' }))).toContain(
      'VolumeReleased: PersistentVolume v changed',
    )
  })

  it('is kept as it is under Retain, which is the policy of one that says none', () => {
    for (const persistentVolumeReclaimPolicy of ['Retain', undefined, 7, '', 'Other'])
      expect(acts(volume({ ...bound, ...scratch, persistentVolumeReclaimPolicy }, 'Released'))).toEqual([])
  })

  it('goes under Delete where a plugin of the controller can delete its storage', () => {
    const spec = { ...bound, ...scratch, persistentVolumeReclaimPolicy: 'Delete' }
    expect(acts(volume(spec, 'Bound'))).toEqual([
      'VolumeReleased: PersistentVolume v changed',
      'StorageDeleted: PersistentVolume v gone',
    ])
    expect(acts(volume(spec, 'Failed'))).toEqual(['StorageDeleted: PersistentVolume v gone'])
    expect(acts(volume(spec, 'Released', deleted('x/y')))).toEqual([])
  })

  it('fails under Delete where no plugin can delete its storage, and stays', () => {
    const spec = { ...bound, persistentVolumeReclaimPolicy: 'Delete' }
    expect(acts(volume({ ...spec, hostPath: { path: '/data' } }, 'Released'))).toEqual([
      'NotReclaimable: PersistentVolume v changed',
    ])
    expect(end(volume({ ...spec, nfs: {} }, 'Released'))?.status).toEqual({ phase: 'Failed' })
    expect(acts(volume(spec, 'Failed'))).toEqual([])
  })

  it('is left to its driver under Delete', () => {
    const spec = { ...bound, persistentVolumeReclaimPolicy: 'Delete', csi: { driver: 'csi.example.com' } }
    expect(acts(volume(spec, 'Released'))).toEqual([])
  })

  it('waits under Recycle where it can be scrubbed, and fails otherwise', () => {
    const spec = { ...bound, persistentVolumeReclaimPolicy: 'Recycle' }
    expect(acts(volume({ ...spec, hostPath: { path: '/data' } }, 'Released'))).toEqual([])
    expect(acts(volume({ ...spec, nfs: {} }, 'Released'))).toEqual([])
    expect(acts(volume({ ...spec, csi: {} }, 'Released'))).toEqual(['NotReclaimable: PersistentVolume v changed'])
  })

  it('is left alone under every policy where a driver has taken over from its plugin', () => {
    const annotations = { 'pv.kubernetes.io/migrated-to': 'csi.example.com' }
    for (const persistentVolumeReclaimPolicy of ['Delete', 'Recycle'])
      expect(acts(volume({ ...bound, persistentVolumeReclaimPolicy }, 'Released', { annotations }))).toEqual([])
  })

  it('is freed where its claim is bound to another volume, or reclaimed where it was made for the claim', () => {
    const elsewhere = claim({ volumeName: 'w' }, 'Bound')
    const w = volume({ claimRef: taken }, 'Bound', {}, 'w')
    const freed = end(volume(bound, 'Bound'), elsewhere, w)
    expect([freed?.spec, freed?.status]).toEqual([{ claimRef: reserved }, { phase: 'Available' }])
    const made = volume({ ...bound, persistentVolumeReclaimPolicy: 'Delete' }, 'Bound', {
      ...inTree,
      finalizers: [guard],
    })
    expect(acts(made, elsewhere, w)).toEqual([
      'VolumeReleased: PersistentVolume v changed',
      'StorageDeleted: PersistentVolume v changed',
      'StorageDeleted: PersistentVolume v gone',
    ])
  })

  it('is released where any provisioner made it for a claim that is bound to another volume', () => {
    const elsewhere = claim({ volumeName: 'w' }, 'Bound')
    const w = volume({ claimRef: taken }, 'Bound', {}, 'w')
    const spec = { ...bound, persistentVolumeReclaimPolicy: 'Delete', csi: { driver: 'csi.example.com' } }
    const made = { annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.example.com' } }
    expect(acts(volume(spec, 'Bound', made), elsewhere, w)).toEqual(['VolumeReleased: PersistentVolume v changed'])
    const migrated = { annotations: { ...inTree.annotations, 'pv.kubernetes.io/migrated-to': 'csi.example.com' } }
    expect(acts(volume(spec, 'Bound', migrated), elsewhere, w)).toEqual(['VolumeReleased: PersistentVolume v changed'])
  })

  it('is freed for the claim that it was reserved for, or for any where the binder had chosen it', () => {
    const elsewhere = claim({ volumeName: 'w' }, 'Bound')
    const w = volume({ claimRef: taken }, 'Bound', {}, 'w')
    const whole = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...taken }
    expect(end(volume({ claimRef: whole, capacity: 1 }, 'Bound'), elsewhere, w)?.spec).toEqual({
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...reserved },
      capacity: 1,
    })
    const annotations = { 'pv.kubernetes.io/bound-by-controller': 'yes', 'example.com/other': 'kept' }
    const chosen = end(volume({ claimRef: whole, capacity: 1 }, 'Bound', { annotations }), elsewhere, w)
    expect(chosen?.spec).toEqual({ capacity: 1 })
    expect(chosen?.metadata.annotations).toEqual({ 'example.com/other': 'kept' })
    expect(chosen?.status).toEqual({ phase: 'Available' })
  })

  it('waits for a claim that names no volume yet to be bound to it', () => {
    expect(acts(volume(bound, 'Pending'), claim({}, 'Pending'))).toContain('VolumeBound: PersistentVolume v changed')
  })

  it('that a plugin has made is guarded while its policy is Delete', () => {
    const spec = { persistentVolumeReclaimPolicy: 'Delete', claimRef: taken }
    const guarded = end(volume(spec, 'Bound', { ...inTree, finalizers: ['x/y'] }), boundClaim)
    expect(guarded?.metadata.finalizers).toEqual(['x/y', guard])
    const retained = { ...spec, persistentVolumeReclaimPolicy: 'Retain' }
    expect(
      end(volume(retained, 'Bound', { ...inTree, finalizers: ['x/y', guard] }), boundClaim)?.metadata.finalizers,
    ).toEqual(['x/y'])
    expect(acts(volume(retained, 'Bound', inTree), boundClaim)).toEqual([])
    // None is put on a volume that is being deleted, that a driver has taken over, or that nobody of the controller's made.
    const others = [
      { ...inTree, deletionTimestamp: noon, finalizers: ['x/y'] },
      { annotations: { ...inTree.annotations, 'pv.kubernetes.io/migrated-to': 'x' }, finalizers: ['x/y'] },
      { annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.example.com' }, finalizers: ['x/y'] },
    ]
    for (const more of others) expect(acts(volume(spec, 'Bound', more), boundClaim)).toEqual([])
  })

  it('that is guarded and being deleted goes when its storage is deleted, without another request', () => {
    const spec = { ...bound, ...scratch, persistentVolumeReclaimPolicy: 'Delete' }
    const going = volume(spec, 'Released', { ...inTree, deletionTimestamp: noon, finalizers: [guard] })
    expect(acts(going)).toEqual(['StorageDeleted: PersistentVolume v gone'])
  })
})

describe('the deleter of a volume', () => {
  const of = (spec: object, annotations: Readonly<Record<string, string>> = {}) =>
    deleterOf(volume(spec, undefined, { annotations }))
  const by = 'pv.kubernetes.io/provisioned-by'

  it('is that of the provisioner that made it', () => {
    expect(of({}, { [by]: 'kubernetes.io/host-path' })).toEqual({ _tag: 'InTree' })
    expect(of({}, { [by]: 'kubernetes.io/aws-ebs' })).toEqual({ _tag: 'None' })
    expect(of({ csi: { driver: 'x' } }, { [by]: 'csi.example.com' })).toEqual({
      _tag: 'External',
      provisioner: 'csi.example.com',
    })
  })

  it('is else the driver that has taken over, that of a CSI volume, or found by the source of the volume', () => {
    expect(of(scratch, { 'pv.kubernetes.io/migrated-to': 'csi.example.com' })).toEqual({
      _tag: 'External',
      provisioner: 'csi.example.com',
    })
    expect(of({ ...scratch, csi: { driver: 'x' } })).toEqual({ _tag: 'External', provisioner: 'x' })
    expect(of(scratch)).toEqual({ _tag: 'InTree' })
    for (const path of ['/tmp', '/tmp/', '/data/tmp/x', '/tmpx/y', 7])
      expect(of({ hostPath: { path } })).toEqual({ _tag: 'None' })
    expect(of({ nfs: {} })).toEqual({ _tag: 'None' })
  })

  it('scrubs directories of hosts and NFS shares', () => {
    expect([{ hostPath: {} }, { nfs: {} }, { csi: {} }, {}].map((spec) => isRecyclable(volume(spec)))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isRecyclable(object('a'))).toBe(false)
  })
})
