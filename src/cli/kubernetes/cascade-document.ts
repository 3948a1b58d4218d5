/** The JSON document of a cascade. */
import type { Answer } from '../../apiserver/index.js'
import { type CascadePlan, type Wave, explainCascade } from '../../simulate/cascade/index.js'
import type { Asked } from './requests.js'

/** A planned cascade and what it follows from. */
export interface Cascade {
  readonly at: Date
  readonly asked: ReadonlyArray<Asked>
  readonly plan: CascadePlan
}

/** The document. Objects at each stage are the caller's own, changed; it names what becomes of them instead. */
export const documentOf = ({ at, asked, plan }: Cascade): object => ({
  kind: 'gcplan/cascade',
  version: 1,
  at,
  requests: asked.map(({ request, said, isUnlisted }, index) => ({
    ...request,
    said,
    answer: isUnlisted === true ? null : answerOf(plan.answers[index]),
  })),
  pending: plan.pending.map(waveOf),
  waves: plan.waves.map(waveOf),
  fates: plan.outcomes,
  survivors: plan.survivors,
  orphaned: plan.orphaned,
  stuck: plan.stuck.map(({ target, blockers }) => ({ target, holds: blockers.map(explained) })),
  cycles: plan.cycles,
  races: plan.races.map(explained),
  unknown: plan.unknown.map(explained),
  warnings: plan.warnings,
  isQuiet: plan.isQuiet,
})

const answerOf = (answer: Answer | undefined): object | null => {
  if (answer === undefined) return null
  const { _tag, code } = answer
  return answer._tag === 'Refused' ? { _tag, code, reason: answer.reason, message: answer.message } : { _tag, code }
}

const waveOf = ({ by, changes }: Wave): object => ({
  by,
  changes: changes.map((change) => ({ ...change, reasons: change.reasons.map(explained) })),
})

const explained = (fact: Parameters<typeof explainCascade>[0]): object => ({ ...fact, explained: explainCascade(fact) })
