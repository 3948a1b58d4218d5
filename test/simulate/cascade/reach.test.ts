import { describe, expect, it } from 'vitest'

import { dependentsByOwner, reachOf } from '../../../src/simulate/cascade/reach.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import { deleted, object, to } from '../../controllers/owner/build.js'
import { kubectl, namespace, node } from './cluster.js'

const reached = (
  objects: ReadonlyArray<KubeObject>,
  ...requests: ReadonlyArray<CascadeRequest>
): ReadonlyArray<string> => [...reachOf(objects, requests)].sort()
const emptying = (name: string): CascadeRequest => ({ _tag: 'DeleteNamespace', namespace: name, options: {} })
const elsewhere = (uid: string, owners = [to('a')]): KubeObject => object(uid, owners, { namespace: 'other' })

describe('a request reaches', () => {
  it('its target and what depends on it over any number of steps, nothing else', () => {
    const chain = [object('a'), object('b', [to('a')]), object('c', [to('b')]), object('d'), object('e', [to('d')])]
    expect(reached(chain, kubectl('a'))).toEqual(['a', 'b', 'c'])
    expect(reached(chain, kubectl('b'), { _tag: 'Vanish', target: 'd' })).toEqual(['b', 'c', 'd', 'e'])
  })

  it('an end in a circle', () => {
    expect(reached([object('a', [to('b')]), object('b', [to('a')])], kubectl('a'))).toEqual(['a', 'b'])
  })

  it('everything in a namespace that goes, by its uid or its name, and what depends on that elsewhere', () => {
    const all = [
      namespace('ns'),
      namespace('other'),
      object('a'),
      object('b'),
      elsewhere('c'),
      elsewhere('d', []),
      node('n'),
    ]
    expect(reached(all, kubectl('uid-ns'))).toEqual(['a', 'b', 'c', 'uid-ns'])
    expect(reached(all, emptying('ns'))).toEqual(['a', 'b', 'c', 'uid-ns'])
    expect(reached(all, emptying('ns'), emptying('other'))).toEqual(['a', 'b', 'c', 'd', 'uid-ns', 'uid-other'])
    expect(reached(all, emptying('nobody'))).toEqual([])
  })

  it('no namespace for an object that has the name of one', () => {
    const [claimed, a] = [object('x', [], { name: 'ns', namespace: 'other' }), object('a')]
    expect(reached([claimed, a], kubectl('x'))).toEqual(['x'])
    expect(reached([{ ...namespace('ns'), apiVersion: 'example.com/v1' }, a], kubectl('uid-ns'))).toEqual(['uid-ns'])
  })

  it('owners that wait for what it reaches, and no others', () => {
    const all = [
      object('a', [], deleted('foregroundDeletion')),
      object('b', [], deleted('orphan')),
      object('e', [], deleted('foregroundDeletion')),
      object('c', [to('a'), to('b'), to('e')]),
      object('d', [to('a')]),
    ]
    expect(reached(all, kubectl('c'))).toEqual(['a', 'c', 'd', 'e'])
  })

  it('no owner that would wait, as long as it is not being deleted', () => {
    const finalizers = ['foregroundDeletion']
    const [a, c, d] = [object('a', [], { finalizers }), object('c', [to('a')]), object('d', [to('a')])]
    expect(reached([a, c, d], kubectl('c'))).toEqual(['c'])
    expect([...reachOf([a, c, d], [kubectl('c')], (one) => one === a)].sort()).toEqual(['a', 'c', 'd'])
  })

  it('an owner that is to leave behind what the server lets nobody change', () => {
    const event = { apiVersion: 'v1', kind: 'Event', name: 'o-x', uid: 'x' }
    const all = [object('b', [], deleted('orphan')), object('c', [to('b'), event]), object('d', [to('b')])]
    expect(reached(all, kubectl('c'))).toEqual(['b', 'c', 'd'])
    expect(reached(all, kubectl('d'))).toEqual(['d'])
    const misnamed = object('e', [{ ...event, name: 'b', uid: 'b' }])
    expect(reached([object('b', [], deleted('orphan')), misnamed], kubectl('e'))).toEqual(['e'])
  })
})

it('a dependent that names an owner twice is one dependent, and one of two owners is a dependent of each', () => {
  const [b, c] = [object('b', [to('a'), to('a'), to('z')]), object('c', [to('a')])]
  expect(dependentsByOwner([object('a'), b, c])).toEqual(
    new Map([
      ['a', [b, c]],
      ['z', [b]],
    ]),
  )
})
