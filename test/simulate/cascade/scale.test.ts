/**
 * Answers whether large cascades come to their end: wide ones, deep ones, and owners of owners.
 */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Cascade } from '../../../src/apiserver/index.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type Controller, planCascade } from '../../../src/simulate/cascade/index.js'
import { object } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, kubectl } from './cluster.js'

const many = 100_000

/** How far the longest chain goes; every link is a wave of its own. */
const far = 20_000

/** One owner of all the others. */
const wide: ReadonlyArray<KubeObject> = [
  object('root', []),
  ...Array.from({ length: many }, (_, index) => object(`d-${index}`, [blocking('root')])),
]

/** Each owned by the one before. */
const deep: ReadonlyArray<KubeObject> = [
  object('root', []),
  ...Array.from({ length: far }, (_, index) =>
    object(`d-${index}`, [blocking(index === 0 ? 'root' : `d-${index - 1}`)]),
  ),
]

/** An owner of owners of ten each. */
const tree: ReadonlyArray<KubeObject> = [
  object('root', []),
  ...Array.from({ length: many / 10 }, (_, set) => [
    object(`s-${set}`, [blocking('root')]),
    ...Array.from({ length: 10 }, (__, index) => object(`s-${set}-${index}`, [blocking(`s-${set}`)])),
  ]).flat(),
]

const cascades: ReadonlyArray<Cascade> = ['background', 'foreground']

describe.each(cascades)('a %s cascade', (cascade) => {
  it('takes a hundred thousand dependents of one owner', () => {
    const { outcomes: fates, isQuiet } = cascadeOf(cluster(wide), kubectl('root', cascade))
    expect([fates.gone.length, isQuiet]).toEqual([wide.length, true])
  })

  it('takes ten thousand owners of ten dependents each', () => {
    const { outcomes: fates, isQuiet } = cascadeOf(cluster(tree), kubectl('root', cascade))
    expect([fates.gone.length, isQuiet]).toEqual([tree.length, true])
  })

  it('takes a chain of twenty thousand', () => {
    const { outcomes: fates, isQuiet } = cascadeOf(cluster(deep), kubectl('root', cascade))
    expect([fates.gone.length, isQuiet]).toEqual([deep.length, true])
  })
})

it('leaves a hundred thousand dependents behind', () => {
  const { orphaned, isQuiet } = cascadeOf(cluster(wide), kubectl('root', 'orphan'))
  expect([orphaned.length, isQuiet]).toEqual([many, true])
})

it('ends the plan of a controller that never comes to rest at the limit', () => {
  const restless: Controller = {
    name: 'restless',
    keysOf: ({ _tag, object: { metadata } }) => (metadata.name === 'b' ? [_tag] : []),
    reconcile: (view) => () => {
      const [found] = view.listIn('ns').filter(({ metadata }) => metadata.name === 'b')
      const address = found === undefined ? undefined : view.addressOf(found)
      return address === undefined
        ? { requests: [{ _tag: 'Create', object: object('', [], { name: 'b' }) }], why: 'b is wanted' }
        : { requests: [{ _tag: 'Delete', object: address, options: {} }], why: 'b is not wanted' }
    },
  }
  const plan = planCascade(defaultPolicy, { controllers: [restless] })([kubectl('b')])(cluster([object('b')]))
  expect(E.isRight(plan) && plan.right.isQuiet).toBe(false)
  expect(E.isRight(plan)).toBe(true)
})
