import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { classFinalizer, vacProtectionController } from '../../../src/controllers/vac-protection/controller.js'
import { explainClassProtection } from '../../../src/controllers/vac-protection/explain.js'
import { classesOf } from '../../../src/controllers/vac-protection/users.js'
import { acting, actsOf, isServed } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const gold = (more: Partial<ObjectMeta> = deleted(classFinalizer)): WholeObject =>
  object('gold', [], { namespace: undefined, ...more }, 'VolumeAttributesClass', 'storage.k8s.io/v1')
const volume = (spec?: unknown): WholeObject => ({
  ...object('v', [], { namespace: undefined }, 'PersistentVolume'),
  spec,
})
const claim = (spec?: unknown, status?: unknown): WholeObject => ({
  ...object('c', [], {}, 'PersistentVolumeClaim'),
  spec,
  status,
})
const acts = (...objects: ReadonlyArray<WholeObject>) => actsOf(vacProtectionController(), objects)
const freed = ['ClassUnused: VolumeAttributesClass gold gone']
const named = { volumeAttributesClassName: 'gold' }

// Hand-derived from section 12 of the specification.
describe('the protection of VolumeAttributesClasses', () => {
  it('puts its finalizer on a class without', () => {
    const { server, acts: act } = acting(vacProtectionController(), [gold({ finalizers: ['x/y'] })])
    expect(act()).toEqual(['ClassProtected: VolumeAttributesClass gold changed'])
    expect(server.find('gold')?.metadata.finalizers).toEqual(['x/y', classFinalizer])
    expect(acts(gold({ finalizers: [classFinalizer] }))).toEqual([])
  })

  it('takes it off a class that is being deleted and that nobody names', () => {
    const others = [volume({}), claim({ volumeAttributesClassName: 'silver' }, {})]
    expect(acts(gold(), ...others)).toEqual(freed)
    expect(acts(gold(deleted('x/y')))).toEqual([])
  })

  it.each([
    ['a volume', volume(named)],
    ['a claim that asks for it', claim(named, {})],
    ['a claim that has it', claim({}, { currentVolumeAttributesClassName: 'gold' })],
    [
      'a claim that is being changed to it',
      claim({}, { modifyVolumeStatus: { targetVolumeAttributesClassName: 'gold' } }),
    ],
    ['a volume without specification', volume()],
    ['a claim without specification', claim(undefined, {})],
    ['a claim without status', claim({})],
  ])('leaves it on a class that %s may use', (_, user) => {
    expect(acts(gold(), user)).toEqual([])
  })

  it('leaves it on while volumes or claims are not shown', () => {
    for (const hidden of ['PersistentVolume', 'PersistentVolumeClaim'])
      expect(actsOf(vacProtectionController(), [gold()], (_, kind) => kind !== hidden)).toEqual([])
  })

  it('does not count another kind that has the field', () => {
    expect(acts(gold(), { ...object('a'), spec: named, status: {} })).toEqual(freed)
  })

  it('finds no class named by another kind that has the fields', () => {
    const status = { currentVolumeAttributesClassName: 'gold' }
    expect(classesOf({ ...object('a'), spec: named, status })).toEqual([])
  })

  it('asks nothing about a class that is gone', () => {
    const { server } = acting(vacProtectionController(), [])
    const view = { ...server, at: noon, covers: isServed }
    expect(vacProtectionController().reconcile(view)('gold')).toMatchObject({ requests: [] })
  })

  it('is known by its name and its finalizer', () => {
    expect([vacProtectionController().name, classFinalizer]).toEqual([
      'volumeattributesclass-protection-controller',
      'kubernetes.io/vac-protection',
    ])
  })

  it('is woken by classes, and by volumes and claims that let go of one', () => {
    const { keysOf } = vacProtectionController()
    expect(keysOf(added(gold()))).toEqual(['gold'])
    expect(keysOf(updated(gold(), gold()))).toEqual(['gold'])
    expect(keysOf(gone(volume(named)))).toEqual(['gold'])
    expect(keysOf(updated(claim({}, {}), claim(named, {})))).toEqual(['gold'])
    expect(
      [
        gone(gold()),
        added(volume(named)),
        updated(claim(named, {}), claim(named, {})),
        updated(claim({}, {})),
        gone(claim({ volumeAttributesClassName: '' }, {})),
        gone({ ...object('a'), spec: named }),
        gone(object('a', [], {}, 'VolumeAttributesClass', 'example.com/v1')),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it.each([
    [
      'claim',
      claim(named, {}),
      { kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims', namespace: 'ns', name: 'c' },
    ],
    ['volume', volume(named), { kind: 'PersistentVolume', resource: 'persistentvolumes', name: 'v' }],
  ])('lets a class go once the last %s is gone', (_, user, address) => {
    const { server, acts: act } = acting(vacProtectionController(), [gold(), user])
    expect(act()).toEqual([])
    server.delete({ apiVersion: 'v1', ...address }, {})
    expect(act()).toEqual(freed)
  })

  it('is woken by no other kind', () => {
    const { keysOf } = vacProtectionController()
    const other = (kind: string, apiVersion: string) => object('gold', [], { namespace: undefined }, kind, apiVersion)
    expect(
      [
        added(other('StorageClass', 'storage.k8s.io/v1')),
        added(other('VolumeAttributesClass', 'example.com/v1')),
        { ...updated(volume({}), volume(named)), _tag: 'Added' as const },
        gone(volume({ volumeAttributesClassName: '' })),
        gone(volume({})),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('says why', () => {
    expect((['ClassUnused', 'ClassProtected'] as const).map((_tag) => explainClassProtection({ _tag }))).toEqual([
      'it is being deleted, and no volume or claim names it',
      'every class is protected while a volume or claim names it',
    ])
  })
})
