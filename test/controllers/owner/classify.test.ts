import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Answer } from '../../../src/controllers/owner/classify.js'
import { classify, standingOf } from '../../../src/controllers/owner/classify.js'
import { decide, decideForeground } from '../../../src/controllers/owner/decide.js'
import { namesExactly, namespaceOf } from '../../../src/apiserver/object.js'
import { addressAs, whereToLook, scopeTable } from '../../../src/apiserver/scope.js'
import { deleted, object, scopes, to } from './build.js'

const table = scopeTable(scopes)
const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'ns', name: 'a' }
const found = (...metadata: ReadonlyArray<string>): Answer<string> => ({
  _tag: 'Found',
  object: object('a', [], metadata.length === 0 ? {} : deleted(...metadata)),
})

describe('a reference', () => {
  it.each([
    ['solid', 'an owner that lives', found()],
    ['solid', 'an owner that somebody else holds', found('example.com/x')],
    ['waiting', 'an owner that waits for its dependents', found('foregroundDeletion')],
    ['dangling', 'another object of the name', { _tag: 'Found', object: object('z', [], { name: 'a' }) }],
    ['dangling', 'nothing', { _tag: 'NotFound' }],
  ] as const)('is %s when a look finds %s', (standing, _, answer) => {
    expect(standingOf(to('a'), address)<string>(answer)).toEqual(E.right(standing))
  })

  it('is not classified when its owner is not covered, or the lookup failed', () => {
    expect(standingOf(to('a'), address)<string>({ _tag: 'NotCovered' })).toEqual(
      E.left({ reference: to('a'), because: { _tag: 'NotCovered', object: address } }),
    )
    expect(standingOf(to('a'), address)({ _tag: 'Failed', error: 'no' })).toEqual(
      E.left({ reference: to('a'), because: { _tag: 'LookupFailed', object: address, error: 'no' } }),
    )
  })

  it('names an object exactly by uid, name, kind and version', () => {
    expect(namesExactly(to('a'))(object('a'))).toBe(true)
    for (const other of [
      object('z', [], { name: 'a' }),
      object('a', [], { name: 'z' }),
      object('a', [], {}, 'Pod'),
      object('a', [], {}, 'ConfigMap', 'v2'),
    ])
      expect(namesExactly(to('a'))(other)).toBe(false)
  })
})

describe('a classification', () => {
  it('lists references by how they stand, in their order', () => {
    const answers: Readonly<Record<string, Answer<string>>> = { a: found(), w: found('foregroundDeletion') }
    const owners = [to('x'), to('a'), to('y')]
    expect(classify<string>(table, ({ name }) => answers[name] ?? { _tag: 'NotFound' })(object('b', owners))).toEqual(
      E.right({ solid: [to('a')], dangling: [to('x'), to('y')], waiting: [] }),
    )
  })

  it('ends at the first reference that nobody can tell', () => {
    const looks: string[] = []
    const look = ({ name }: { readonly name: string }): Answer<string> => {
      looks.push(name)
      return name === 'y' ? { _tag: 'Failed', error: 'no' } : { _tag: 'NotFound' }
    }
    expect(classify(table, look)(object('b', [to('x'), to('y'), to('z')]))).toMatchObject(
      E.left({ reference: to('y'), because: { _tag: 'LookupFailed', object: { name: 'y' }, error: 'no' } }),
    )
    expect(looks).toEqual(['x', 'y'])
  })
})

describe('where an object is looked for', () => {
  const [configMap] = scopes
  if (configMap === undefined) throw new Error('no scopes')

  it('is its namespace, or the cluster for kinds that live there', () => {
    const { namespace, ...inCluster } = address
    expect(whereToLook(table, namespace)(to('a'))).toEqual(address)
    expect(addressAs(configMap, undefined, 'a')).toStrictEqual(inCluster)
    expect(whereToLook(table, 'ns')(to('a', { kind: 'Node' }))).toStrictEqual({
      apiVersion: 'v1',
      kind: 'Node',
      resource: 'nodes',
      name: 'a',
    })
  })

  it('is the cluster for an object whose namespace is text without characters', () => {
    expect(namespaceOf(object('a', [], { namespace: '' }))).toBeUndefined()
    expect(namespaceOf(object('a'))).toBe('ns')
  })
})

describe('a decision', () => {
  const none = { solid: [], dangling: [], waiting: [] }
  const nobody = (): never => {
    throw new Error('not asked')
  }

  it('is to do nothing where all owners are solid, or there are none', () => {
    expect(decide(object('b'), { ...none, solid: [to('a')] }, nobody)).toEqual({ _tag: 'Nothing' })
    expect(decide(object('b'), none, nobody)).toEqual({ _tag: 'Nothing' })
  })

  it('takes dangling references off before waiting ones, whatever their order, each as often as it comes', () => {
    const classification = { solid: [to('a')], dangling: [to('x'), to('x')], waiting: [to('w')] }
    expect(decide(object('b'), classification, nobody)).toEqual({ _tag: 'RemoveReferences', uids: ['x', 'x', 'w'] })
  })

  it('of an owner that waits is to let go when nothing blocks it, else to look at what does not wait itself', () => {
    const blocks = (name: string): boolean => name !== 'free'
    const waits = (name: string): boolean => name === 'waits'
    expect(decideForeground(blocks, waits)(['free'])).toEqual({ _tag: 'RemoveFinalizer' })
    expect(decideForeground(blocks, waits)(['free', 'waits', 'blocks'])).toEqual({
      _tag: 'Wait',
      blocking: ['waits', 'blocks'],
      examine: ['blocks'],
    })
  })
})
