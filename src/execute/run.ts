/**
 * The run loop of a collector: observe, plan, guard, execute, and repeat until there is nothing left to do or no
 * progress.
 */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import { type Caller, errorOrFault, lookWith } from './call.js'
import { contextOf } from './context.js'
import { executePasses, passOf } from './passes.js'
import type { LookError, Round, RunError, RunFault, RunPorts, RunReport } from './run-ports.js'
import { pause } from './wait.js'
import type { Report } from '../core/report.js'
import { targetKey } from '../core/target.js'

/**
 * Runs a collector: observes, plans, guards and executes, round after round.
 *
 * Shape: ends `settled` when a round has nothing to do; `stuck` when a round would repeat the last one, without a
 * conflict; `bound` at the maximum of rounds; `aborted` on abort. Passes with `observesAgain` are planned and guarded
 * again.
 * Fails: with a {@link RunError} if a round's first look fails, or the collector or guard refuses its plan; it holds
 * what was done before. If a later look fails, its pass is `Unobserved`.
 */
export const run =
  <F extends Family, Snapshot, Memory, Policy, PlanError, Err>(
    ports: RunPorts<F, Snapshot, Memory, Policy, PlanError, Err>,
  ) =>
  (policy: Policy): TE.TaskEither<RunError<F, Memory, PlanError, Err>, RunReport<F, Memory, PlanError, Err>> =>
  async () => {
    const { clock, signal, between, recall } = ports
    const context = contextOf<F, Err, LookError<PlanError, Err>>(ports)
    const most = ports.rounds !== undefined && ports.rounds >= 1 ? ports.rounds : mostRounds
    const rounds: Round<F, RunFault<PlanError, Err>>[] = []
    let memory = recall?.memory as Memory
    let before = null as { readonly decisions: string; readonly hadConflict: boolean } | null

    const look: TE.TaskEither<LookError<PlanError, Err>, Decided<F, Snapshot>> = F.pipe(
      () => lookWith(observing<PlanError, Err>(context.caller), () => ports.observe(memory)),
      TE.chainEitherK((seen) => decide(ports, policy, seen)),
      TE.map((decided) => {
        if (recall !== undefined) memory = recall.memoryOf(decided.snapshot)
        return decided
      }),
    )

    const carryOut = async (decided: Decided<F, Snapshot>): Promise<O.Option<RunReport<F, Memory, PlanError, Err>>> => {
      const { plan } = decided
      let { snapshot } = decided
      const end = (ended: Ended): O.Option<RunReport<F, Memory, PlanError, Err>> =>
        O.some({ ended, rounds, memory, wakeAt: plan.wakeAt })
      const decisions = decisionsOf(plan)
      if (before?.decisions === decisions && !before.hadConflict && attemptsAnything(plan)) return end('stuck')
      const passNow = (pass: F['Pass']): TE.TaskEither<LookError<PlanError, Err>, O.Option<Pass<F>>> =>
        F.pipe(
          look,
          TE.map((again) => {
            snapshot = again.snapshot
            return passOf(again.plan, pass)
          }),
        )
      const report = await executePasses(context, passNow, plan)
      rounds.push({ plan, report })
      if (recall !== undefined) memory = recall.memoryOf(recall.applyReport(report)(snapshot))
      if (signal?.aborted === true) return end('aborted')
      if (isQuiet(report)) return end('settled')
      if (rounds.length >= most) return end('bound')
      before = { decisions, hadConflict: hasConflict(report) }
      return between === undefined || (await pause(clock, between, signal)) ? O.none : end('aborted')
    }

    /** The end of the run; none as long as another round follows. */
    const round: TE.TaskEither<
      RunError<F, Memory, PlanError, Err>,
      O.Option<RunReport<F, Memory, PlanError, Err>>
    > = F.pipe(
      look,
      TE.chainTaskK((decided) => () => carryOut(decided)),
      TE.orElse((error) =>
        TE.fromEither(
          signal?.aborted === true
            ? E.right(O.some({ ended: 'aborted', rounds, memory, wakeAt: O.none }))
            : E.left({ ...error, rounds, memory }),
        ),
      ),
    )

    for (;;) {
      const ended = E.sequence(O.Applicative)(await round())
      if (O.isSome(ended)) return ended.value
    }
  }

const mostRounds = 10

type Ended = RunReport<Family, unknown, unknown, unknown>['ended']

interface Decided<F extends Family, Snapshot> {
  readonly snapshot: Snapshot
  readonly plan: Plan<F>
}

const decide = <F extends Family, Snapshot, Memory, Policy, PlanError, Err>(
  { recall, plan, guard }: RunPorts<F, Snapshot, Memory, Policy, PlanError, Err>,
  policy: Policy,
  seen: Snapshot,
): E.Either<LookError<PlanError, Err>, Decided<F, Snapshot>> =>
  F.pipe(
    E.tryCatch(
      () => {
        const snapshot = recall === undefined ? seen : recall.remember(policy)(seen)
        return F.pipe(
          plan(policy)(snapshot),
          E.mapLeft((error): LookError<PlanError, Err> => ({ _tag: 'PlanRefused', error })),
          E.chainW((planned) => guarded(guard, planned)),
          E.map((admitted) => ({ snapshot, plan: admitted })),
        )
      },
      (thrown): LookError<PlanError, Err> => ({ _tag: 'PlanThrew', thrown }),
    ),
    E.flattenW,
  )

const guarded = <F extends Family>(
  guard: RunPorts<F, never, never, never, never, never>['guard'],
  planned: Plan<F>,
): E.Either<LookError<never, never>, Plan<F>> =>
  guard === undefined
    ? E.right(planned)
    : F.pipe(
        guard(planned),
        E.mapLeft((refusals) => ({ _tag: 'GuardRefused', refusals })),
      )

const observing = <PlanError, Err>(
  caller: Caller<never, Err, unknown>,
): Caller<never, Err, LookError<PlanError, Err>> => ({
  ...caller,
  errorOf: (failure) => ({ _tag: 'ObserveFailed', error: errorOrFault(failure) }),
})

/** One text for everything that a plan would attempt; two plans with one text attempt the same. */
export const decisionsOf = <F extends Family>({ passes }: Plan<F>): string =>
  JSON.stringify(
    passes.map((pass) => [
      pass.name,
      pass.goal,
      ...[amendmentsOf(pass), pass.removals, pass.reserve].map((decisions) =>
        decisions.map(({ target, actions }) => [targetKey(target), actions]),
      ),
    ]),
  )

/** True when a plan attempts something, as far as it can tell before it looks again. */
export const attemptsAnything = <F extends Family>({ passes }: Plan<F>): boolean =>
  passes.some((pass) => pass.removals.length > 0 || amendmentsOf(pass).length > 0)

/** True when there was nothing to do, as far as could be seen. */
export const isQuiet = <F extends Family, E>({ passes }: Report<F, E>): boolean =>
  passes.every(
    ({ state, outcomes, amended = [] }) =>
      state._tag !== 'Unobserved' && state._tag !== 'NotReached' && outcomes.length === 0 && amended.length === 0,
  )

/** True when something was not as it had been seen. */
export const hasConflict = <F extends Family, E>({ passes }: Report<F, E>): boolean =>
  passes.some(({ outcomes, amended = [] }) =>
    [...amended, ...outcomes].some((outcome) => outcome._tag === 'Failed' && outcome.as === 'conflict'),
  )
