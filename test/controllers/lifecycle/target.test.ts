import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { deleteOf, markAddress } from '../../../src/controllers/lifecycle/vote.js'
import { compareObjects, inOrder } from '../../../src/controllers/lifecycle/snapshot.js'
import { targetOf } from '../../../src/apiserver/object.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { object, scopes, secret } from './build.js'

const table = scopeTable(scopes)
const node = (namespace: string | undefined) => object('v1', 'Node', 'n', {}, { metadata: { namespace } })

describe('an object in a plan', () => {
  it('is named by its uid, version, kind, namespace and name', () => {
    expect(targetOf(secret('a', {}, { uid: 'u' }))).toEqual({
      _tag: 'Object',
      id: 'u',
      apiVersion: 'v1',
      kind: 'Secret',
      namespace: 'ns',
      name: 'a',
    })
  })

  it.each([[undefined], ['']])('of the cluster has no namespace: %o', (namespace) => {
    const named = { apiVersion: 'v1', kind: 'Node', name: 'n' }
    expect(Object.entries(targetOf(node(namespace)))).toEqual(Object.entries({ _tag: 'Object', id: 'n', ...named }))
    expect(Object.entries(markAddress(node(namespace)))).toEqual(Object.entries(named))
    const call = deleteOf({ scopes: table, propagation: new Map() }, node(namespace))
    expect(call).toStrictEqual(
      E.right({
        _tag: 'Delete',
        object: { apiVersion: 'v1', kind: 'Node', resource: 'nodes', name: 'n' },
        options: { preconditions: { uid: 'n', resourceVersion: '7' }, propagationPolicy: 'Background' },
      }),
    )
  })

  it('of a namespace keeps its namespace in every name', () => {
    expect(markAddress(secret('a'))).toEqual({ apiVersion: 'v1', kind: 'Secret', namespace: 'ns', name: 'a' })
    expect(deleteOf({ scopes: table, propagation: new Map() }, secret('a'))).toMatchObject({
      right: { object: { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespace: 'ns', name: 'a' } },
    })
  })

  it('comes by namespace, then by name, then by uid; what is in no namespace comes first', () => {
    const objects = [
      object('v1', 'Node', 'z', {}, { metadata: { namespace: undefined } }),
      secret('b', {}, { namespace: 'a', uid: '9' }),
      secret('c', {}, { namespace: 'a', uid: '1' }),
      secret('a', {}, { namespace: 'b', uid: '2' }),
      secret('a', {}, { namespace: 'b', uid: '3' }),
    ]
    const ids = ['z', '9', '1', '2', '3']
    expect(
      [...objects]
        .reverse()
        .sort(compareObjects)
        .map(({ metadata }) => metadata.uid),
    ).toEqual(ids)
    expect(
      inOrder([...objects].reverse().map((one) => ({ target: targetOf(one) }))).map(({ target }) => target.id),
    ).toEqual(ids)
    expect(compareObjects(secret('a'), secret('a'))).toBe(0)
  })
})
