/** Executes the passes of a plan in order, and decides when the run ends early. */
import { type taskEither as TE, either as E, function as F, option as O } from 'fp-ts'

import type { Family, Pass, Plan } from '../core/plan.js'
import type { PassReport, Report } from '../core/report.js'
import type { Context } from './context.js'
import { begun, executePass, notReached } from './pass.js'

/** The pass planned from a new look, if it still exists. Must not reject. */
export type PassNow<F extends Family, E> = (pass: F['Pass']) => TE.TaskEither<E, O.Option<Pass<F>>>

/** Carries out the passes of a plan; looks again where the plan says so, if a look is given. */
export const executePasses = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  passNow: PassNow<F, E> | undefined,
  plan: Plan<F>,
): Promise<Report<F, E>> => {
  const done = new Set<string>()
  const reports: PassReport<F, E>[] = []
  let ended = false
  for (const planned of plan.passes) {
    const isAborted = context.caller.signal?.aborted === true
    if (ended || isAborted) {
      reports.push(notReached(planned, isAborted ? 'aborted' : 'run-stopped'))
      continue
    }
    const now: E.Either<E, O.Option<Pass<F>>> = passNow === undefined || !planned.observesAgain
      ? E.right(O.some(planned))
      : await passNow(planned.name)()
    const { report, ends } = await F.pipe(
      now,
      E.match(
        (error) => Promise.resolve(unobserved(planned, error)),
        O.match(
          () => Promise.resolve(notPlannedAgain),
          (pass) => begin(context, pass, done),
        ),
      ),
    )
    if (O.isSome(report)) reports.push(report.value)
    ended = ends
  }
  return { passes: reports }
}

interface Ran<F extends Family, E> {
  /** None for a pass that is not planned any more. */
  readonly report: O.Option<PassReport<F, E>>
  readonly ends: boolean
}

const notPlannedAgain = { report: O.none, ends: false } as const

const unobserved = <F extends Family, E>({ name, onFailure }: Pass<F>, error: E): Ran<F, E> => ({
  report: O.some({ name, state: { _tag: 'Unobserved', error }, outcomes: [], freed: 0 }),
  ends: onFailure !== 'continue',
})

const begin = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<Ran<F, E>> => {
  if (O.isSome(pass.refusal)) {
    const state = { _tag: 'Refused', refusal: pass.refusal.value } as const
    return { report: O.some({ name: pass.name, state, outcomes: [], freed: 0, ...begun(pass) }), ends: true }
  }
  const report = await executePass(context, pass, done)
  return { report: O.some(report), ends: pass.onFailure !== 'continue' && hasFailure(report) }
}

/** A pass of a plan, by name. */
export const passOf = <F extends Family>({ passes }: Plan<F>, pass: F['Pass']): O.Option<Pass<F>> =>
  O.fromNullable(passes.find(({ name }) => name === pass))

const hasFailure = <F extends Family, Err>({ outcomes, amended = [] }: PassReport<F, Err>): boolean =>
  [...amended, ...outcomes].some(({ _tag }) => _tag === 'Failed')
