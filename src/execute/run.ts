/**
 * The run loop of a collector: observe, plan, guard, execute, and repeat until there is nothing left to do or no
 * progress.
 */
import type { taskEither as TE } from 'fp-ts'
import { either as E, option as O } from 'fp-ts'

import type { Family, Pass, Plan } from '../core/plan.js'
import type { Caller } from './call.js'
import { errorOrFault } from './call.js'
import { engineOf } from './engine.js'
import { lookWith } from './look.js'
import { executePasses, passOf } from './passes.js'
import { attemptsAnything, decisionsOf, hasConflict, isQuiet } from './round.js'
import type { LookError, Round, RunError, RunFault, RunPorts, RunReport } from './run-ports.js'
import { pause } from './wait.js'

/**
 * Runs a collector: observes, plans, guards and carries out, round after round.
 *
 * Shape: a pass that observes again is taken from a new look, planned and guarded like the first. A run ends `settled`
 * when a round had nothing to do; `stuck` when a round would attempt the same as the one before, without a conflict;
 * `bound` at the maximum number of rounds; `aborted` on abort. The memory goes from look to look, and what was removed
 * is taken out of it.
 * Fails: with a {@link RunError} when the first look of a round fails, or its plan is refused by the collector or the
 * guard. What was done before stands in it. A later look of the same round that fails leaves its pass unobserved.
 */
export const run =
  <F extends Family, Snapshot, Memory, Policy, PlanError, Err>(
    ports: RunPorts<F, Snapshot, Memory, Policy, PlanError, Err>,
  ) =>
  (policy: Policy): TE.TaskEither<RunError<F, Memory, PlanError, Err>, RunReport<F, Memory, PlanError, Err>> =>
  async () => {
    const { clock, signal, between, recall } = ports
    const engine = engineOf<F, Err, LookError<PlanError, Err>>(ports)
    const most = ports.rounds !== undefined && ports.rounds >= 1 ? ports.rounds : mostRounds
    const rounds: Round<F, RunFault<PlanError, Err>>[] = []
    let memory = recall?.memory as Memory
    let before = null as { readonly decisions: string; readonly hadConflict: boolean } | null

    const look = async (): Promise<E.Either<LookError<PlanError, Err>, Decided<F, Snapshot>>> => {
      const seen = await lookWith(observing<PlanError, Err>(engine.caller), () => ports.observe(memory))
      const decided = E.isLeft(seen) ? seen : decide(ports, policy, seen.right)
      if (E.isRight(decided) && recall !== undefined) memory = recall.memoryOf(decided.right.snapshot)
      return decided
    }

    for (;;) {
      const decided = await look()
      if (E.isLeft(decided))
        return signal?.aborted === true
          ? E.right({ ended: 'aborted', rounds, memory, wakeAt: O.none })
          : E.left({ ...decided.left, rounds, memory })
      const { plan } = decided.right
      let { snapshot } = decided.right
      const end = (ended: Ended): E.Either<never, RunReport<F, Memory, PlanError, Err>> =>
        E.right({ ended, rounds, memory, wakeAt: plan.wakeAt })
      const decisions = decisionsOf(plan)
      if (before?.decisions === decisions && !before.hadConflict && attemptsAnything(plan)) return end('stuck')
      const passNow = async (pass: F['Pass']): Promise<E.Either<LookError<PlanError, Err>, O.Option<Pass<F>>>> => {
        const again = await look()
        if (E.isLeft(again)) return again
        snapshot = again.right.snapshot
        return E.right(passOf(again.right.plan, pass))
      }
      const report = await executePasses(engine, passNow, plan)
      rounds.push({ plan, report })
      if (recall !== undefined) memory = recall.memoryOf(recall.applyReport(report)(snapshot))
      if (signal?.aborted === true) return end('aborted')
      if (isQuiet(report)) return end('settled')
      if (rounds.length >= most) return end('bound')
      before = { decisions, hadConflict: hasConflict(report) }
      if (between !== undefined && !(await pause(clock, between, signal))) return end('aborted')
    }
  }

const mostRounds = 10

type Ended = RunReport<Family, unknown, unknown, unknown>['ended']

/** A look, and what was decided on it. */
interface Decided<F extends Family, Snapshot> {
  readonly snapshot: Snapshot
  readonly plan: Plan<F>
}

const decide = <F extends Family, Snapshot, Memory, Policy, PlanError, Err>(
  { recall, plan, guard }: RunPorts<F, Snapshot, Memory, Policy, PlanError, Err>,
  policy: Policy,
  seen: Snapshot,
): E.Either<LookError<PlanError, Err>, Decided<F, Snapshot>> => {
  try {
    const snapshot = recall === undefined ? seen : recall.remember(policy)(seen)
    const planned = plan(policy)(snapshot)
    if (E.isLeft(planned)) return E.left({ _tag: 'PlanRefused', error: planned.left })
    const guarded = guard === undefined ? planned : guard(planned.right)
    return E.isLeft(guarded)
      ? E.left({ _tag: 'GuardRefused', refusals: guarded.left })
      : E.right({ snapshot, plan: guarded.right })
  } catch (thrown) {
    return E.left({ _tag: 'PlanThrew', thrown })
  }
}

/** A caller whose failures are failures to observe. */
const observing = <PlanError, Err>(
  caller: Caller<never, Err, unknown>,
): Caller<never, Err, LookError<PlanError, Err>> => ({
  ...caller,
  errorOf: (failure) => ({ _tag: 'ObserveFailed', error: errorOrFault(failure) }),
})
