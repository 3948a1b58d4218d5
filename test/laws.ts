/**
 * Answers which laws every collector keeps, as one suite over generated snapshots and policies.
 */
import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { taskEither as TE } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Collector } from '../src/core/collector.js'
import type { Family, Plan } from '../src/core/plan.js'
import type { Report } from '../src/core/report.js'
import { instant } from '../src/core/time.js'
import { decodePlan, encodePlan } from '../src/document/index.js'
import { execute } from '../src/execute/index.js'

const planSchema: object = JSON.parse(readFileSync(new URL('../schema/plan.json', import.meta.url), 'utf8'))
const isPlanDocument = new Ajv2020({ strict: true }).compile(planSchema)

/** A collector with generators of what it reads. */
export interface Lawful<F extends Family, Snapshot, Policy> {
  readonly name: string
  readonly collector: Pick<
    Collector<F, Snapshot, Policy, never, unknown, unknown>,
    'plan' | 'apply' | 'applyReport' | 'conclude' | 'explain'
  >
  readonly policy: fc.Arbitrary<Policy>
  readonly snapshot: fc.Arbitrary<Snapshot>
  /** The same snapshot read at another time. */
  readonly readAt: (at: Date) => (snapshot: Snapshot) => Snapshot
  /** Identities (`_tag id`) that each pass must decide, by pass name; a pass that is not named is not checked. */
  readonly targets: (policy: Policy, snapshot: Snapshot) => ReadonlyMap<string, ReadonlyArray<string>>
  /** The snapshot with everything permuted whose order is no input; none when all order counts. */
  readonly permuted?: (snapshot: Snapshot) => fc.Arbitrary<Snapshot>
  /** False for a documented exception to the law that a plan after `apply` removes nothing more. */
  readonly settles?: (policy: Policy, snapshot: Snapshot) => boolean
  readonly numRuns?: number
}

/** Registers the law suite of one collector. */
export const describeLaws = <F extends Family, Snapshot, Policy>(subject: Lawful<F, Snapshot, Policy>): void => {
  const { collector, readAt, settles = () => true } = subject
  const planned = (policy: Policy, snapshot: Snapshot): Plan<F> | null => {
    const result = collector.plan(policy)(snapshot)
    return E.isRight(result) ? result.right : null
  }
  const law = (title: string, holds: (policy: Policy, snapshot: Snapshot, plan: Plan<F>) => void): void => {
    it(title, () => {
      fc.assert(
        fc.property(subject.policy, subject.snapshot, (policy, snapshot) => {
          const plan = planned(policy, snapshot)
          if (plan !== null) holds(policy, snapshot, plan)
        }),
        { numRuns: subject.numRuns ?? 300 },
      )
    })
  }

  describe(`laws of ${subject.name}`, () => {
    law('total: every target of a pass is removed, in reserve, or kept, exactly once', (policy, snapshot, plan) => {
      for (const [name, expected] of subject.targets(policy, snapshot)) {
        const decided = plan.passes.filter((pass) => pass.name === name).flatMap(decidedTargets)
        expect(decided.toSorted(), name).toEqual([...expected].toSorted())
      }
    })

    law('deterministic: the same snapshot gives the same plan', (policy, snapshot, plan) => {
      expect(planned(policy, snapshot)).toEqual(plan)
    })

    it('deterministic: order that is no input changes nothing', () => {
      const { permuted } = subject
      if (permuted === undefined) return
      const pairs = subject.snapshot.chain((snapshot) => permuted(snapshot).map((other) => [snapshot, other] as const))
      fc.assert(
        fc.property(subject.policy, pairs, (policy, [snapshot, other]) => {
          const [left, right] = [collector.plan(policy)(snapshot), collector.plan(policy)(other)]
          if (E.isRight(left)) expect(right).toEqual(left)
          else expect(E.isLeft(right)).toBe(true)
        }),
        { numRuns: subject.numRuns ?? 300 },
      )
    })

    law('untouched input: a frozen snapshot and policy plan and apply alike', (policy, snapshot, plan) => {
      const frozen = deepFreeze(structuredClone(snapshot))
      const again = planned(deepFreeze(structuredClone(policy)), frozen)
      expect(again).toEqual(plan)
      expect(collector.apply(deepFreeze(structuredClone(plan)))(frozen)).toEqual(collector.apply(plan)(snapshot))
    })

    law('settled: a plan after apply removes nothing more', (policy, snapshot, plan) => {
      if (!settles(policy, snapshot)) return
      const next = planned(policy, collector.apply(plan)(snapshot))
      expect(next?.passes.flatMap((pass) => pass.removals.map((removal) => identity(removal.target)))).toEqual([])
    })

    law('explained: every reason yields one full sentence', (_policy, _snapshot, plan) => {
      for (const sentence of sentencesOf(collector.explain, plan)) expect(sentence).toMatch(completeSentence)
    })

    it('wakeful: nothing changes before wakeAt, and something does at it', () => {
      fc.assert(
        fc.property(
          subject.policy,
          subject.snapshot,
          fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
          (...args) => {
            const [policy, snapshot, fractions] = args
            const plan = planned(policy, snapshot)
            if (plan !== null) expectWakeful(plan, fractions, (at) => planned(policy, readAt(at)(snapshot)))
          },
        ),
        { numRuns: subject.numRuns ?? 300 },
      )
    })

    it('applied: a report without failures changes the snapshot as apply does', async () => {
      await fc.assert(
        fc.asyncProperty(subject.policy, subject.snapshot, async (policy, snapshot) => {
          const plan = planned(policy, snapshot)
          if (plan === null) return
          const { report } = await carryOut(plan, () => false)
          expect(collector.applyReport(report)(snapshot)).toEqual(collector.apply(plan)(snapshot))
        }),
        { numRuns: subject.numRuns ?? 300 },
      )
    })

    it('applied: a report in which everything failed changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(subject.policy, subject.snapshot, async (policy, snapshot) => {
          const plan = planned(policy, snapshot)
          if (plan === null) return
          const { report } = await carryOut(plan, () => true)
          expect(collector.applyReport(report)(snapshot)).toEqual(snapshot)
        }),
        { numRuns: subject.numRuns ?? 300 },
      )
    })

    law('plain: a plan survives JSON', (_policy, _snapshot, plan) => {
      expect(JSON.parse(JSON.stringify(plan), reviveDate)).toEqual(plan)
    })

    law(
      'documented: a plan that was written is read back as it was, and its document is of the schema',
      (_p, _s, plan) => {
        const explain = collector.explain
        const written = encodePlan({ collector: subject.name, explain })(plan as unknown as Plan<Family>)
        if (E.isLeft(written)) throw new Error(JSON.stringify(written.left.problems))
        expect(isPlanDocument(JSON.parse(written.right)), JSON.stringify(isPlanDocument.errors)).toBe(true)
        expect(decodePlan(written.right)).toEqual(E.right({ collector: subject.name, plan }))
      },
    )

    it('never throws: garbage in the place of a snapshot is refused as a value', () => {
      fc.assert(
        fc.property(subject.policy, fc.anything(), (policy, garbage) =>
          E.isLeft(collector.plan(policy)(garbage as Snapshot)),
        ),
        { numRuns: subject.numRuns ?? 300 },
      )
    })

    it('never throws: a snapshot with one field spoiled is planned or refused', () => {
      const spoiled = subject.snapshot.chain((snapshot) => spoilOne(snapshot))
      fc.assert(
        fc.property(subject.policy, spoiled, (policy, garbage) => {
          const result = collector.plan(policy)(garbage as Snapshot)
          return E.isLeft(result) || E.isRight(result)
        }),
        { numRuns: 3 * (subject.numRuns ?? 300) },
      )
    })
  })
}

/** What a plan decides, without the numbers in its reasons; two plans with one decision do the same. */
const decisionOf = <F extends Family>(plan: Plan<F>): unknown =>
  plan.passes.map((pass) => ({
    name: pass.name,
    goal: pass.goal,
    refusal: O.isSome(pass.refusal) ? pass.refusal.value._tag : null,
    events: pass.events.map((event) => event._tag),
    removals: [pass.removals, pass.reserve].map((removals) =>
      removals.map(({ target, actions, reasons, requires }) => ({
        target: identity(target),
        actions,
        reasons: reasons.map(tagOf),
        requires: requires.map(identity),
      })),
    ),
    kept: pass.kept.map(({ target, reasons }) => [identity(target), ...reasons.map(tagOf)]),
  }))

/** The tag of a reason, with that of the reason of the collector in whose name it is given. */
const tagOf = (reason: { readonly _tag: string; readonly reason?: { readonly _tag: string } }): string =>
  reason.reason === undefined ? reason._tag : `${reason._tag} ${reason.reason._tag}`

/** Carries out a plan on a port whose action fails where told; gives the actions in the order of their calls. */
export const carryOut = async <F extends Family>(
  plan: Plan<F>,
  fails: (action: F['Action']) => boolean,
): Promise<{ readonly calls: ReadonlyArray<F['Action']>; readonly report: Report<F, string> }> => {
  const calls: F['Action'][] = []
  const perform =
    (action: F['Action']): TE.TaskEither<string, unknown> =>
    () => {
      calls.push(action)
      return Promise.resolve(fails(action) ? E.left(`failed: ${action._tag}`) : E.right(undefined))
    }
  const report = await execute(perform)<F>(plan)()
  return { calls, report }
}

/** Freezes a value with all it holds; `Date` and `Map` are frozen as objects, their contents by what they hold. */
const deepFreeze = <A>(value: A): A => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (value instanceof Map) value.forEach((held) => deepFreeze(held))
  for (const held of Object.values(value)) deepFreeze(held)
  return value
}

/** `_tag id` of a target: ids alone may repeat across kinds. */
export const identity = (target: { readonly _tag: string; readonly id: string }): string =>
  `${target._tag} ${target.id}`

const decidedTargets = <F extends Family>(pass: Plan<F>['passes'][number]): ReadonlyArray<string> =>
  [...pass.removals, ...pass.reserve, ...pass.kept].map(({ target }) => identity(target))

const completeSentence = /^(?!.*(undefined|null|NaN|\[object|Invalid Date)).+$/

const sentencesOf = <F extends Family>(
  explain: (reason: F['Reason'] | F['KeepReason'] | F['Refusal']) => string,
  plan: Plan<F>,
): ReadonlyArray<string> =>
  plan.passes.flatMap((pass) => [
    ...[...pass.removals, ...pass.reserve].flatMap(({ reasons }) => reasons.map(explain)),
    ...pass.kept.flatMap(({ reasons }) => reasons.map(explain)),
    ...(O.isSome(pass.refusal) ? [explain(pass.refusal.value)] : []),
  ])

const aCentury = 100 * 365 * 86_400_000

const expectWakeful = <F extends Family>(
  plan: Plan<F>,
  fractions: ReadonlyArray<number>,
  planAt: (at: Date) => Plan<F> | null,
): void => {
  const from = plan.at.getTime()
  const until = O.isSome(plan.wakeAt) ? plan.wakeAt.value.getTime() : from + aCentury
  const decisionAt = (at: number): unknown => {
    const then = planAt(instant(at))
    return then === null ? null : decisionOf(then)
  }
  const same = decisionOf(plan)
  for (const fraction of [0, 1, ...fractions]) {
    const at = Math.floor(from + fraction * (until - 1 - from))
    expect(decisionAt(at), `at ${at}, ${until - at} ms before it wakes`).toEqual(same)
  }
  if (O.isSome(plan.wakeAt)) {
    expect(until).toBeGreaterThan(from)
    expect(decisionAt(until), 'at wakeAt').not.toEqual(same)
  }
}

const reviveDate = (key: string, value: unknown): unknown =>
  key !== 'assumed' && typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? new Date(value)
    : value

/** Replaces one value, anywhere in a snapshot, by something unexpected. */
const spoilOne = (snapshot: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...pathsIn(snapshot, 4)), unexpected).map(([path, value]) => replaced(snapshot, path, value))

const unexpected: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, NaN, Infinity, -1, 1.5, 2 ** 53, '', '__proto__', new Date(NaN), [], {}, () => 0),
  fc.anything(),
)

const pathsIn = (value: unknown, depth: number): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== 'object' || value === null || value instanceof Date || value instanceof Map || depth === 0
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, held]) => pathsIn(held, depth - 1).map((path) => [key, ...path]))]

const replaced = (value: unknown, [step, ...rest]: ReadonlyArray<string>, by: unknown): unknown => {
  if (step === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[step] = replaced(copy[step], rest, by)
  return copy
}
