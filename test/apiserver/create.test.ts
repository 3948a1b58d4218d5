import { describe, expect, it } from 'vitest'

import { create, update } from '../../src/apiserver/index.js'
import type { KubeObject, OwnerReference, WholeObject } from '../../src/apiserver/object.js'

const owner: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n', blockOwnerDeletion: true }
const object = (kind: string, metadata: Partial<KubeObject['metadata']> = {}, apiVersion = 'v1'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', uid: 'u', ...metadata },
})
const stored = (before: KubeObject): KubeObject['metadata'] | undefined => {
  const answer = create(before)
  return answer._tag === 'Stays' ? answer.object.metadata : undefined
}

describe('a created object', () => {
  it.each([
    ['PersistentVolumeClaim', 'v1', ['a/b', 'kubernetes.io/pvc-protection']],
    ['PersistentVolume', 'v1', ['a/b', 'kubernetes.io/pv-protection']],
    ['PersistentVolume', 'example.com/v1', ['a/b']],
    ['ConfigMap', 'v1', ['a/b']],
  ])('of kind %s of %s is held by the finalizers %j', (kind, apiVersion, finalizers) => {
    expect(stored(object(kind, { finalizers: ['a/b'] }, apiVersion))?.finalizers).toEqual(finalizers)
  })
  it('is held by its protection alone where it had no finalizers', () => {
    expect(stored(object('PersistentVolumeClaim'))?.finalizers).toEqual(['kubernetes.io/pvc-protection'])
  })
  it.each([
    ['Namespace', 'Active'],
    ['PersistentVolumeClaim', 'Pending'],
    ['PersistentVolume', 'Pending'],
  ])('of kind %s begins in the phase %s, whatever its status says', (kind, phase) => {
    const statusOf = (status: unknown, apiVersion = 'v1'): unknown => {
      const answer = create({ ...object(kind, {}, apiVersion), status })
      return answer._tag === 'Stays' ? (answer.object as WholeObject).status : undefined
    }
    expect([undefined, null, 'text', { phase: 'Bound' }].map((status) => statusOf(status))).toEqual(
      [{}, {}, {}, {}].map(() => ({ phase })),
    )
    expect(statusOf({ conditions: [] })).toEqual({ conditions: [], phase })
    expect(statusOf({ phase: 'x' }, 'example.com/v1')).toEqual({ phase: 'x' })
  })
  it('of another kind keeps its status', () => {
    expect(create({ ...object('Pod'), status: { phase: 'Running' } })).toMatchObject({
      object: { status: { phase: 'Running' } },
    })
  })
  it('has the finalizer of the namespace controller once, if it is a namespace', () => {
    const specOf = (spec: unknown): unknown => {
      const answer = create({ ...object('Namespace'), spec })
      return answer._tag === 'Stays' ? (answer.object as WholeObject).spec : undefined
    }
    expect([undefined, null, 'text', { finalizers: 'kubernetes' }].map(specOf)).toEqual(
      [1, 2, 3, 4].map(() => ({ finalizers: ['kubernetes'] })),
    )
    expect(specOf({ finalizers: ['x/y'], other: 7 })).toEqual({ finalizers: ['x/y', 'kubernetes'], other: 7 })
    expect(specOf({ finalizers: ['kubernetes'] })).toEqual({ finalizers: ['kubernetes'] })
    expect(create(object('PersistentVolumeClaim'))).not.toMatchObject({ object: { spec: {} } })
  })
  it('tells owners apart that differ in a flag alone', () => {
    const bare: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }
    const owners = [
      bare,
      { ...bare, controller: true },
      { ...bare, controller: false },
      { ...bare, blockOwnerDeletion: true },
    ]
    expect(stored(object('ConfigMap', { ownerReferences: owners }))?.ownerReferences).toEqual(owners)
  })
  it('is protected once', () => {
    const finalizers = ['kubernetes.io/pvc-protection', 'a/b']
    expect(stored(object('PersistentVolumeClaim', { finalizers }))?.finalizers).toEqual(finalizers)
  })
  it('names an owner once where two references are equal in every field', () => {
    const other = { ...owner, blockOwnerDeletion: false }
    expect(stored(object('ConfigMap', { ownerReferences: [owner, other, owner] }))?.ownerReferences).toEqual([
      owner,
      other,
    ])
    const bare: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }
    const explicit = { ...bare, controller: undefined, blockOwnerDeletion: undefined }
    expect(stored(object('ConfigMap', { ownerReferences: [bare, explicit] }))?.ownerReferences).toEqual([bare])
  })
  it('does not carry both finalizers of the collector, nor owners that name nothing', () => {
    expect(create(object('ConfigMap', { finalizers: ['orphan', 'foregroundDeletion'] }))).toEqual({
      _tag: 'Refused',
      code: 422,
      reason: 'Invalid',
      message: 'finalizers orphan and foregroundDeletion exclude each other',
    })
    expect(create(object('ConfigMap', { ownerReferences: [{ ...owner, name: '' }] }))).toMatchObject({ code: 422 })
  })
  it('without finalizers and owners has none afterwards', () => {
    expect(stored(object('ConfigMap'))).toEqual({ name: 'x', uid: 'u' })
  })
})

it('owners are told apart by every field when they are changed, too', () => {
  expect(update({ ownerReferences: [owner, owner] })(object('ConfigMap'))).toMatchObject({
    object: { metadata: { ownerReferences: [owner] } },
  })
})
