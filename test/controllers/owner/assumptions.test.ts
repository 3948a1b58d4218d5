import { describe, expect, it } from 'vitest'

import type { Coverage, CoveredResource } from '../../../src/apiserver/scope.js'
import { groupOf } from '../../../src/apiserver/object.js'
import type { KubeObject, OwnerReference } from '../../../src/apiserver/object.js'
import type { Plan, Policy } from '../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, object, planOf, scopes, to } from './build.js'

const blocking = { blockOwnerDeletion: true }
const trusting: Policy = { ...defaultPolicy, uncovered: 'absent' }
const nothing: Coverage = { _tag: 'Resources', resources: [] }

const listed = (because?: string, namespaces: CoveredResource['namespaces'] = 'all'): CoveredResource => ({
  group: '',
  kind: 'ConfigMap',
  namespaces,
  because,
})

const resources = (...all: ReadonlyArray<CoveredResource>): Coverage => ({ _tag: 'Resources', resources: all })

/** Every kind in every namespace, on this ground. */
const wholly = (because?: string): ReadonlyArray<CoveredResource> =>
  scopes.map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind, namespaces: 'all', because }))

/** Grounds with the targets that rest on them. */
const grounds = ({ assumptions }: Plan): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(assumptions.map(({ because, targets }) => [because, targets]))

const planned = (objects: ReadonlyArray<KubeObject>, coverage: Coverage, policy = defaultPolicy): Plan =>
  planOf(clusterOf(objects, coverage), policy)

const policyTrusts = 'the policy takes what is not covered for absent'

const removed = ({ passes }: Plan): ReadonlyArray<string> =>
  passes.flatMap(({ removals }) => removals.map(({ target }) => target.id))

describe('the absence of an owner', () => {
  const orphaned = object('b', [to('x')])

  it('rests on the statement that covers it', () => {
    const plan = planned([orphaned], resources(listed('taken with -A')))
    expect(plan.assumptions).toEqual([
      {
        about: 'coverage',
        assumed: 'as stated',
        because: 'taken with -A',
        targets: ['b'],
      },
    ])
  })

  it('rests on the statement that the snapshot is the whole cluster', () => {
    expect(grounds(planned([orphaned], { _tag: 'Everything', because: 'a test' }))).toEqual({ 'a test': ['b'] })
  })

  it('rests on nothing where no ground is needed', () => {
    expect(planned([orphaned], { _tag: 'Everything' }).assumptions).toEqual([])
    expect(planned([orphaned], resources(listed())).assumptions).toEqual([])
    expect(planned([orphaned], resources(listed('taken with -A'), listed())).assumptions).toEqual([])
  })

  it('rests on the first of two statements about one place, and on none about another', () => {
    const elsewhere = listed('taken with -n other', ['other'])
    const plan = planned([orphaned], resources(elsewhere, listed('one', ['ns']), listed('two')))
    expect(grounds(plan)).toEqual({ one: ['b'] })
  })

  it('has an object changed that another owner holds', () => {
    const plan = planned([object('a'), object('b', [to('a'), to('x')])], resources(listed('taken with -A')))
    expect(grounds(plan)).toEqual({ 'taken with -A': ['b'] })
  })

  it('rests on one assumption for all whom one ground decides, in the order of the plan', () => {
    const objects = [object('c', [to('x')]), object('b', [to('y')]), object('d', [to('z')])]
    expect(grounds(planned(objects, resources(listed('taken with -A'))))).toEqual({ 'taken with -A': ['b', 'c', 'd'] })
  })

  it('in the cluster rests on a statement about the cluster', () => {
    const node = to('n', { kind: 'Node' })
    const nodes = (namespaces: CoveredResource['namespaces']): CoveredResource => ({
      ...listed('all nodes', namespaces),
      kind: 'Node',
    })
    expect(grounds(planned([object('b', [node])], resources(nodes('all'))))).toEqual({ 'all nodes': ['b'] })
    expect(removed(planned([object('b', [node])], resources(nodes(['ns']))))).toEqual([])
  })

  it('rests on the policy where nothing is covered', () => {
    expect(planned([orphaned], nothing, trusting).assumptions).toEqual([
      {
        about: 'coverage',
        assumed: 'complete',
        because: policyTrusts,
        targets: ['b'],
      },
    ])
  })

  it('rests on a statement before it rests on the policy', () => {
    const widget = to('w', { kind: 'Widget', apiVersion: 'example.com/v1' })
    const plan = planned([orphaned, object('c', [widget])], resources(listed('taken with -A')), trusting)
    expect(grounds(plan)).toEqual({ 'taken with -A': ['b'], [policyTrusts]: ['c'] })
  })
})

describe('the absence of dependents', () => {
  const waiting = object('a', [], deleted('foregroundDeletion'))

  it('lets an owner go on the ground of every statement that covers a kind', () => {
    const [first, ...others] = wholly('all kinds')
    if (first === undefined) throw new Error('no kinds')
    const plan = planned([waiting], resources({ ...first, because: 'config maps too' }, ...others))
    expect(removed(plan)).toEqual(['a'])
    expect(grounds(plan)).toEqual({ 'config maps too': ['a'], 'all kinds': ['a'] })
  })

  it('lets an owner that leaves its dependents behind go on the same grounds', () => {
    const plan = planned([object('a', [], deleted('orphan')), object('b', [to('a')])], resources(...wholly('all')))
    expect(grounds(plan)).toEqual({ all: ['a'] })
  })

  it('says that an object goes in the background', () => {
    const dependent = object('b', [to('a', blocking)])
    expect(grounds(planned([waiting, dependent], resources(...wholly('all kinds'))))).toEqual({ 'all kinds': ['b'] })
    expect(grounds(planned([waiting, dependent], nothing, trusting))).toEqual({ [policyTrusts]: ['b'] })
  })

  it('that nobody looked for is assumed of an object that goes in any case', () => {
    const plan = planned([waiting, object('b', [to('a', blocking)])], resources(listed()))
    expect(removed(plan)).toEqual(['b'])
    expect(plan.assumptions).toEqual([
      {
        about: 'coverage',
        assumed: 'complete for dependents',
        because: 'they decide how it is deleted, not whether',
        targets: ['b'],
      },
    ])
  })

  it('decides nothing where a dependent is known that waits as well', () => {
    const circle = [object('a', [to('b', blocking)], deleted('foregroundDeletion')), object('b', [to('a', blocking)])]
    const plan = planned(circle, resources(listed()))
    expect(plan.passes[1].removals.map(({ target, actions }) => [target.id, actions.length])).toEqual([['b', 2]])
    expect(plan.assumptions).toEqual([])
    expect(planned(circle, resources(...wholly('all kinds'))).assumptions).toEqual([])
  })
})

describe('an owner with both finalizers of the collector', () => {
  // It is looked at because its own owner does not exist, and what blocks it because of that.
  const both = object('a', [to('x')], deleted('orphan', 'foregroundDeletion'))
  const family = [both, object('b', [to('a', blocking)])]

  it('has what blocks it removed on the ground on which its own owner is absent', () => {
    const plan = planned(family, nothing, trusting)
    expect(removed(plan)).toEqual(['b'])
    expect(grounds(plan)).toEqual({ [policyTrusts]: ['a', 'b'] })
    expect(grounds(planned(family, { _tag: 'Everything', because: 'a test' }))).toEqual({ 'a test': ['a', 'b'] })
  })

  it('has it removed on no ground where something observed has the owner looked at as well', () => {
    const event = to('e', { kind: 'Event' })
    const events = { ...listed('all events'), kind: 'Event' }
    const others = wholly().filter(({ kind }) => kind !== 'Event')
    const assumed = (...owners: ReadonlyArray<OwnerReference>): unknown => {
      const owner = object('a', owners, deleted('orphan', 'foregroundDeletion'))
      return grounds(planned([owner, object('b', [to('a', blocking)])], resources(events, ...others)))
    }
    expect(assumed(event)).toEqual({ 'all events': ['b'] })
    expect(assumed(event, to('x'))).toEqual({})
    expect(assumed(to('x'), event)).toEqual({})
  })

  it('has it removed on no ground where another owner waits for it', () => {
    const event = to('e', { kind: 'Event' })
    const events = { ...listed('all events'), kind: 'Event' }
    const first = object('a', [event], deleted('orphan', 'foregroundDeletion'))
    const second = object('c', [], deleted('foregroundDeletion'))
    const dependent = object('b', [to('a', blocking), to('c', blocking)])
    const coverage = resources(events, ...wholly().filter(({ kind }) => kind !== 'Event'))
    expect(grounds(planned([first, second, dependent], coverage))).toEqual({})
    expect(grounds(planned([second, first, dependent], coverage))).toEqual({})
  })
})
