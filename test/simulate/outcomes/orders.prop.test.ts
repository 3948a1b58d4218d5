/** In whatever order everybody acts, a fake cluster ends in one of the ends that are found. */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import { definedScopes } from '../../../src/apiserver/definition.js'
import { extendScopes } from '../../../src/apiserver/scope.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadePlan, planCascade } from '../../../src/simulate/cascade/index.js'
import { exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { full, runs } from '../../runs.js'
import { endText, endTexts, ledTo } from './clusters.js'
import { at, endsOf, explored } from './compare.js'
import { crowdedWorld } from './crowded-worlds.js'
import * as part from './parts.js'
import { replayed } from './waves.js'
import { type SmallWorld, smallWorld } from './worlds.js'

/** A plan takes the kinds that it is told; the explorer also those that definitions define. */
const scopes = extendScopes(definedScopes(part.definition))(scopes_1_36).scopes

const shown = ({ objects }: SmallWorld) => ({ at, objects, scopes, coverage: { _tag: 'Everything' } }) as const

const planned = (world: SmallWorld): CascadePlan => {
  const plan = planCascade(defaultPolicy)(
    world.requests.flatMap((request) =>
      request._tag === 'Delete' ? [{ _tag: 'Delete', target: request.uid, options: request.options } as const] : [],
    ),
  )(shown(world))
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left.problems))
  return plan.right
}

const onlyDeletions = ({ objects, requests }: SmallWorld): SmallWorld => ({
  objects,
  requests: requests.filter(({ _tag }) => _tag === 'Delete'),
})

/** Worlds of more moments are left out; quick runs leave out most of them. */
const budget = full ? 1000 : 150

const seed = fc.integer({ min: 1, max: 2 ** 31 })
const worlds = fc.oneof(seed.map(crowdedWorld), seed.map(smallWorld))

it('the waves of a plan, in each of which everybody acts in any order, lead to an end that is found', () => {
  let proven = 0
  fc.assert(
    fc.property(worlds.map(onlyDeletions), fc.infiniteStream(fc.nat()), (world, lots) => {
      const found = explored(world, budget)
      if (found.certainty !== 'Proven') return
      proven++
      const shuffled = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
        list
          .map((one) => ({ one, lot: lots.next().value ?? 0 }))
          .sort((a, b) => a.lot - b.lot)
          .map(({ one }) => one)
      const { codes, stored } = replayed(world.objects, planned(world), shuffled)
      const ends = found.phases.at(-1) ?? []
      expect(endsOf([...ends, { codes, objects: stored }])).toBe(endsOf(ends))
    }),
    { numRuns: runs(100) },
  )
  expect(proven).toBeGreaterThan(0)
})

it('single steps of everybody, in any order, lead to an end that is found', () => {
  let proven = 0
  fc.assert(
    fc.property(worlds, fc.nat(), (world, lots) => {
      const found = explored(world, budget)
      if (found.certainty !== 'Proven') return
      proven++
      const drawn = exploreOutcomes(defaultPolicy, { budget: 1, samples: 10, seed: lots })([
        { requests: world.requests },
      ])(shown(world))
      const others = E.isRight(drawn) ? ledTo(world.objects, drawn.right, {}) : []
      const ends = endTexts(found.phases.at(-1) ?? [])
      expect(others.filter(({ end, stored }) => !ends.has(endText(end, stored)))).toEqual([])
    }),
    { numRuns: runs(60) },
  )
  expect(proven).toBeGreaterThan(0)
})
