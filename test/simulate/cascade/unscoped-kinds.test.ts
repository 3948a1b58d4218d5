import { describe, expect, it } from 'vitest'

import { type Coverage, type Scope, type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import { type CascadeRequest, type Unknown, explainCascade, planCascade } from '../../../src/simulate/cascade/index.js'
import { right } from '../../decode/reading.js'

const at = new Date('2026-01-01T12:00:00Z')
const definition: WholeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com', uid: 'definition' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      { name: 'v1', served: true, storage: true },
      { name: 'v1beta1', served: true, storage: false },
    ],
  },
}
const namespace: WholeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', uid: 'shop' },
  spec: { finalizers: ['kubernetes'] },
}
const root: WholeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'r', uid: 'r' } }
const widget = (name: string, owner?: WholeObject): WholeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    ...{ namespace: 'shop', name, uid: name },
    ...(owner === undefined
      ? {}
      : {
          ownerReferences: [
            { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid },
          ],
        }),
  },
})
const scope = (version: string): Scope => ({
  ...{ apiVersion: `example.com/${version}`, kind: 'Widget', resource: 'widgets' },
  ...{ namespaced: true, strategicMergePatch: false },
})

const told = (
  request: CascadeRequest,
  objects: ReadonlyArray<WholeObject>,
  more: Partial<Owner.Snapshot> = {},
): ReadonlyArray<Unknown> =>
  right(
    planCascade(Owner.defaultPolicy)([request])({
      ...{ at, objects, scopes: scopes_1_36.scopes, coverage: { _tag: 'Everything' } },
      ...more,
    }),
  ).unknown

const deletionOf = (target: string): CascadeRequest => ({ _tag: 'Delete', target, options: {} })
const widgets = (objects: number, first: string) => ({
  ...{ _tag: 'KindWithoutScope', apiVersion: 'example.com/v1', kind: 'Widget', objects },
  first: expect.objectContaining({ name: first }),
})

const scopes = scopes_1_36.scopes.filter(({ kind }) => kind === 'CustomResourceDefinition')
const covering = (...kinds: ReadonlyArray<string>): Coverage => ({
  _tag: 'Resources',
  resources: kinds.map((kind) => ({
    ...{ group: kind === 'Widget' ? 'example.com' : 'apiextensions.k8s.io', kind },
    namespaces: 'all',
  })),
})

describe('a kind without a scope', () => {
  const objects = [namespace, definition, root, widget('a'), widget('b', root), widget('c')]

  it('is told where its definition is deleted, with all instances', () => {
    expect(told(deletionOf('definition'), objects)).toStrictEqual([widgets(3, 'a')])
  })

  it('is told where its objects are in a namespace that is deleted', () => {
    expect(told({ _tag: 'DeleteNamespace', namespace: 'shop', options: {} }, objects)).toStrictEqual([widgets(3, 'a')])
  })

  it('is told where its objects depend on what is deleted, and of those alone', () => {
    expect(told(deletionOf('r'), objects)).toStrictEqual([widgets(1, 'b')])
  })

  it('is told where one of its objects is to be deleted', () => {
    expect(told(deletionOf('c'), objects)).toStrictEqual([widgets(1, 'c')])
  })

  it('is nothing to tell of what has a scope, or is not reached', () => {
    const all = [...scopes_1_36.scopes, scope('v1')]
    expect(told(deletionOf('definition'), objects, { scopes: all })).toStrictEqual([])
    expect(told(deletionOf('r'), [namespace, definition, root, widget('a')])).toStrictEqual([])
  })

  it('is told of a definition without instances, unless it is known that there are none', () => {
    expect(told(deletionOf('definition'), [definition])).toStrictEqual([])
    expect(
      told(deletionOf('definition'), [definition], { scopes, coverage: covering('CustomResourceDefinition') }),
    ).toStrictEqual([widgets(0, 'widgets.example.com')])
    const coverage = covering('CustomResourceDefinition', 'Widget')
    expect(told(deletionOf('definition'), [definition], { scopes, coverage })).toStrictEqual([])
  })

  it('is served where another version of it is', () => {
    const unknown = told(deletionOf('definition'), [definition], {
      scopes: [...scopes, scope('v1beta1')],
      coverage: covering('CustomResourceDefinition'),
    })
    expect(unknown.map(({ _tag }) => _tag)).toStrictEqual(['DependentsNotCovered'])
  })

  it('is told in a sentence', () => {
    expect(told(deletionOf('definition'), objects).map(explainCascade)).toStrictEqual([
      'how Widget of example.com/v1 is served is not in the snapshot, so what becomes of 3 objects of it, including Widget shop/a is unknown',
    ])
    const coverage = covering('CustomResourceDefinition')
    expect(told(deletionOf('definition'), [definition], { scopes, coverage }).map(explainCascade)).toStrictEqual([
      'how Widget of example.com/v1 is served is not in the snapshot, so what becomes of the objects that CustomResourceDefinition widgets.example.com defines is unknown',
    ])
  })
})

describe('groups that were not discovered', () => {
  const undiscoveredGroups = ['metrics.k8s.io', 'stale.example.com']

  it('are told where anything goes', () => {
    const unknown = told(deletionOf('r'), [namespace, root], { undiscoveredGroups })
    expect(unknown).toStrictEqual([{ _tag: 'GroupsNotDiscovered', groups: undiscoveredGroups }])
    expect(unknown.map(explainCascade)).toStrictEqual([
      'the API server does not tell the kinds of groups metrics.k8s.io, stale.example.com; whether objects of them go too is unknown',
    ])
  })

  it('are told where something is only marked', () => {
    const held = { ...root, metadata: { ...root.metadata, finalizers: ['example.com/hold'] } }
    expect(told(deletionOf('r'), [namespace, held], { undiscoveredGroups })).toHaveLength(1)
  })

  it('are nothing to tell where nothing goes', () => {
    expect(told(deletionOf('nobody'), [namespace, root], { undiscoveredGroups })).toStrictEqual([])
  })
})
