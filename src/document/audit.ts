/** Audit records of a run, one per target: who did what, when, why, and with what outcome. */
import type { Amendment, Family, Removal } from '../core/plan.js'
import * as fp from '../core/fp.js'
import type { AmendOutcome, Outcome, Report } from '../core/report.js'
import { type Json, writeFact } from '../internal/fact-forms.js'
import { safeJson } from '../internal/safe-text.js'

/** Facts about a run beyond its report. */
export interface AuditContext<R, Err> {
  /** When the run took place or ended. */
  readonly at: Date
  /** Who ran it, e.g. a service account. */
  readonly actor: string
  /** The run's id, e.g. a uuid or the approval's digest. */
  readonly run: string
  readonly collector: string
  /** The collector's `explain`. */
  readonly explain: (fact: R) => string
  /** Turns a port error into text. */
  readonly describe: (error: Err) => string
}

/** What happened to one target. */
export interface AuditRecord {
  readonly kind: 'gcplan/audit'
  readonly version: 1
  /** RFC 3339 in UTC. */
  readonly at: string
  readonly actor: string
  readonly run: string
  readonly collector: string
  readonly pass: string
  /** The kind of decision. */
  readonly what: 'removal' | 'amendment'
  readonly target: Json
  readonly outcome: 'removed' | 'amended' | 'failed' | 'skipped' | 'refused'
  /** The planned calls, including preconditions. */
  readonly actions: ReadonlyArray<Json>
  readonly reasons: ReadonlyArray<Json>
  /** One sentence for each reason. */
  readonly why: ReadonlyArray<string>
  /** Why it did not happen, in words; a refusal's tag. Null if it happened. */
  readonly because: string | null
  /** The call that failed; null if none did. */
  readonly failed: Json
}

/**
 * The records of a report.
 *
 * Order: passes as they ran; in each amendments, then removals, in the order of attempts. Kept targets have no record;
 * a pass that was not reached has records of its planned targets.
 */
export const auditRecords =
  <R, Err>(context: AuditContext<R, Err>) =>
  <F extends Family & { readonly Reason: R }>({ passes }: Report<F, Err>): ReadonlyArray<AuditRecord> => {
    const at = Number.isNaN(context.at.getTime()) ? '' : context.at.toISOString()
    const { actor, run, collector } = context
    return passes.flatMap(({ name, outcomes, amended = [] }) => {
      const head = { kind: 'gcplan/audit', version: 1, at, actor, run, collector, pass: name } as const
      return [
        ...amended.map((outcome): AuditRecord => ({
          ...head,
          what: 'amendment',
          ...bodyOf(context, outcome.amendment, outcome),
        })),
        ...outcomes.map((outcome): AuditRecord => ({
          ...head,
          what: 'removal',
          ...bodyOf(context, outcome.removal, outcome),
        })),
      ]
    })
  }

/** Prints records as JSON lines. */
export const printAudit = (records: ReadonlyArray<AuditRecord>): string =>
  records.map((each) => `${safeJson(each)}\n`).join('')

const toJson = writeFact(new Map())

const bodyOf = <R, Err, F extends Family>(
  { explain, describe }: AuditContext<R, Err>,
  { target, actions, reasons }: Removal<F> | Amendment<F>,
  outcome: Outcome<F, Err> | AmendOutcome<F, Err>,
): Pick<AuditRecord, 'target' | 'outcome' | 'actions' | 'reasons' | 'why' | 'because' | 'failed'> => {
  const because = becauseOf(describe, outcome)
  return {
    target: toJson(target),
    outcome: words[outcome._tag],
    actions: actions.map(toJson),
    reasons: reasons.map(toJson),
    why: (reasons as unknown as ReadonlyArray<R>).map((reason) => explain(reason)),
    because: fp.isSome(because) ? because.value : null,
    failed: outcome._tag === 'Failed' ? toJson(outcome.action) : null,
  }
}

const words = {
  Removed: 'removed',
  Amended: 'amended',
  Failed: 'failed',
  Skipped: 'skipped',
  Refused: 'refused',
} as const

const becauseOf = <F extends Family, Err>(
  describe: (error: Err) => string,
  outcome: Outcome<F, Err> | AmendOutcome<F, Err>,
) => {
  switch (outcome._tag) {
    case 'Removed':
    case 'Amended':
      return outcome.found === 'gone' ? fp.some('it was gone already') : fp.none
    case 'Failed':
      return fp.some(describe(outcome.error))
    case 'Skipped':
      return fp.some(outcome.because)
    case 'Refused':
      return fp.some(outcome.refusal._tag)
  }
}
