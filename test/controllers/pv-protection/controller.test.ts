import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { pvProtectionController, volumeFinalizer } from '../../../src/controllers/pv-protection/controller.js'
import { explainVolumeProtection } from '../../../src/controllers/pv-protection/explain.js'
import { acting, actsOf, isServed } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const volume = (status: unknown, more: Partial<ObjectMeta> = deleted(volumeFinalizer)): WholeObject => ({
  ...object('v', [], { namespace: undefined, ...more }, 'PersistentVolume'),
  status,
})
const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(pvProtectionController(), objects)

describe('the protection of volumes', () => {
  it('puts its finalizer on a volume without', () => {
    const { server, acts: act } = acting(pvProtectionController(), [volume({}, { finalizers: ['x/y'] })])
    expect(act()).toEqual(['VolumeProtected: PersistentVolume v changed'])
    expect(server.find('v')?.metadata.finalizers).toEqual(['x/y', volumeFinalizer])
    expect(acts(volume({}, { finalizers: [volumeFinalizer] }))).toEqual([])
  })

  it.each([[{ phase: 'Available' }], [{ phase: 'Released' }], [{ phase: 'Failed' }]])(
    'takes it off a volume that is being deleted with the status %j',
    (status) => {
      expect(acts(volume(status))).toEqual(['VolumeUnbound: PersistentVolume v gone'])
    },
  )

  it('leaves it on a volume that shows no phase', () => {
    for (const status of [undefined, null, 'Bound', {}]) expect(acts(volume(status))).toEqual([])
  })

  it('leaves it on a volume that is bound, or that it does not hold', () => {
    expect(acts(volume({ phase: 'Bound' }))).toEqual([])
    expect(acts(volume({ phase: 'Released' }, deleted('x/y')))).toEqual([])
  })

  it('is woken by volumes alone', () => {
    const { keysOf } = pvProtectionController()
    expect(keysOf(added(volume({})))).toEqual(['v'])
    expect([gone(volume({})), added(object('a'))].flatMap(keysOf)).toEqual([])
  })

  it('has nothing to do about a volume that is gone', () => {
    const { server } = acting(pvProtectionController(), [])
    const view = { ...server, at: noon, covers: isServed }
    expect(pvProtectionController().reconcile(view)('v')).toEqual({ requests: [], why: { _tag: 'VolumeUnbound' } })
  })

  it('is called as in the control plane, and so is its finalizer', () => {
    expect(pvProtectionController().name).toBe('persistentvolume-protection-controller')
    expect(volumeFinalizer).toBe('kubernetes.io/pv-protection')
  })

  it('says why', () => {
    expect([
      explainVolumeProtection({ _tag: 'VolumeUnbound' }),
      explainVolumeProtection({ _tag: 'VolumeProtected' }),
    ]).toEqual(['it is being deleted, and no claim is bound to it', 'every volume is protected while it is bound'])
  })
})
