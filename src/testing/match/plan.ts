/** Matchers for plans: what is removed, what is kept, and by which rule. */
import { type Which, called, calledAs } from './name.js'
import { type Decision, decisionsOn, linesOf, nearestMiss } from './decision.js'
import { differing, hasAll } from './same.js'
import { type AnyReason, innerOf, ruleOf, shown } from './sentence.js'
import { planOf } from './subject.js'
import { type Verdict, expected, verdict } from './verdict.js'

/** A reason's tag, or some of its fields. */
export type Because = string | { readonly _tag: string; readonly [field: string]: unknown }

const isRemoved = ({ becomes }: Decision): boolean => becomes === 'removed'

/**
 * Whether a plan removes a target; for a fake cluster or objects, the plan of all collectors.
 *
 * Fails: with and without `not` if the plan has no decision on the target.
 */
export const toRemove = (which: Which): ((subject: unknown) => Verdict) =>
  judging(which, 'to remove', '', (found) => {
    const removed = found.filter(isRemoved)
    return { holds: removed.length > 0, lines: linesOf(removed.length > 0 ? removed : found) }
  })

/**
 * Whether a plan keeps a target in every pass that decides on it; reserve does not count as kept.
 *
 * Fails: with and without `not` if the plan has no decision on the target.
 */
export const toKeep = (which: Which): ((subject: unknown) => Verdict) =>
  judging(which, 'to keep', '', (found) => {
    const against = found.filter(({ becomes }) => becomes !== 'kept')
    return { holds: against.length === 0, lines: linesOf(against.length === 0 ? found : against) }
  })

/**
 * Whether a plan removes a target for a reason, the first or another one.
 *
 * Shape: a tag (`UnusedLongerThanMaxAge`; for a cluster also a collector, `Owner`), or an object whose fields must
 * match.
 * Fails: with and without `not` if the plan has no decision on the target.
 */
export const toRemoveBecause = (which: Which, because: Because): ((subject: unknown) => Verdict) => {
  const by = ` because of ${typeof because === 'string' ? because : shown(because)}`
  return judging(which, 'to remove', by, (found) => {
    const removed = found.filter(isRemoved)
    const holds = removed.some(({ reasons }) => reasons.some(fitting(because)))
    if (removed.length === 0) return { holds, lines: linesOf(found) }
    return { holds, lines: [...linesOf(removed), ...(holds ? [] : misses(because, removed))] }
  })
}

/** Asks something of all that a plan decides on a target. */
const judging =
  (
    which: Which,
    toDo: string,
    how: string,
    judge: (found: ReadonlyArray<Decision>) => { readonly holds: boolean; readonly lines: ReadonlyArray<string> },
  ) =>
  (subject: unknown): Verdict => {
    const plan = planOf(subject)
    const found = decisionsOn(plan, which)
    if (found.length === 0)
      return verdict('neither', `expected the plan ${toDo} ${calledAs(which)}${how}`, nearestMiss(plan, which))
    const { holds, lines } = judge(found)
    return verdict(holds, expected('the plan', `${toDo} ${namesOf(found)}${how}`, holds), lines)
  }

const fitting =
  (because: Because) =>
  (reason: AnyReason): boolean =>
    forms(reason).some((form) => (typeof because === 'string' ? form._tag === because : hasAll(because)(form))) ||
    ruleOf(reason) === because

/** A reason, and the one of the collector that it is of where there are several. */
const forms = (reason: AnyReason): ReadonlyArray<AnyReason> => {
  const inner = innerOf(reason)
  return inner === undefined ? [reason] : [reason, inner]
}

/** Where the rule acts and its numbers are others. */
const misses = (because: Because, removed: ReadonlyArray<Decision>): ReadonlyArray<string> => {
  if (typeof because === 'string') return []
  const same = removed.flatMap(({ reasons }) => reasons.flatMap(forms)).find(({ _tag }) => _tag === because._tag)
  return same === undefined
    ? []
    : differing(because)(same).map(
        ([name, wanted, found]) => `nearest: of ${same._tag}, ${name} is ${shown(found)}, not ${shown(wanted)}`,
      )
}

const namesOf = (found: ReadonlyArray<Decision>): string => {
  const names = [...new Set(found.map(({ target }) => called(target)))]
  return names.length <= 3 ? names.join(' or ') : `${names.slice(0, 3).join(', ')} or ${names.length - 3} others`
}
