import { expect, it } from 'vitest'

import { strategic as mergedStrategically, patched } from '../../src/apiserver/patch.js'
import type { MetadataPatch, PatchType } from '../../src/apiserver/request.js'
import { object, to } from '../controllers/owner/build.js'
import { blocking } from '../simulate/cascade/cluster.js'

const [a, b, c] = [blocking('a'), blocking('b'), blocking('c')]
const before = object('x', [a, b, a], { finalizers: ['p/q', 'orphan'] })
const strategic: PatchType = 'application/strategic-merge-patch+json'
const merge: PatchType = 'application/merge-patch+json'
const metadataAfter = (patchType: PatchType, metadata: MetadataPatch, of = before): unknown => {
  const answer = patched({ patchType, body: { metadata } })(of)
  return answer._tag === 'Stays' ? answer.object.metadata : answer
}

it.each([
  ['takes out every reference of a uid', strategic, [{ $patch: 'delete', uid: 'a' } as const], [b]],
  [
    'replaces the first reference of a uid',
    strategic,
    [to('b', { blockOwnerDeletion: false })],
    [a, to('b', { blockOwnerDeletion: false })],
  ],
  ['keeps what a reference does not name', strategic, [to('b')], [a, b]],
  ['puts what is new before what it does not name', strategic, [c], [c, a, b]],
  ['without a list leaves the references', strategic, null, [a, b]],
  ['states the list', merge, [c], [c]],
  ['states references alone', merge, [c, { $patch: 'delete', uid: 'a' } as const], [c]],
  ['without a list states that there is none', merge, null, []],
])('a patch %s', (_what, patchType, ownerReferences, expected) => {
  expect(metadataAfter(patchType, { ownerReferences })).toEqual({ ...before.metadata, ownerReferences: expected })
})

it('a patch states finalizers, or that there are none', () => {
  expect(metadataAfter(merge, { finalizers: ['p/q'] })).toEqual({ ...before.metadata, finalizers: ['p/q'] })
  expect(metadataAfter(merge, { finalizers: null })).toEqual({ ...before.metadata, finalizers: [] })
})

it('a strategic patch adds the finalizers that are not there yet, in its own order', () => {
  const patch = { metadata: { finalizers: ['a/b', 'p/q'] } }
  const metadata = { finalizers: ['a/b', 'p/q', 'orphan'] }
  expect(mergedStrategically({ metadata: { finalizers: ['p/q', 'orphan'] } }, patch)).toEqual({ metadata })
})

it('a patch that names neither changes neither', () => {
  expect(metadataAfter(strategic, { uid: 'x', resourceVersion: '7' })).toEqual(before.metadata)
})

it.each([
  ['uid', { uid: 'y' }, 'uid in patch: y, in object: x', before],
  ['version', { resourceVersion: '6' }, 'resourceVersion in patch: 6, in object: 7', before],
  [
    'version, where the object shows none',
    { resourceVersion: '6' },
    'resourceVersion in patch: 6, in object: ',
    object('x', [], { resourceVersion: undefined }),
  ],
])('a patch of another %s is a conflict', (_what, metadata, message, of) => {
  expect(metadataAfter(merge, { ...metadata, finalizers: null }, of)).toEqual({
    _tag: 'Refused',
    code: 409,
    reason: 'Conflict',
    message,
  })
})

it('a strategic patch takes texts out of the list that its directive names, and only by the directive', () => {
  const held = { finalizers: ['p/q', 'orphan'], other: ['p/q'] }
  expect(mergedStrategically(held, { '$deleteFromPrimitiveList/finalizers': ['p/q'] })).toEqual({
    finalizers: ['orphan'],
    other: ['p/q'],
  })
  const alike = `${'x'.repeat('$deleteFromPrimitiveList/'.length)}finalizers`
  expect(mergedStrategically(held, { [alike]: ['p/q'] })).toEqual({ ...held, [alike]: ['p/q'] })
})
