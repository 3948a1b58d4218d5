/**
 * The laws that every collector keeps, as properties over arbitrary snapshots and policies. Users can run them on
 * their own collectors and policies.
 */
import * as fc from 'fast-check'
import type { either as E, task as T, taskEither as TE } from 'fp-ts'

import type { Collector } from '../../core/collector.js'
import { getOrElse, isLeft, isRight, left, right } from '../../core/fp.js'
import type { Family, Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { targetKey } from '../../core/target.js'
import { execute } from '../../execute/index.js'
import { same } from '../match/same.js'
import { decidedTargets, sentencesOf, wrongWithWaking } from './decided.js'
import { frozenCopy } from './frozen.js'
import { spoilOne } from './spoil.js'

/** A collector, with arbitraries of its input. */
export interface Lawful<F extends Family, Snapshot, Policy> {
  readonly collector: Pick<
    Collector<F, Snapshot, Policy, never, unknown, unknown>,
    'plan' | 'apply' | 'applyReport' | 'explain'
  >
  readonly policy: fc.Arbitrary<Policy>
  readonly snapshot: fc.Arbitrary<Snapshot>
  /** The same snapshot read at another time. */
  readonly readAt: (at: Date) => (snapshot: Snapshot) => Snapshot
  /** Keys of the targets that each pass must decide, by pass name; other passes are not checked. */
  readonly targets?: (policy: Policy, snapshot: Snapshot) => ReadonlyMap<string, ReadonlyArray<string>>
  /** The snapshot, permuted where order must not matter; none if all order matters. */
  readonly permuted?: (snapshot: Snapshot) => fc.Arbitrary<Snapshot>
  /** False: a known exception to the law that nothing is left to do after `apply`. */
  readonly settles?: (policy: Policy, snapshot: Snapshot) => boolean
  /** 300 where nothing is said. */
  readonly numRuns?: number
}

/** One law, for any test runner. */
export interface Law {
  readonly title: string
  /** Rejects, with a counterexample, when the law is broken. */
  readonly check: T.Task<void>
}

/**
 * The laws of a collector: every target is decided once; the same input, also permuted, gives the same plan; input is
 * not changed; an executed plan leaves nothing to do; every reason has a sentence; `wakeAt` is exact; a plan is plain
 * data; an invalid snapshot is rejected without throwing.
 *
 * @example
 * ```ts
 * import * as KubeletImage from 'gcplan/kubelet/image'
 * import * as arbitrary from 'gcplan/testing/arbitrary'
 *
 * const laws = arbitrary.lawsOf<KubeletImage.Family, KubeletImage.Snapshot, KubeletImage.Policy>({
 *   collector: KubeletImage,
 *   policy: arbitrary.KubeletImage.policies,
 *   snapshot: arbitrary.KubeletImage.snapshots,
 *   readAt: (at) => (snapshot) => ({ ...snapshot, at }),
 *   settles: () => false,
 *   numRuns: 20,
 * })
 * // In a test: for (const { title, check } of laws) it(title, check)
 * void laws[0]?.check().then(() => {
 *   console.log(laws[0]?.title)
 *   // total: every target of a pass is removed, in reserve, or kept, exactly once
 * })
 * ```
 */
export const lawsOf = <F extends Family, Snapshot, Policy>(
  subject: Lawful<F, Snapshot, Policy>,
): ReadonlyArray<Law> => {
  const { collector, policy, snapshot, readAt, targets, permuted, settles = () => true, numRuns = 300 } = subject
  const planned = (rules: Policy, look: Snapshot): Plan<F> | null => getOrElse(() => null)(collector.plan(rules)(look))
  const law = (title: string, wrong: (rules: Policy, look: Snapshot, plan: Plan<F>) => Wrong): Law => ({
    title,
    check: async () => {
      const property = fc.asyncProperty(policy, snapshot, async (rules, look) => {
        const plan = planned(rules, look)
        if (plan !== null) refuse(await wrong(rules, look, plan))
      })
      await fc.assert(property, { numRuns })
    },
  })
  const inputLaw = <A>(
    title: string,
    input: fc.Arbitrary<A>,
    runs: number,
    wrong: (rules: Policy, value: A) => string | null,
  ): Law => ({
    title,
    check: async () => {
      const property = fc.asyncProperty(policy, input, (rules, value) => {
        refuse(wrong(rules, value))
        return Promise.resolve()
      })
      await fc.assert(property, { numRuns: runs })
    },
  })
  return [
    law('total: every target of a pass is removed, in reserve, or kept, exactly once', (rules, look, plan) => {
      for (const [name, expected] of targets?.(rules, look) ?? []) {
        const decided = plan.passes.filter((pass) => pass.name === name).flatMap(decidedTargets)
        if (!same(decided.toSorted(), expected.toSorted())) return `${name} decides on ${decided.join(', ')}`
      }
      return null
    }),

    law('deterministic: the same snapshot gives the same plan', (rules, look, plan) =>
      unless(same(planned(rules, look), plan), 'another plan'),
    ),

    ...(permuted === undefined
      ? []
      : [
          inputLaw(
            'deterministic: order that is no input changes nothing',
            snapshot.chain((look) => permuted(look).map((other) => [look, other] as const)),
            numRuns,
            (rules, [look, other]) => {
              const [one, two] = [collector.plan(rules)(look), collector.plan(rules)(other)]
              return unless(isLeft(one) ? isLeft(two) : same(one, two), 'another plan')
            },
          ),
        ]),

    law('untouched input: a frozen snapshot and policy plan and apply alike', (rules, look, plan) => {
      const frozen = frozenCopy(look)
      if (!same(planned(frozenCopy(rules), frozen), plan)) return 'another plan'
      return unless(same(collector.apply(frozenCopy(plan))(frozen), collector.apply(plan)(look)), 'applied otherwise')
    }),

    law('settled: a plan after apply removes nothing more', (rules, look, plan) => {
      if (!settles(rules, look)) return null
      const next = planned(rules, collector.apply(plan)(look))
      const more = next?.passes.flatMap(({ removals }) => removals.map(({ target }) => targetKey(target))) ?? []
      return unless(next !== null && more.length === 0, `it removes ${more.join(', ')}`)
    }),

    law('explained: every reason yields one full sentence', (_rules, _look, plan) => {
      const broken = sentencesOf(collector.explain, plan).find((sentence) => !completeSentence.test(sentence))
      return broken === undefined ? null : `it says ${JSON.stringify(broken)}`
    }),

    inputLaw(
      'wakeful: nothing changes before wakeAt, and something does at it',
      fc.tuple(snapshot, fc.array(fc.double({ min: 0, max: 1, noNaN: true }))),
      numRuns,
      (rules, [look, fractions]) => {
        const plan = planned(rules, look)
        return plan === null ? null : wrongWithWaking(plan, fractions, (at) => planned(rules, readAt(at)(look)))
      },
    ),

    law('applied: a report without failures changes the snapshot as apply does', async (_rules, look, plan) => {
      const { report } = await carryOut(plan, () => false)
      return unless(same(collector.applyReport(report)(look), collector.apply(plan)(look)), 'applied otherwise')
    }),

    law('applied: a report in which everything failed changes nothing', async (_rules, look, plan) => {
      const { report } = await carryOut(plan, () => true)
      return unless(same(collector.applyReport(report)(look), look), 'it is changed')
    }),

    law('plain: a plan survives JSON', (_rules, _look, plan) =>
      unless(same(JSON.parse(JSON.stringify(plan)), asJson(plan)), 'it does not'),
    ),

    inputLaw(
      'never throws: garbage in the place of a snapshot is refused as a value',
      fc.anything(),
      numRuns,
      (rules, garbage) => unless(isLeft(collector.plan(rules)(garbage as Snapshot)), 'it is planned on'),
    ),

    inputLaw(
      'never throws: a snapshot with one field spoiled is planned or refused',
      snapshot.chain((look) => spoilOne(look)),
      3 * numRuns,
      (rules, garbage) => {
        const result = collector.plan(rules)(garbage as Snapshot)
        return unless(isLeft(result) || isRight(result), 'it is neither')
      },
    ),
  ]
}

type Wrong = string | null | Promise<string | null>

const unless = (holds: boolean, wrong: string): string | null => (holds ? null : wrong)

const refuse = (wrong: string | null): void => {
  if (wrong !== null) throw new Error(wrong)
}

const completeSentence = /^(?!.*(undefined|null|NaN|\[object|Invalid Date)).+$/

/** A value as JSON has it: dates as text. */
const asJson = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toJSON()
  if (Array.isArray(value)) return value.map(asJson)
  if (value instanceof Map || value instanceof Set) return 'no plain data'
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, asJson(held)]))
}

/** Executes a plan on a port with scripted failures; returns the actions in order. */
export const carryOut = async <F extends Family>(
  plan: Plan<F>,
  fails: (action: F['Action']) => boolean,
): Promise<{ readonly calls: ReadonlyArray<F['Action']>; readonly report: Report<F, string> }> => {
  const calls: F['Action'][] = []
  const perform =
    (action: F['Action']): TE.TaskEither<string, unknown> =>
    () => {
      calls.push(action)
      const answer: E.Either<string, unknown> = fails(action) ? left(`failed: ${action._tag}`) : right(undefined)
      return Promise.resolve(answer)
    }
  const report = await execute(perform)<F>(plan)()
  return { calls, report }
}
