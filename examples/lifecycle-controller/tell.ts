/** Tells what was done: Events on the objects, log lines, metrics, and the counts of the status. */
import { amendmentsOf, removalsOf } from 'gcplan'
import { type ObjectEvent, sayCallError } from 'gcplan/adapters/kubernetes'
import * as Lifecycle from 'gcplan/controllers/lifecycle'
import { explainFault, isCallFault } from 'gcplan/execute'

import type { Decision } from './decide.js'
import type { Done, Parts } from './program.js'

type Reasons = ReadonlyArray<Parameters<typeof Lifecycle.explain>[0]>

/** Tells of a report. */
export const tell = ({ events, log, metrics }: Parts, done: Done): void => {
  metrics.done(done)
  const say = (
    type: ObjectEvent['type'],
    action: string,
    { id, apiVersion, kind, namespace, name }: Lifecycle.Target,
    reason: string,
    note: string,
  ): void => {
    events.record({ regarding: { apiVersion, kind, namespace, name, uid: id }, type, reason, action, note })
    log({ level: type === 'Normal' ? 'info' : 'warn', message: action, kind, namespace, name, uid: id, reason, note })
  }
  for (const { amended = [], outcomes } of done.passes) {
    for (const outcome of amended) {
      const { target, reasons } = outcome.amendment
      if (outcome._tag === 'Amended') say('Normal', 'Mark', target, reasons[0]._tag, sentence(reasons))
      if (outcome._tag === 'Failed') say('Warning', 'Mark', target, 'MarkFailed', errorOf(outcome.error))
    }
    for (const outcome of outcomes) {
      const { target, reasons } = outcome.removal
      if (outcome._tag === 'Removed' && outcome.found !== 'gone')
        say('Normal', 'Delete', target, reasons[0]._tag, sentence(reasons))
      if (outcome._tag === 'Failed') say('Warning', 'Delete', target, 'DeleteFailed', errorOf(outcome.error))
    }
  }
}

const sentence = (reasons: Reasons): string => reasons.map(Lifecycle.explain).join('; ')

type CallFailure = Extract<Done['passes'][number]['outcomes'][number], { readonly _tag: 'Failed' }>['error']

const errorOf = (error: CallFailure): string => (isCallFault(error) ? explainFault(error) : sayCallError(error))

/** The numbers of the status. `due` would go if guards let it. */
export const countsOf = ({ planned, allowed }: Decision, done: Done): Readonly<Record<string, number>> => {
  const outcomes = done.passes.flatMap((pass) => pass.outcomes)
  const amended = done.passes.flatMap((pass) => pass.amended ?? [])
  const considered = planned.passes[0].removals.length + planned.passes[0].kept.length
  return {
    considered,
    due: removalsOf(planned).length,
    allowed: removalsOf(allowed).length,
    deleted: outcomes.filter(({ _tag }) => _tag === 'Removed').length,
    marked: amended.filter(({ _tag }) => _tag === 'Amended').length,
    rehearsed: planned.passes.flatMap(amendmentsOf).length - allowed.passes.flatMap(amendmentsOf).length,
    failed: [...outcomes, ...amended].filter(({ _tag }) => _tag === 'Failed').length,
  }
}
