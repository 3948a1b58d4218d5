/** What the laws compare between plans: decisions per target, sentences, and wake times. */
import { option as O } from 'fp-ts'

import { type Family, type Plan, amendmentsOf } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import { instant } from '../../core/time.js'
import { same } from '../match/same.js'

/** Identities of all targets that a pass decides on. */
export const decidedTargets = <F extends Family>(pass: Plan<F>['passes'][number]): ReadonlyArray<string> =>
  [...pass.removals, ...pass.reserve, ...pass.kept].map(({ target }) => targetKey(target))

/** The tag of a reason, and of what it holds: a reason under the name of who gives it is another reason when that one is. */
const tagsOf = (reason: unknown): unknown => {
  if (typeof reason !== 'object' || reason === null) return null
  if (Array.isArray(reason)) return reason.map(tagsOf)
  if (!Object.hasOwn(reason, '_tag')) return null
  const { _tag, ...held } = reason as { readonly _tag: unknown }
  return [_tag, ...Object.values(held).map(tagsOf)]
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
        target: targetKey(target),
        actions,
        reasons: tagsOf(reasons),
        requires: requires.map(targetKey),
      })),
    ),
    amendments: amendmentsOf(pass).map(({ target, actions, reasons }) => [
      targetKey(target),
      tagsOf(actions),
      tagsOf(reasons),
    ]),
    kept: pass.kept.map(({ target, reasons }) => [targetKey(target), tagsOf(reasons)]),
  }))

/** Every sentence of a plan. */
export const sentencesOf = <F extends Family>(
  explain: (reason: F['Reason'] | F['KeepReason'] | F['Refusal']) => string,
  plan: Plan<F>,
): ReadonlyArray<string> =>
  plan.passes.flatMap((pass) => [
    ...[...pass.removals, ...pass.reserve].flatMap(({ reasons }) => reasons.map(explain)),
    ...pass.kept.flatMap(({ reasons }) => reasons.map(explain)),
    ...(O.isSome(pass.refusal) ? [explain(pass.refusal.value)] : []),
  ])

const aCentury = 100 * 365 * 86_400_000

/** What is wrong with the instant at which a plan says that it changes; nothing where it is exact. */
export const wrongWithWaking = <F extends Family>(
  plan: Plan<F>,
  fractions: ReadonlyArray<number>,
  planAt: (at: Date) => Plan<F> | null,
): string | null => {
  const from = plan.at.getTime()
  const until = O.isSome(plan.wakeAt) ? plan.wakeAt.value.getTime() : from + aCentury
  const decisionAt = (at: number): unknown => {
    const then = planAt(instant(at))
    return then === null ? null : decisionOf(then)
  }
  const decision = decisionOf(plan)
  for (const fraction of [0, 1, ...fractions]) {
    const at = Math.floor(from + fraction * (until - 1 - from))
    if (!same(decisionAt(at), decision)) return `at ${at}, ${until - at} ms before it wakes, it decides otherwise`
  }
  if (O.isNone(plan.wakeAt)) return null
  if (until <= from) return 'it wakes before it is made'
  return same(decisionAt(until), decision) ? 'at wakeAt it decides the same' : null
}
