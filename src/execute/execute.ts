/**
 * Answers how a plan is carried out: pass by pass, with no policy of its own. Order, reserve, goal, requirements and what a
 * failure means are all read from the plan.
 */
import type { task as T } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'

import type { Family, Pass, Plan } from '../core/plan.js'
import type { PassReport, Report } from '../core/report.js'
import type { Engine } from './engine.js'
import { engineOf, plainEngine } from './engine.js'
import type { CallFault } from './fault.js'
import type { Look, Options, Perform } from './options.js'
import { begun, executePass, notReached } from './pass.js'
import { patiently } from './wait.js'

/**
 * Carries out a plan as it stands; failed removals are outcomes, the task itself never rejects because of them. What a port
 * throws, against its type, stands in the outcome in the place of its error.
 */
export const execute =
  <A, Err>(perform: Perform<A, Err>) =>
  <F extends Family & { readonly Action: A }>(plan: Plan<F>): T.Task<Report<F, Err>> =>
  () =>
    executePasses<F, Err, Err>(plainEngine<F, Err>(perform), undefined, plan)

/**
 * Carries out a plan and looks again where the real component does: the pass is then taken from the new plan. A failed
 * look leaves its pass unobserved and the run goes on.
 */
export const executeLooking =
  <A, Err, F extends Family & { readonly Action: A }>(perform: Perform<A, Err>, look: Look<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err>> =>
  () =>
    executePasses<F, Err, Err>(plainEngine<F, Err>(perform), look, plan)

/**
 * Carries out a plan with deadlines, calls that are made again, a limit of what is under way at once, a signal that calls it
 * off, and somebody who has the last word.
 *
 * Shape: every removal of every pass has an outcome, however the run ends. An error of class `gone` is a success; one of
 * class `conflict` is a failure that says so. Once the run is called off nothing more is begun, and a call that is under way
 * counts as failed. Never rejects.
 * Order: outcomes are in the order of the plan, whatever is under way at once.
 * Fails: a call without answer fails with a {@link CallFault}.
 */
export const executeWith =
  <F extends Family, Err>(options: Options<F, Err>) =>
  (plan: Plan<F>): T.Task<Report<F, Err | CallFault>> =>
  () =>
    executePasses(engineOf(options), options.look, plan)

const executePasses = async <F extends Family, Err, E>(
  engine: Engine<F, Err, E>,
  look: Look<F, Err> | undefined,
  plan: Plan<F>,
): Promise<Report<F, E>> => {
  const done = new Set<string>()
  const reports: PassReport<F, E>[] = []
  let ended = false
  for (const planned of plan.passes) {
    const isAborted = engine.caller.signal?.aborted === true
    if (ended || isAborted) {
      reports.push(notReached(planned, isAborted ? 'aborted' : 'run-stopped'))
      continue
    }
    const now = await passNow(engine, look, planned)
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
    const report = await executePass(engine, pass, done)
    reports.push(report)
    ended = pass.onFailure !== 'continue' && hasFailure(report)
  }
  return { passes: reports }
}

/** The pass as the world is now, where it is looked at again. */
const passNow = async <F extends Family, Err, E>(
  { caller }: Engine<F, Err, E>,
  look: Look<F, Err> | undefined,
  planned: Pass<F>,
): Promise<E.Either<E, O.Option<Pass<F>>>> => {
  if (look === undefined || !planned.observesAgain) return E.right(O.some(planned))
  const pass = planned.name
  const looked = await patiently(async () => {
    const seen = await look(pass)()
    return E.isLeft(seen) ? seen : E.right(O.fromNullable(seen.right.passes.find(({ name }) => name === pass)))
  }, caller)
  if (looked._tag === 'Gave up') return E.left(caller.errorOf({ _tag: 'Unanswered', fault: looked.fault }))
  return E.mapLeft((error: Err) => caller.errorOf({ _tag: 'Answered', error }))(looked.value)
}

const hasFailure = <F extends Family, Err>({ outcomes, amended = [] }: PassReport<F, Err>): boolean =>
  [...amended, ...outcomes].some(({ _tag }) => _tag === 'Failed')
