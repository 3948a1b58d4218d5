import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../../src/collectors/kubernetes/object.js'
import type { Identity, Memory } from '../../../../../src/collectors/kubernetes/owner/index.js'
import {
  defaultPolicy,
  memoryOf,
  nodeOf,
  observe,
  runAttempt,
} from '../../../../../src/collectors/kubernetes/owner/index.js'
import { scopeTable } from '../../../../../src/collectors/kubernetes/scope.js'
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
