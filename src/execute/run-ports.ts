/** What a run needs from outside, and what it returns. */
import type { either as E, option as O, readonlyNonEmptyArray as RNEA, taskEither as TE } from 'fp-ts'

import type { Family, Plan } from '../core/plan.js'
import type { Report } from '../core/report.js'
import type { Millis } from '../core/time.js'
import type { CallFault } from './fault.js'
import type { Options } from './options.js'

/** How a collector that carries something from look to look is reminded of it. */
export interface Recall<F extends Family, Snapshot, Memory, Policy> {
  /** Before the first look. */
  readonly memory: Memory
  /** The snapshot with what the collector remembers after looking at it. */
  readonly remember: (policy: Policy) => (snapshot: Snapshot) => Snapshot
  /** The memory that a snapshot holds. */
  readonly memoryOf: (snapshot: Snapshot) => Memory
  /** The snapshot after what a report says was removed. */
  readonly applyReport: <E>(report: Report<F, E>) => (snapshot: Snapshot) => Snapshot
}

/** What a run needs: the world to look at and to act on, the collector, and what bounds it. */
export interface RunPorts<F extends Family, Snapshot, Memory, Policy, PlanError, Err> extends Omit<
  Options<F, Err>,
  'look'
> {
  /** Looks at the world. The memory belongs into the snapshot; `undefined` where nothing is recalled. */
  readonly observe: (memory: Memory) => TE.TaskEither<Err, Snapshot>
  /** The collector's own. */
  readonly plan: (policy: Policy) => (snapshot: Snapshot) => E.Either<PlanError, Plan<F>>
  /** What the collector carries from look to look; without it nothing. */
  readonly recall?: Recall<F, Snapshot, Memory, Policy> | undefined
  /** Lets a plan pass, changes it, or refuses it. Every plan goes through it, also those of later looks. */
  readonly guard?: ((plan: Plan<F>) => E.Either<RNEA.ReadonlyNonEmptyArray<GuardRefusal>, Plan<F>>) | undefined
  /** Rounds at most; 10 where nothing is said, 1 for what the real component does in one run. */
  readonly rounds?: number | undefined
  /** How long to wait between rounds; not at all where nothing is said. */
  readonly between?: Millis | undefined
}

/** Why a guard lets no plan pass. */
export interface GuardRefusal {
  readonly _tag: string
}

/** Why a look gave no plan. */
export type LookError<PlanError, Err> =
  | { readonly _tag: 'ObserveFailed'; readonly error: Err | CallFault }
  /** The collector does not plan on what was seen. */
  | { readonly _tag: 'PlanRefused'; readonly error: PlanError }
  | { readonly _tag: 'GuardRefused'; readonly refusals: RNEA.ReadonlyNonEmptyArray<GuardRefusal> }
  /** The collector or the guard threw. */
  | { readonly _tag: 'PlanThrew'; readonly thrown: unknown }

/** What stands in the reports of a run for what failed. */
export type RunFault<PlanError, Err> = Err | CallFault | LookError<PlanError, Err>

/** What was planned, and what became of it. */
export interface Round<F extends Family, E> {
  readonly plan: Plan<F>
  readonly report: Report<F, E>
}

/** What a run leaves behind. */
export interface RunTrace<F extends Family, Memory, PlanError, Err> {
  /** What was carried out, in order. */
  readonly rounds: ReadonlyArray<Round<F, RunFault<PlanError, Err>>>
  /** For the next run; that of the beginning where nothing is recalled. */
  readonly memory: Memory
}

/** How a run ended. */
export interface RunReport<F extends Family, Memory, PlanError, Err> extends RunTrace<F, Memory, PlanError, Err> {
  readonly ended: 'settled' | 'stuck' | 'bound' | 'aborted'
  /** When the plan seen last changes by itself; none where it does not, or none was made. */
  readonly wakeAt: O.Option<Date>
}

/** Why a run ended before its time, and what it had done by then. */
export type RunError<F extends Family, Memory, PlanError, Err> = LookError<PlanError, Err> &
  RunTrace<F, Memory, PlanError, Err>
