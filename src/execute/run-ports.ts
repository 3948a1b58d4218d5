/** What a run needs from outside, and what it returns. */
import type { either as E, option as O, readonlyNonEmptyArray as RNEA, taskEither as TE } from 'fp-ts'

import type { Family, Plan } from '../core/plan.js'
import type { Report } from '../core/report.js'
import type { Millis } from '../core/time.js'
import type { CallFault } from './fault.js'
import type { Options } from './options.js'

/** How a collector's memory is kept between looks. */
export interface Recall<F extends Family, Snapshot, Memory, Policy> {
  /** Before the first look. */
  readonly memory: Memory
  /** The snapshot with the memory after observing it. */
  readonly remember: (policy: Policy) => (snapshot: Snapshot) => Snapshot
  /** The memory that a snapshot holds. */
  readonly memoryOf: (snapshot: Snapshot) => Memory
  /** The snapshot without what a report says was removed. */
  readonly applyReport: <E>(report: Report<F, E>) => (snapshot: Snapshot) => Snapshot
}

/** What a run needs: how to observe and act, the collector, and limits. */
export interface RunPorts<F extends Family, Snapshot, Memory, Policy, PlanError, Err> extends Omit<
  Options<F, Err>,
  'look'
> {
  /** Takes a snapshot, with the given memory in it (`undefined` without `recall`). */
  readonly observe: (memory: Memory) => TE.TaskEither<Err, Snapshot>
  /** The collector's own. */
  readonly plan: (policy: Policy) => (snapshot: Snapshot) => E.Either<PlanError, Plan<F>>
  /** The collector's memory; none by default. */
  readonly recall?: Recall<F, Snapshot, Memory, Policy> | undefined
  /** Passes, changes or refuses every plan, also those of later looks. */
  readonly guard?: ((plan: Plan<F>) => E.Either<RNEA.ReadonlyNonEmptyArray<GuardRefusal>, Plan<F>>) | undefined
  /** Maximum rounds. Default 10; 1 is one run of the real component. */
  readonly rounds?: number | undefined
  /** The delay between rounds; none by default. */
  readonly between?: Millis | undefined
}

/** Why a guard refused a plan. */
export interface GuardRefusal {
  readonly _tag: string
}

/** Why a look gave no plan. */
export type LookError<PlanError, Err> =
  | { readonly _tag: 'ObserveFailed'; readonly error: Err | CallFault }
  /** The collector rejected the snapshot. */
  | { readonly _tag: 'PlanRefused'; readonly error: PlanError }
  | { readonly _tag: 'GuardRefused'; readonly refusals: RNEA.ReadonlyNonEmptyArray<GuardRefusal> }
  /** The collector or the guard threw. */
  | { readonly _tag: 'PlanThrew'; readonly thrown: unknown }

/** The report entry of a run for a failure. */
export type RunFault<PlanError, Err> = Err | CallFault | LookError<PlanError, Err>

/** A plan and its report. */
export interface Round<F extends Family, E> {
  readonly plan: Plan<F>
  readonly report: Report<F, E>
}

/** What a run leaves behind. */
export interface RunTrace<F extends Family, Memory, PlanError, Err> {
  /** What was executed, in order. */
  readonly rounds: ReadonlyArray<Round<F, RunFault<PlanError, Err>>>
  /** The memory for the next run. */
  readonly memory: Memory
}

/** How a run ended. */
export interface RunReport<F extends Family, Memory, PlanError, Err> extends RunTrace<F, Memory, PlanError, Err> {
  readonly ended: 'settled' | 'stuck' | 'bound' | 'aborted'
  /** When the last plan changes by itself, if ever. */
  readonly wakeAt: O.Option<Date>
}

/** Why a run failed, and what it had done by then. */
export type RunError<F extends Family, Memory, PlanError, Err> = LookError<PlanError, Err> &
  RunTrace<F, Memory, PlanError, Err>
