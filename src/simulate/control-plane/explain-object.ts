/** Explains one object: what each collector says about it, and when that changes by itself. */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { AmendReason, KeepReason, Plan, Reason } from './reason.js'
import type { Target } from '../../apiserver/object.js'
import { objector } from './vote.js'
import { type CollectorName, collectorNames } from './collector-names.js'

/** One collector's decision. */
export interface Answer {
  readonly collector: CollectorName
  /** Delete, keep (an objection, if all must agree), or not applicable. */
  readonly vote: 'Collect' | 'Keep' | 'Abstain'
  readonly reasons: ReadonlyArray<Reason | KeepReason>
}

/** The decision on one object, and why. */
export interface Explanation {
  readonly target: Target
  /** `Held`: some would delete it, others object. */
  readonly becomes: 'Removed' | 'Held' | 'Kept'
  /** Of every collector, in the order in which they are asked. */
  readonly answers: ReadonlyArray<Answer>
  /** Changes to it while it stays. */
  readonly amendments: ReadonlyArray<AmendReason>
  /** When the first collector's answer changes by itself. */
  readonly nextChange: O.Option<Date>
}

/**
 * What every collector decides about one object of a plan; none if the plan has no object with the uid. For a removed
 * object, collectors that would keep it appear as not applicable.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Proposal
 */
export const explainKubernetes =
  ({ at, passes: [{ removals, kept, amendments }] }: Plan) =>
  (uid: string): Explanation | undefined => {
    const found = removals.find(({ target }) => target.id === uid) ?? kept.find(({ target }) => target.id === uid)
    if (found === undefined) return undefined
    const { target } = found
    const isRemoved = 'actions' in found
    const [first] = found.reasons
    const wanted: ReadonlyArray<Reason> = isRemoved ? found.reasons : first._tag === 'Held' ? first.wanted : []
    const said = isRemoved ? [] : (found.reasons as ReadonlyArray<KeepReason>)
    return {
      target,
      becomes: isRemoved ? 'Removed' : first._tag === 'Held' ? 'Held' : 'Kept',
      answers: collectorNames.map((collector) => answerOf(collector, wanted, said)),
      amendments: amendments.flatMap(({ target: { id }, reasons }) => (id === uid ? reasons : [])),
      nextChange: nextChange(at, said),
    }
  }

const answerOf = (collector: CollectorName, wanted: ReadonlyArray<Reason>, said: ReadonlyArray<KeepReason>): Answer => {
  const wants = wanted.filter(({ _tag }) => _tag === collector)
  if (wants.length > 0) return { collector, vote: 'Collect', reasons: wants }
  const reasons = said.filter(({ _tag }) => _tag === collector)
  return { collector, vote: reasons.some((one) => objector(one) === collector) ? 'Keep' : 'Abstain', reasons }
}

const nextChange = (at: Date, said: ReadonlyArray<KeepReason>): O.Option<Date> => {
  let first: Date | undefined
  for (const one of said) {
    const due = dueOf(one)
    if (due !== undefined && due > at && (first === undefined || due < first)) first = due
  }
  return first === undefined ? fp.none : fp.some(first)
}

const dueOf = (said: KeepReason): Date | undefined => {
  if (said._tag === 'Ttl') return said.reason._tag === 'NotExpired' ? said.reason.expiresAt : undefined
  if (said._tag === 'Pod') return said.reason._tag === 'NodeInQuarantine' ? said.reason.until : undefined
  if (said._tag !== 'Lifecycle') return undefined
  const { reason } = said
  return reason._tag === 'TtlRunning' || reason._tag === 'RetentionRunning' ? reason.until : undefined
}
