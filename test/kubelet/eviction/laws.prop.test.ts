import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { frozenCopy } from '../../../src/testing/arbitrary/frozen.js'
import { spoilOne } from '../../../src/testing/arbitrary/spoil.js'
import { runs } from '../../runs.js'
import type { Situation } from './generate.js'
import { decided, situations } from './generate.js'

const law = (title: string, holds: (situation: Situation, plan: Eviction.PressurePlan) => void): void => {
  it(title, () => {
    fc.assert(
      fc.property(situations, (situation) => {
        holds(situation, decided(situation))
      }),
      { numRuns: runs(150) },
    )
  })
}

/** JSON in which Maps are lists of their entries. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    held instanceof Map ? { entries: [...(held as ReadonlyMap<unknown, unknown>)] } : held,
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const readBack = (text: string): unknown =>
  JSON.parse(text, (_, held: unknown) =>
    isRecord(held) && Array.isArray(held['entries'])
      ? new Map(held['entries'] as ReadonlyArray<readonly [unknown, unknown]>)
      : typeof held === 'string' && /^\d{4}-\d\d-\d\dT/.test(held)
        ? new Date(held)
        : held,
  )

/** What must not depend on the order of pods: the numbers in rank, without names. */
const numbersOf = ({ relief }: Eviction.PressurePlan): unknown =>
  relief?.ranked.map(({ pod, usage, request, excess }) => [
    usage === null ? null : BigInt(usage) > BigInt(request),
    pod.spec.priority ?? 0,
    excess,
  ])

const answer = (policy: unknown, memory: unknown, look: unknown): E.Either<unknown, Eviction.PressurePlan> =>
  Eviction.synchronize(policy as Eviction.EvictionPolicy)(memory as Eviction.EvictionMemory)(
    look as Eviction.PressureSnapshot,
  )

describe('laws of eviction', () => {
  law('deterministic: the same look gives the same plan', (situation, plan) => {
    expect(decided(situation)).toEqual(plan)
  })

  law('untouched input: a frozen look is decided on alike, and no Map in it is changed', (situation, plan) => {
    const before = structuredClone(situation)
    expect(decided(frozenCopy(situation))).toEqual(plan)
    expect(situation).toEqual(before)
  })

  it('deterministic: the order of statistics and of Maps is no input', () => {
    fc.assert(
      fc.property(situations, fc.infiniteStream(fc.nat()), (situation, numbers) => {
        const shuffled = <A>(list: Iterable<A>): ReadonlyArray<A> =>
          [...list]
            .map((one) => [numbers.next().value, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one)
        const { policy, memory, look } = situation
        const other = {
          policy,
          memory: {
            ...memory,
            metSince: new Map(shuffled(memory.metSince)),
            conditionsSeen: new Map(shuffled(memory.conditionsSeen)),
            observations: new Map(shuffled(memory.observations)),
          },
          look: { ...look, observations: new Map(shuffled(look.observations)), podStats: shuffled(look.podStats) },
        }
        expect(decided(other)).toEqual(decided(situation))
      }),
      { numRuns: runs(150) },
    )
  })

  it('deterministic: the order of pods changes nothing but the order of those that compare equal', () => {
    fc.assert(
      fc.property(
        situations.chain((one) =>
          fc.tuple(fc.constant(one), fc.shuffledSubarray([...one.look.pods], { minLength: one.look.pods.length })),
        ),
        ([situation, pods]) => {
          const plan = decided(situation)
          const other = decided({ ...situation, look: { ...situation.look, pods } })
          expect(numbersOf(other)).toEqual(numbersOf(plan))
          expect(new Set(other.relief?.ranked.map(({ pod }) => pod.metadata.uid))).toEqual(
            new Set(plan.relief?.ranked.map(({ pod }) => pod.metadata.uid)),
          )
          expect(new Set(other.overOwnLimits)).toEqual(new Set(plan.overOwnLimits))
          expect([other.memory, other.conditions]).toEqual([plan.memory, plan.conditions])
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('deterministic: the order of thresholds changes nothing but which of them decides, and never memory against others', () => {
    fc.assert(
      fc.property(
        situations.chain((one) =>
          fc.tuple(
            fc.constant(one),
            fc.shuffledSubarray([...one.policy.thresholds], { minLength: one.policy.thresholds.length }),
          ),
        ),
        ([situation, thresholds]) => {
          const plan = decided(situation)
          const other = decided({ ...situation, policy: { ...situation.policy, thresholds } })
          expect(other.conditions).toEqual(plan.conditions)
          expect(new Set(other.met)).toEqual(new Set(plan.met))
          expect(other.memory.metSince).toEqual(plan.memory.metSince)
          expect(other.overOwnLimits).toEqual(plan.overOwnLimits)
          expect(other.relief === undefined).toBe(plan.relief === undefined)
          expect(other.relief?.resource === 'memory').toBe(plan.relief?.resource === 'memory')
        },
      ),
      { numRuns: runs(150) },
    )
  })

  law('plain: a plan is read back from JSON, Maps as entries, and its memory leads on alike', (situation, plan) => {
    const text = written(plan)
    expect(readBack(text)).toEqual(plan)
    const { memory } = readBack(text) as Eviction.PressurePlan
    expect(decided({ ...situation, memory })).toEqual(decided({ ...situation, memory: plan.memory }))
  })

  law('explained: every event is whole sentences', (_, { relief, overOwnLimits }) => {
    const events = [relief?.event, relief?.eviction?.event, ...overOwnLimits.map(({ event }) => event)]
    for (const event of events) expect(event?.message ?? 'Nothing').toMatch(/^(?!.*(undefined|null|NaN|\[object)).+$/)
  })

  it('never throws: garbage in the place of rules, a memory or a look is refused as a value', () => {
    fc.assert(
      fc.property(situations, fc.anything(), ({ policy, memory, look }, garbage) => {
        expect(
          [answer(garbage, memory, look), answer(policy, garbage, look), answer(policy, memory, garbage)].every(
            E.isLeft,
          ),
        ).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })

  it('never throws: rules, a memory or a look with one field spoiled are decided on or refused', () => {
    const spoiled = situations.chain((one) =>
      fc.tuple(spoilOne(one.policy), spoilOne(one.memory), spoilOne(one.look), fc.constant(one)),
    )
    fc.assert(
      fc.property(spoiled, ([badPolicy, badMemory, badLook, { policy, memory, look }]) => {
        for (const found of [
          answer(badPolicy, memory, look),
          answer(policy, badMemory, look),
          answer(policy, memory, badLook),
        ])
          if (E.isRight(found)) expect(found.right.nextLook.getTime()).not.toBeNaN()
      }),
      { numRuns: runs(400) },
    )
  })

  it('never throws: an observation or an instant of the memory that is anything is decided on or refused', () => {
    fc.assert(
      fc.property(situations, fc.anything(), fc.anything(), ({ policy, memory, look }, key, held) => {
        const odd = new Map<unknown, unknown>([[key, held]])
        expect(E.isLeft(answer(policy, memory, { ...look, observations: odd }))).toBe(true)
        expect(E.isLeft(answer(policy, { ...memory, metSince: odd }, look))).toBe(true)
        expect(E.isLeft(answer(policy, { ...memory, conditionsSeen: odd }, look))).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })
})
