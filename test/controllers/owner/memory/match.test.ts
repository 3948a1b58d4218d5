import { describe, expect, it } from 'vitest'

import type { KubeObject, OwnerReference } from '../../../../src/apiserver/object.js'
import type { Identity, Memory } from '../../../../src/controllers/owner/index.js'
import { defaultPolicy, memoryOf, nodeOf, observe, runAttempt } from '../../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { object, scopes, to } from '../build.js'

const absent = (memory: Memory, identity: Identity): Memory =>
  observe(defaultPolicy)({ _tag: 'FoundAbsent', identity })(memory)

const named = (name: string): Identity => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'ns',
  name,
  uid: 'x',
})

const inCluster = (identity: Identity): Identity => ({ ...identity, namespace: undefined })

const knownAs = (...names: ReadonlyArray<string>): Memory =>
  memoryOf(defaultPolicy)(names.map((name, index) => object(`d${index}`, [to('x', { name })])))

describe('an owner that its dependents know by several names', () => {
  it('is looked for under the next name after the one that does not exist', () => {
    expect(nodeOf('x')(absent(knownAs('b', 'a', 'd', 'c'), named('b')))?.identity.name).toBe('c')
  })

  it('is looked for under the first name again after the last one', () => {
    const renamed = absent(absent(knownAs('b', 'a', 'c'), named('b')), named('c'))
    expect(nodeOf('x')(renamed)?.identity.name).toBe('a')
  })

  it('is looked for by kind first, then by version, namespace and name', () => {
    const memory = (
      ...dependents: ReadonlyArray<readonly [reference: Partial<OwnerReference>, namespace?: string]>
    ): Memory =>
      memoryOf(defaultPolicy)(
        dependents.map(([reference, namespace = 'ns'], index) =>
          object(`d${index}`, [to('x', reference)], { namespace }),
        ),
      )
    const next = (looked: Identity, known: Memory): unknown => {
      const identity = nodeOf('x')(absent(known, looked))?.identity
      return identity === undefined
        ? null
        : `${identity.kind} ${identity.apiVersion} ${identity.namespace ?? ''}/${identity.name}`
    }
    const autoscaler = (version: string, name: string): Partial<OwnerReference> => ({
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      name,
    })
    // A kind that comes later comes after every name of this one, and the first kind again after the last.
    expect(next(named('b'), memory([{ name: 'b' }], [{ kind: 'Pod', name: 'a' }], [{ name: 'c' }]))).toBe(
      'ConfigMap v1 ns/c',
    )
    expect(next(named('b'), memory([{ name: 'b' }], [{ kind: 'Pod', name: 'a' }], [{ name: 'a' }]))).toBe('Pod v1 ns/a')
    expect(next(named('b'), memory([{ name: 'b' }], [{ name: 'a' }]))).toBe('ConfigMap v1 ns/a')
    const looked = { ...named('m'), apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' }
    expect(next(looked, memory([autoscaler('v1', 'm')], [autoscaler('v2', 'a')], [autoscaler('v1', 'z')]))).toBe(
      'HorizontalPodAutoscaler autoscaling/v1 ns/z',
    )
    expect(next(looked, memory([autoscaler('v1', 'm')], [autoscaler('v2', 'a')], [autoscaler('v1', 'b')]))).toBe(
      'HorizontalPodAutoscaler autoscaling/v2 ns/a',
    )
    expect(next(named('b'), memory([{ name: 'b' }], [{ name: 'a' }, 'other'], [{ name: 'c' }]))).toBe(
      'ConfigMap v1 ns/c',
    )
    expect(next(named('b'), memory([{ name: 'b' }], [{ name: 'a' }, 'other'], [{ name: 'a' }]))).toBe(
      'ConfigMap v1 other/a',
    )
    expect(next(named('b'), memory([{ name: 'b' }], [{ name: 'z' }, 'here'], [{ name: 'a' }]))).toBe(
      'ConfigMap v1 here/z',
    )
  })

  it('is looked for in the cluster before any namespace, even one that a digit begins', () => {
    const known = memoryOf(defaultPolicy)([
      object('d0', [to('x', { name: 'b' })], { namespace: '00' }),
      object('d1', [to('x', { name: 'z' })], { namespace: '' }),
      object('d2', [to('x', { name: 'y' })], { namespace: '0' }),
    ])
    expect(nodeOf('x')(absent(known, { ...named('b'), namespace: '00' }))?.identity).toEqual(inCluster(named('z')))
    const from = absent(known, inCluster(named('b')))
    expect(nodeOf('x')(from)?.identity).toMatchObject({ name: 'b', namespace: '00' })
  })

  it('is looked for under the nearest of several names, whatever the order of dependents', () => {
    for (const names of [
      ['b', 'd', 'c', 'a'],
      ['b', 'c', 'd', 'a'],
      ['b', 'a', 'c', 'd'],
    ])
      expect(nodeOf('x')(absent(knownAs(...names), named('b')))?.identity.name).toBe('c')
    for (const names of [
      ['z', 'c', 'b'],
      ['z', 'b', 'c'],
    ])
      expect(nodeOf('x')(absent(knownAs(...names), named('z')))?.identity.name).toBe('b')
  })

  it('keeps its name when another one does not exist', () => {
    expect(nodeOf('x')(absent(knownAs('b', 'a'), named('a')))?.identity.name).toBe('b')
  })

  it('lives in the cluster under every name once its kind was looked for there', () => {
    const memory = memoryOf(defaultPolicy)([
      object('d0', [to('x', { name: 'b' })], { namespace: undefined }),
      object('d1', [to('x', { name: 'c' })]),
    ])
    expect(nodeOf('x')(absent(memory, inCluster(named('b'))))?.identity).toEqual(inCluster(named('c')))
  })

  it('is gone when no dependent knows it by another name', () => {
    expect(nodeOf('x')(absent(knownAs('b', 'b'), named('b')))).toBeUndefined()
  })
})

describe('an owner of the cluster that is gone', () => {
  it('is not looked for again', () => {
    const dependent = object('b', [to('n', { kind: 'Node' })])
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'n' } }
    const memory = observe(defaultPolicy)({ _tag: 'Deleted', object: node })(memoryOf(defaultPolicy)([node, dependent]))
    expect(looksFor(memory, dependent)).toEqual(['b'])
  })
})

const looksFor = (memory: Memory, dependent: KubeObject): ReadonlyArray<string> => {
  const looks: string[] = []
  runAttempt(defaultPolicy, scopeTable(scopes))(memory)({
    get: ({ name }) => {
      looks.push(name)
      return name === dependent.metadata.name ? { _tag: 'Found', object: dependent } : { _tag: 'NotFound' }
    },
    call: () => ({ _tag: 'Accepted' }),
  })
  return looks
}
