/**
 * Answers whether a report is sound: every decision has one outcome or none was needed, in order, and what it says of calls
 * is what happened.
 */
import { type Family, type Pass, amendmentsOf } from '../../../src/core/plan.js'
import { int64ToBigint } from '../../../src/core/int64.js'
import type { AmendOutcome, Outcome, PassReport, Report } from '../../../src/core/report.js'
import { targetKey } from '../../../src/core/target.js'
import { isCallFault } from '../../../src/execute/index.js'
import type { Wrong } from './world.js'

/** What became of the last call for an action; without an answer nobody waited for one to come. */
export interface Called {
  readonly answer?: 'done' | Wrong
  readonly times: number
}

/** What is known of a run beside its report. */
export interface Known<F extends Family> {
  /** The passes of the plan, or what a later look made of them. */
  readonly passes: ReadonlyArray<Pass<F>>
  readonly calledOf: (action: F['Action']) => Called | undefined
  readonly aborted: boolean
}

type Decided<F extends Family> = Outcome<F, unknown> | AmendOutcome<F, unknown>

/** What is wrong with a report; empty when it is sound. */
export const flawsIn = <F extends Family>(report: Report<F, unknown>, known: Known<F>): ReadonlyArray<string> => {
  const flaws: string[] = []
  const said = report.passes.map(({ name }) => name)
  // A pass that a later look does not have any more is left out.
  let place = 0
  const done = new Set<string>()
  for (const pass of known.passes) {
    const found = report.passes[place]
    if (found?.name !== pass.name) {
      flaws.push(`pass ${pass.name} has no report among ${said.join(', ')}`)
      continue
    }
    place++
    flaws.push(...flawsOf(found, pass, known, done).map((flaw) => `${pass.name}: ${flaw}`))
  }
  if (place < said.length) flaws.push('a report of a pass that there is not')
  return flaws
}

const flawsOf = <F extends Family>(
  report: PassReport<F, unknown>,
  pass: Pass<F>,
  known: Known<F>,
  done: Set<string>,
): ReadonlyArray<string> => {
  const flaws: string[] = []
  const { outcomes, amended = [], state } = report
  if (state._tag === 'Unobserved' || state._tag === 'Refused') {
    if (outcomes.length + amended.length > 0) flaws.push('outcomes of a pass that was not begun')
    return flaws
  }
  const amendments = amendmentsOf(pass)
  if (amended.length !== amendments.length || amended.some(({ amendment }, at) => amendment !== amendments[at]))
    flaws.push('amendments are not reported one by one')
  const line = [...pass.removals, ...pass.reserve]
  if (outcomes.some(({ removal }, at) => removal !== line[at])) flaws.push('outcomes are not in the order of the plan')
  const freed = outcomes.reduce(
    (sum, outcome) => sum + (outcome._tag === 'Removed' ? int64ToBigint(outcome.removal.frees) : 0n),
    0n,
  )
  if (freed !== int64ToBigint(report.freed)) flaws.push('the sum of what was freed is another')
  const metAt = metIn(pass, outcomes)
  const isMet = metAt !== undefined
  const isNeeded = (at: number): boolean =>
    at < pass.removals.length || (pass.goal._tag === 'FreeBytes' && !known.aborted && state._tag === 'Ran')
  for (let at = outcomes.length; at < line.length; at++)
    if (isNeeded(at) && !isMet) flaws.push(`no outcome of ${line[at]?.target.id ?? ''}`)
  if (isMet && metAt < outcomes.length - 1) flaws.push('more was attempted than the goal asks for')
  for (const outcome of [...amended, ...outcomes]) {
    const decision = 'removal' in outcome ? outcome.removal : outcome.amendment
    const key = targetKey(decision.target)
    const calls = (decision.actions as ReadonlyArray<F['Action']>).map(known.calledOf)
    flaws.push(...flawsBy(outcome, calls, known).map((flaw) => `${key} ${flaw}`))
    if (outcome._tag === 'Removed' || outcome._tag === 'Amended') done.add(key)
  }
  for (const outcome of [...amended, ...outcomes]) {
    const { requires, target } = 'removal' in outcome ? outcome.removal : outcome.amendment
    if (outcome._tag === 'Skipped' || outcome._tag === 'Refused') continue
    if (!requires.every((other) => done.has(targetKey(other))))
      flaws.push(`${targetKey(target)} lacks what it requires`)
  }
  return flaws
}

/** Where the removal stands with which the goal was met. */
const metIn = <F extends Family>(
  { goal }: Pass<F>,
  outcomes: ReadonlyArray<Outcome<F, unknown>>,
): number | undefined => {
  if (goal._tag === 'RemoveAll') return undefined
  let freed = 0n
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome._tag !== 'Removed') continue
    freed += int64ToBigint(outcome.removal.frees)
    if (freed >= int64ToBigint(goal.bytes)) return at
  }
  return undefined
}

const flawsBy = <F extends Family>(
  outcome: Decided<F>,
  calls: ReadonlyArray<Called | undefined>,
  { aborted, calledOf }: Known<F>,
): ReadonlyArray<string> => {
  const isCalled = calls.some((called) => called !== undefined)
  switch (outcome._tag) {
    case 'Removed':
    case 'Amended':
      if (outcome.found === undefined)
        return calls.every((called) => called?.answer === 'done') ? [] : ['counts as done and was not']
      return calls.some((called) => typeof called?.answer === 'object' && called.answer.means === 'gone')
        ? []
        : ['counts as gone and was not']
    case 'Refused':
      return isCalled ? ['was refused and called'] : []
    case 'Skipped':
      if (isCalled) return ['was skipped and called']
      return outcome.because === 'aborted' && !aborted ? ['was skipped though nobody called it off'] : []
    case 'Failed': {
      const answer = calledOf(outcome.action)?.answer
      const { error } = outcome
      if (error !== answer && !isCalled && !(isCallFault(error) && error._tag === 'NotAdmitted'))
        return ['failed without a call']
      if (!isCallFault(error)) return error === answer ? [] : ['failed with an error that nobody gave']
      return error._tag === 'Aborted' && !aborted ? ['failed by a call-off that nobody made'] : []
    }
  }
}
