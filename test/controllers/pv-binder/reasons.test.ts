import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { AskOfPlace } from '../../../src/apiserver/scope.js'
import { pvBinderController } from '../../../src/controllers/pv-binder/controller.js'
import { syncVolume } from '../../../src/controllers/pv-binder/sync-volume.js'
import { claimRefOf } from '../../../src/controllers/pv-binder/volume.js'
import { acting, actsOf, isServed } from '../acting.js'
import { noon } from '../owner/build.js'
import { claim, reserved, storageClass, taken, volume } from './build.js'

const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvBinderController(), objects)

/** What the binder does about the first object, a volume: its reason, and how many requests. */
const decided = (covers: AskOfPlace<boolean>, one: WholeObject, ...others: ReadonlyArray<WholeObject>) => {
  const { server } = acting(pvBinderController(), [one, ...others])
  const { requests, why } = syncVolume({ ...server, at: noon, covers }, one)
  return [why._tag, requests.length]
}

describe('the reasons of the binder', () => {
  it('name what becomes of a volume, also where nothing is to be done', () => {
    const bound = volume({ claimRef: taken }, 'Bound')
    expect(decided(() => false, bound)).toEqual(['VolumeBound', 0])
    expect(decided(isServed, bound)).toEqual(['VolumeReleased', 1])
    expect(decided(isServed, bound, claim({}))).toEqual(['VolumeBound', 0])
    expect(decided(isServed, bound, claim({ volumeName: 'v' }))).toEqual(['VolumeBound', 0])
    expect(decided(isServed, volume({}))).toEqual(['VolumeAvailable', 1])
    expect(decided(isServed, volume({ claimRef: reserved }, 'Available'))).toEqual(['VolumeAvailable', 0])
  })

  it('name a volume whose claim is bound to another one, and free it', () => {
    const kept = { claimRef: taken, persistentVolumeReclaimPolicy: 'Delete' }
    expect(
      acts(volume(kept, 'Bound'), claim({ volumeName: 'u' }, 'Bound'), volume({ claimRef: taken }, 'Bound', {}, 'u')),
    ).toEqual(['VolumeAvailable: PersistentVolume v changed'])
    const { server, acts: act } = acting(pvBinderController(), [
      volume({ ...kept, persistentVolumeReclaimPolicy: 'Retain' }, 'Bound', {
        annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/host-path' },
      }),
      claim({ volumeName: 'u' }, 'Bound'),
      volume({ claimRef: taken }, 'Bound', {}, 'u'),
    ])
    act()
    expect(server.find('v')).toMatchObject({ spec: { claimRef: reserved }, status: { phase: 'Available' } })
  })

  it('name a volume that a plugin makes', () => {
    const { server, acts: act } = acting(pvBinderController(), [
      claim({ storageClassName: 'fast' }, 'Pending'),
      storageClass('kubernetes.io/host-path'),
    ])
    expect(act()[0]).toBe('VolumeProvisioned: PersistentVolume pvc-c made')
    expect(server.listOf('', 'PersistentVolume')[0]?.spec).toMatchObject({
      persistentVolumeReclaimPolicy: 'Delete',
      hostPath: { path: '/tmp/hostpath_pv/c' },
    })
  })

  it('name a volume that its plugin guards', () => {
    const made = volume({ persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/tmp/x' } }, 'Available', {
      annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/host-path' },
    })
    expect(acts(made)).toEqual(['VolumeGuarded: PersistentVolume v changed'])
  })

  it('know a claim only by namespace and name', () => {
    expect(
      [{ namespace: 'ns' }, { name: 'c' }, { namespace: 7, name: 'c' }, { namespace: 'ns', name: 7 }].map((claimRef) =>
        claimRefOf(volume({ claimRef })),
      ),
    ).toEqual([undefined, undefined, undefined, undefined])
    expect(claimRefOf(volume({ claimRef: { ...reserved, uid: '' } }))).toEqual(reserved)
  })
})
