import { describe, expect, it } from 'vitest'

import { referencesRefusal, removeFinalizer, update } from '../../src/apiserver/index.js'
import { putInPlace } from '../../src/apiserver/update.js'
import type { KubeObject, ObjectMeta, OwnerReference } from '../../src/apiserver/object.js'

const object = (metadata: Partial<ObjectMeta> = {}, kind = 'ConfigMap'): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'x', uid: 'u', ...metadata },
})
const deleting = { deletionTimestamp: new Date(0), deletionGracePeriodSeconds: 0 }
const owner: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }

describe('a change', () => {
  it('removes an object that was being deleted and that nothing holds any more', () => {
    expect(removeFinalizer('a/b')(object({ finalizers: ['a/b'], ...deleting }))._tag).toBe('Gone')
  })
  it('leaves an object that another finalizer holds', () => {
    expect(removeFinalizer('a/b')(object({ finalizers: ['a/b', 'c/d'], ...deleting }))).toMatchObject({
      _tag: 'Stays',
      object: { metadata: { finalizers: ['c/d'] } },
    })
  })
  it('leaves an object that nobody asked to delete', () => {
    expect(removeFinalizer('a/b')(object({ finalizers: ['a/b'] }))._tag).toBe('Stays')
  })
  it('leaves a pod that has time to end', () => {
    const stopping = object(
      { finalizers: ['a/b'], deletionTimestamp: new Date(0), deletionGracePeriodSeconds: 30 },
      'Pod',
    )
    expect(removeFinalizer('a/b')(stopping)._tag).toBe('Stays')
  })
  it('leaves a namespace whose content is still there', () => {
    expect(removeFinalizer('a/b')(object({ finalizers: ['a/b'], ...deleting }, 'Namespace'))._tag).toBe('Stays')
  })
  it('of owners removes an object that was only waiting to be written', () => {
    expect(update({ ownerReferences: [] })(object(deleting))._tag).toBe('Gone')
  })
  it('adds no finalizer to an object that is being deleted', () => {
    expect(update({ finalizers: ['a/b', 'c/d', 'e/f'] })(object({ finalizers: ['a/b'], ...deleting }))).toEqual({
      _tag: 'Refused',
      code: 422,
      reason: 'Invalid',
      message: 'no new finalizers can be added if the object is being deleted: c/d, e/f',
    })
  })
  it('does not set both finalizers of the collector', () => {
    expect(update({ finalizers: ['orphan', 'foregroundDeletion'] })(object())).toEqual({
      _tag: 'Refused',
      code: 422,
      reason: 'Invalid',
      message: 'finalizers orphan and foregroundDeletion exclude each other',
    })
  })
  it('of owners leaves both finalizers of the collector on an object that carries them', () => {
    const both = object({ finalizers: ['orphan', 'foregroundDeletion'] })
    expect(update({ ownerReferences: [] })(both)._tag).toBe('Stays')
  })
  it('takes a finalizer from an object that has none, and finds it unchanged', () => {
    expect(removeFinalizer('a/b')(object())).toMatchObject({ _tag: 'Stays', object: { metadata: { finalizers: [] } } })
  })
  it('takes either from an object that carries both', () => {
    const both = object({ finalizers: ['orphan', 'foregroundDeletion'] })
    expect(removeFinalizer('orphan')(both)).toMatchObject({
      object: { metadata: { finalizers: ['foregroundDeletion'] } },
    })
  })
  it('finds nothing where nothing is', () => {
    const nothing = { _tag: 'Refused', code: 404, reason: 'NotFound', message: 'the object not found' }
    expect([removeFinalizer('a/b')(undefined), update({})(undefined)]).toEqual([nothing, nothing])
  })
  it('refuses owners that name nothing', () => {
    expect(update({ ownerReferences: [{ ...owner, uid: '' }] })(object())).toMatchObject({
      code: 422,
      message: 'metadata.ownerReferences[0].uid: required',
    })
  })
})

describe('an object put in place', () => {
  const before = { ...object({ generation: 5, resourceVersion: '7' }), spec: { replicas: 1 } }
  const put = (metadata: Partial<ObjectMeta>, replicas: number): unknown =>
    putInPlace('version-optional')({ ...object({ resourceVersion: '7', ...metadata }), spec: { replicas } })(before)
  it('keeps the generation of the server, whatever the request says', () => {
    expect(put({ generation: 99 }, 1)).toEqual({ _tag: 'Stays', code: 200, object: before })
    expect(put({ generation: 99, labels: { a: 'b' } }, 1)).toMatchObject({ object: { metadata: { generation: 5 } } })
    expect(put({ generation: 99 }, 2)).toMatchObject({ object: { metadata: { generation: 6 } } })
  })
  it('counts no generation where none was counted', () => {
    const uncounted = { ...object({ generation: 0, resourceVersion: '7' }), spec: { replicas: 1 } }
    const next = { ...object({ resourceVersion: '7' }), spec: { replicas: 2 } }
    expect(putInPlace('version-optional')(next)(uncounted)).toMatchObject({ object: { metadata: { generation: 0 } } })
    expect(put({ generation: undefined }, 2)).toMatchObject({ object: { metadata: { generation: 6 } } })
  })
  it('keeps equal owner references once', () => {
    expect(put({ ownerReferences: [owner, { ...owner }] }, 1)).toMatchObject({
      object: { metadata: { ownerReferences: [owner] } },
    })
  })
})

describe('owner references', () => {
  it.each([
    [
      'without a version',
      [{ ...owner, apiVersion: '' }],
      'metadata.ownerReferences[0].apiVersion: a version is required',
    ],
    [
      'of a group alone',
      [{ ...owner, apiVersion: 'apps/' }],
      'metadata.ownerReferences[0].apiVersion: a version is required',
    ],
    ['without a kind', [owner, { ...owner, kind: '' }], 'metadata.ownerReferences[1].kind: required'],
    ['without a name', [{ ...owner, name: '' }], 'metadata.ownerReferences[0].name: required'],
    ['to an event', [{ ...owner, kind: 'Event' }], 'metadata.ownerReferences[0].kind: an Event may own nothing'],
  ])('%s are refused', (_which, references, refusal) => {
    expect(referencesRefusal(references)).toBe(refusal)
  })
  it('may name one controller', () => {
    const controller = { ...owner, controller: true }
    expect(referencesRefusal([controller, { ...controller, name: 'm' }])).toBe(
      'metadata.ownerReferences: only one may be the controller, here n, m',
    )
    expect(referencesRefusal([controller, { ...owner, controller: false }])).toBeUndefined()
  })
  it('may name one owner twice, absent owners, and events of other groups', () => {
    expect(referencesRefusal([owner, owner, { ...owner, apiVersion: 'example.com/v1', kind: 'Event' }])).toBeUndefined()
  })
})
