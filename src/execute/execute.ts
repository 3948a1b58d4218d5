/**
 * Answers how a plan is carried out: a loop with no policy of its own. Order, reserve, goal, requirements and what a
 * failure means are all read from the plan.
 */
import type { task as T, taskEither as TE } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../core/int64.js'
import { amendmentsOf } from '../core/amendment.js'
import type { Amendment } from '../core/amendment.js'
import type { Family, Goal, Pass, Plan, Removal } from '../core/plan.js'
import type { Look, Perform } from './options.js'
import type { AmendOutcome, Outcome, PassReport, Report } from '../core/report.js'

/**
 * Carries out a plan as it stands; failed removals are outcomes, the task itself never rejects because of them.
 */
export const execute =
  <A, Err>(perform: Perform<A, Err>) =>
  <F extends Family & { readonly Action: A }>(plan: Plan<F>): T.Task<Report<F, Err>> =>
    executePasses<F, Err>(perform, (name) => async () => {
      const pass = plan.passes.find((candidate) => candidate.name === name)
      return await Promise.resolve(E.right(O.fromNullable(pass)))
    })(plan)

/**
 * Carries out a plan and looks again where the real component does: the pass is then taken from the new plan. A failed
 * look leaves its pass unobserved and the run goes on.
 */
export const executeLooking =
  <A, Err, F extends Family & { readonly Action: A }>(perform: Perform<A, Err>, look: Look<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err>> =>
    executePasses<F, Err>(perform, (name, observesAgain) => async () => {
      if (!observesAgain) return E.right(O.fromNullable(plan.passes.find((candidate) => candidate.name === name)))
      const seen = await look(name)()
      return E.isLeft(seen) ? seen : E.right(O.fromNullable(seen.right.passes.find((pass) => pass.name === name)))
    })(plan)

type PassNow<F extends Family, Err> = (name: F['Pass'], observesAgain: boolean) => TE.TaskEither<Err, O.Option<Pass<F>>>

const executePasses =
  <F extends Family, Err>(perform: Perform<F['Action'], Err>, passNow: PassNow<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err>> =>
  async () => {
    const done = new Set<string>()
    const reports: PassReport<F, Err>[] = []
    let ended = false
    for (const planned of plan.passes) {
      if (ended) {
        reports.push(notReached(planned))
        continue
      }
      const now = await passNow(planned.name, planned.observesAgain)()
      if (E.isLeft(now)) {
        reports.push({ name: planned.name, state: { _tag: 'Unobserved', error: now.left }, outcomes: [], freed: 0 })
        ended = planned.onFailure !== 'continue'
        continue
      }
      if (O.isNone(now.right)) continue
      const pass = now.right.value
      if (O.isSome(pass.refusal)) {
        const state = { _tag: 'Refused', refusal: pass.refusal.value } as const
        reports.push({ name: pass.name, state, outcomes: [], freed: 0, ...begun(pass) })
        ended = true
        continue
      }
      const report = await executePass<F, Err>(perform, pass, done)
      reports.push(report)
      ended = pass.onFailure !== 'continue' && hasFailure(report)
    }
    return { passes: reports }
  }

const executePass = async <F extends Family, Err>(
  perform: Perform<F['Action'], Err>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<PassReport<F, Err>> => {
  const amended = await amend<F, Err>(perform, pass, done)
  const outcomes: Outcome<F, Err>[] = []
  let freed = 0n
  let stopped = pass.onFailure === 'stop' && amended.some(({ _tag }) => _tag === 'Failed')
  for (const removal of inLine(pass)) {
    if (stopped) {
      outcomes.push({ _tag: 'Skipped', removal, because: 'run-stopped' })
      continue
    }
    const failure = await attempt<F, Err>(perform, removal, done)
    if (failure === null) {
      outcomes.push({ _tag: 'Removed', removal })
      done.add(identity(removal.target))
      freed += BigInt(removal.frees)
      if (isMet(pass.goal, freed)) break
      continue
    }
    outcomes.push({ ...failure, removal })
    stopped = failure._tag === 'Failed' && pass.onFailure === 'stop'
  }
  const report = { name: pass.name, state: { _tag: 'Ran' }, outcomes, freed: int64FromBigint(freed) } as const
  return { ...report, ...begun(pass), ...('amendments' in pass ? { amended } : {}) }
}

/** Changes what stays, before anything is removed; a target with one failed amendment does not count as amended. */
const amend = async <F extends Family, Err>(
  perform: Perform<F['Action'], Err>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<ReadonlyArray<AmendOutcome<F, Err>>> => {
  const outcomes: AmendOutcome<F, Err>[] = []
  const failed = new Set<string>()
  let stopped = false
  for (const amendment of amendmentsOf(pass)) {
    if (stopped) {
      outcomes.push({ _tag: 'Skipped', amendment, because: 'run-stopped' })
      continue
    }
    const failure = await attempt<F, Err>(perform, amendment, done)
    const key = identity(amendment.target)
    outcomes.push(failure === null ? { _tag: 'Amended', amendment } : { ...failure, amendment })
    if (failure !== null) failed.add(key)
    if (failed.has(key)) done.delete(key)
    else done.add(key)
    stopped = failure?._tag === 'Failed' && pass.onFailure === 'stop'
  }
  return outcomes
}

/** Why something was not done. */
type NotDone<F extends Family, Err> =
  | { readonly _tag: 'Failed'; readonly action: F['Action']; readonly error: Err }
  | { readonly _tag: 'Skipped'; readonly because: 'requirement-failed' }

const attempt = async <F extends Family, Err>(
  perform: Perform<F['Action'], Err>,
  { actions, requires }: Removal<F> | Amendment<F>,
  done: ReadonlySet<string>,
): Promise<NotDone<F, Err> | null> => {
  if (!requires.every((target) => done.has(identity(target)))) return { _tag: 'Skipped', because: 'requirement-failed' }
  for (const action of actions) {
    const performed = await perform(action)()
    if (E.isLeft(performed)) return { _tag: 'Failed', action, error: performed.left }
  }
  return null
}

const hasFailure = <F extends Family, Err>({ outcomes, amended = [] }: PassReport<F, Err>): boolean =>
  [...amended, ...outcomes].some(({ _tag }) => _tag === 'Failed')

const inLine = <F extends Family>(pass: Pass<F>): ReadonlyArray<Removal<F>> =>
  pass.goal._tag === 'RemoveAll' ? pass.removals : [...pass.removals, ...pass.reserve]

const isMet = (goal: Goal, freed: bigint): boolean => goal._tag === 'FreeBytes' && freed >= int64ToBigint(goal.bytes)

const identity = (target: { readonly _tag: string; readonly id: string }): string => `${target._tag} ${target.id}`

const notReached = <F extends Family, Err>(pass: Pass<F>): PassReport<F, Err> => ({
  name: pass.name,
  state: { _tag: 'NotReached' },
  outcomes: pass.removals.map((removal) => ({ _tag: 'Skipped', removal, because: 'run-stopped' })),
  freed: 0,
})

const begun = <F extends Family>({ events, measured }: Pass<F>): Pick<PassReport<F, never>, 'events' | 'measured'> =>
  measured === undefined ? { events } : { events, measured }
