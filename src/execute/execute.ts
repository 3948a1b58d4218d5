/**
 * Answers how a plan is carried out: a loop with no policy of its own. Order, reserve, goal, requirements and what a
 * failure means are all read from the plan.
 */
import type { task as T, taskEither as TE } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../core/int64.js'
import type { Family, Goal, Pass, Plan, Removal } from '../core/plan.js'
import type { Outcome, PassReport, Report } from '../core/report.js'

/** Carries out one action; its error type is the user's and ends up in the report untouched. */
export type Perform<A, Err> = (action: A) => TE.TaskEither<Err, unknown>

/** Looks at the world again and plans anew; called before every pass that observes again. */
export type Look<F extends Family, Err> = (pass: F['Pass']) => TE.TaskEither<Err, Plan<F>>

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
    const removed = new Set<string>()
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
      const report = await executePass<F, Err>(perform, pass, removed)
      reports.push(report)
      ended = pass.onFailure !== 'continue' && report.outcomes.some((outcome) => outcome._tag === 'Failed')
    }
    return { passes: reports }
  }

const executePass = async <F extends Family, Err>(
  perform: Perform<F['Action'], Err>,
  pass: Pass<F>,
  removed: Set<string>,
): Promise<PassReport<F, Err>> => {
  const outcomes: Outcome<F, Err>[] = []
  let freed = 0n
  let stopped = false
  for (const removal of inLine(pass)) {
    if (stopped) {
      outcomes.push({ _tag: 'Skipped', removal, because: 'run-stopped' })
      continue
    }
    const outcome = await attempt<F, Err>(perform, removal, removed)
    outcomes.push(outcome)
    if (outcome._tag === 'Removed') {
      removed.add(identity(removal.target))
      freed += BigInt(removal.frees)
      if (isMet(pass.goal, freed)) break
    }
    stopped = outcome._tag === 'Failed' && pass.onFailure === 'stop'
  }
  return { name: pass.name, state: { _tag: 'Ran' }, outcomes, freed: int64FromBigint(freed), ...begun(pass) }
}

const attempt = async <F extends Family, Err>(
  perform: Perform<F['Action'], Err>,
  removal: Removal<F>,
  removed: ReadonlySet<string>,
): Promise<Outcome<F, Err>> => {
  if (!removal.requires.every((target) => removed.has(identity(target))))
    return { _tag: 'Skipped', removal, because: 'requirement-failed' }
  for (const action of removal.actions) {
    const done = await perform(action)()
    if (E.isLeft(done)) return { _tag: 'Failed', removal, action, error: done.left }
  }
  return { _tag: 'Removed', removal }
}

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
