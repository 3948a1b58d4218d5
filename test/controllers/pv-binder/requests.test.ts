import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { pvBinderController } from '../../../src/controllers/pv-binder/controller.js'
import { deleterOf } from '../../../src/controllers/pv-binder/deleter.js'
import { syncClaim } from '../../../src/controllers/pv-binder/sync-claim.js'
import { syncVolume } from '../../../src/controllers/pv-binder/sync-volume.js'
import {
  claimRefOf,
  isFor,
  reclaimPolicyOf,
  volumeNameOf,
  withPhase,
  withSpec,
} from '../../../src/controllers/pv-binder/volume.js'
import { acting, isServed } from '../acting.js'
import { noon } from '../owner/build.js'
import { claim, reserved, storageClass, taken, volume } from './build.js'

const viewOf = (...objects: ReadonlyArray<WholeObject>) => {
  const { server } = acting(pvBinderController(), objects)
  return { ...server, at: noon, covers: isServed }
}
const full = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'ns', name: 'c', uid: 'c' }

describe('one look at a claim', () => {
  it('binds both at once', () => {
    const [free, asking] = [volume({}), claim({ volumeName: 'v' }, 'Pending')]
    expect(syncClaim(viewOf(free, asking), asking)).toEqual({
      requests: [
        { _tag: 'Update', object: { ...free, spec: { claimRef: full }, status: { phase: 'Bound' } } },
        { _tag: 'Update', object: { ...asking, status: { phase: 'Bound' } } },
      ],
      why: { _tag: 'VolumeBound' },
    })
  })

  it('asks for a volume without a uid, which the server gives', () => {
    const asking = claim({ storageClassName: 'fast' }, 'Pending')
    expect(syncClaim(viewOf(asking, storageClass('kubernetes.io/host-path')), asking)).toMatchObject({
      requests: [{ _tag: 'Create', object: { metadata: { name: 'pvc-c', uid: '' } } }],
      why: { _tag: 'VolumeProvisioned' },
    })
  })

  it('waits for a volume that may come', () => {
    const waiting = { requests: [], why: { _tag: 'VolumeBound' } }
    const [asking, named] = [claim({}, 'Pending'), claim({ volumeName: 'v' }, 'Pending')]
    expect([syncClaim(viewOf(asking), asking), syncClaim(viewOf(named), named)]).toEqual([waiting, waiting])
  })
})

describe('one look at a volume', () => {
  it('leaves it released to its driver, to a scrubbing pod, or to whoever asked to retain it', () => {
    const released = { requests: [], why: { _tag: 'VolumeReleased' } }
    const specs = [
      { persistentVolumeReclaimPolicy: 'Retain' },
      { persistentVolumeReclaimPolicy: 'Recycle', nfs: {} },
      { persistentVolumeReclaimPolicy: 'Delete', csi: { driver: 'csi.example.com' } },
    ]
    for (const spec of specs) {
      const one = volume({ ...spec, claimRef: taken }, 'Released')
      expect(syncVolume(viewOf(one), one)).toEqual(released)
    }
  })

  it('guards it with no other finalizer than its own', () => {
    const made = volume({ persistentVolumeReclaimPolicy: 'Delete' }, 'Available', {
      annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/host-path' },
    })
    expect(syncVolume(viewOf(made), made)).toMatchObject({
      requests: [{ object: { metadata: { finalizers: ['kubernetes.io/pv-controller'] } } }],
    })
  })
})

describe('the binder', () => {
  it('does nothing about what is gone, and is called as in the control plane', () => {
    const { name, reconcile } = pvBinderController()
    const nothing = { requests: [], why: { _tag: 'VolumeAvailable' } }
    expect(['volume v', 'claim ns/c'].map(reconcile(viewOf()))).toEqual([nothing, nothing])
    expect(name).toBe('persistentvolume-binder-controller')
  })

  it('has no key for a claim without a namespace, which there is none of', () => {
    const { keysOf } = pvBinderController()
    const lost = claim({ volumeName: 'v' }, 'Bound', { namespace: undefined })
    expect([added(lost), gone(lost)].map(keysOf)).toEqual([['volume v'], ['volume v']])
  })
})

describe('a reference to a claim', () => {
  const own = claim({})

  it('is for the claim of its namespace, name and uid, or for the next of that name', () => {
    expect([taken, reserved].map((one) => isFor(one, own))).toEqual([true, true])
    expect(
      [
        { ...taken, namespace: 'other' },
        { ...taken, name: 'other' },
        { ...taken, uid: 'other' },
        { ...reserved, namespace: 'other' },
        { ...reserved, name: 'other' },
      ].map((one) => isFor(one, own)),
    ).toEqual([false, false, false, false, false])
  })

  it('has a uid only where that is text', () => {
    for (const uid of ['', 7, null]) expect(claimRefOf(volume({ claimRef: { ...reserved, uid } }))).toEqual(reserved)
  })
})

describe('fields of volumes and claims', () => {
  it('that are empty or no text are read as absent', () => {
    expect(['v', '', 7, null, undefined].map((volumeName) => volumeNameOf(claim({ volumeName })))).toEqual([
      'v',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(
      ['Delete', '', 7, undefined].map((policy) => reclaimPolicyOf(volume({ persistentVolumeReclaimPolicy: policy }))),
    ).toEqual(['Delete', 'Retain', 'Retain', 'Retain'])
  })

  it('are set beside the others, and alone where there are none', () => {
    const one = { ...volume({ a: 1 }), status: { b: 2 } }
    expect(withPhase(one, 'Bound').status).toEqual({ b: 2, phase: 'Bound' })
    expect(withSpec(one, { c: 3 }).spec).toEqual({ a: 1, c: 3 })
    for (const odd of [undefined, null, 'text', ['list']]) {
      expect(withPhase({ ...one, status: odd }, 'Bound').status).toEqual({ phase: 'Bound' })
      expect(withSpec({ ...one, spec: odd }, { c: 3 }).spec).toEqual({ c: 3 })
    }
  })

  it('name a path of the host only as text', () => {
    expect(deleterOf(volume({ hostPath: { path: ['/tmp/x'] } }))).toEqual({ _tag: 'None' })
  })
})
