/** Executes the passes of a plan in order, and decides when the run ends early. */
import { either as E, option as O } from 'fp-ts'

import type { Family, Pass, Plan } from '../core/plan.js'
import type { PassReport, Report } from '../core/report.js'
import type { Engine } from './engine.js'
import { begun, executePass, notReached } from './pass.js'

/** The pass planned from a new look, if it still exists. Must not reject. */
export type PassNow<F extends Family, E> = (pass: F['Pass']) => Promise<E.Either<E, O.Option<Pass<F>>>>

/** Carries out the passes of a plan; looks again where the plan says so, if a look is given. */
export const executePasses = async <F extends Family, Err, E>(
  engine: Engine<F, Err, E>,
  passNow: PassNow<F, E> | undefined,
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
    const now = passNow === undefined || !planned.observesAgain ? E.right(O.some(planned)) : await passNow(planned.name)
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

/** A pass of a plan, by name. */
export const passOf = <F extends Family>({ passes }: Plan<F>, pass: F['Pass']): O.Option<Pass<F>> =>
  O.fromNullable(passes.find(({ name }) => name === pass))

const hasFailure = <F extends Family, Err>({ outcomes, amended = [] }: PassReport<F, Err>): boolean =>
  [...amended, ...outcomes].some(({ _tag }) => _tag === 'Failed')
