/**
 * The interface that every collector module exports, under the same names.
 */
import type { either as E, option as O, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Family, Plan } from './plan.js'
import type { Report } from './report.js'

/** What the real component records and returns at the end of a run. */
export interface Conclusion<F extends Family> {
  /** Events of the whole run in order, those of the passes included. */
  readonly events: ReadonlyArray<F['Event']>
  /** Error text that the component returns; none on success. */
  readonly error: O.Option<string>
}

/** The functions of a collector. All are pure and curried, with the policy first and the data last. */
export interface Collector<F extends Family, Snapshot, Policy, PolicyInput, PolicyError, PlanError> {
  /** The component's own defaults. */
  readonly defaultPolicy: Policy
  /** Builds a policy from the given fields and the defaults; fails with every error found. */
  readonly makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy>
  /** Decides what the component would do with a snapshot. */
  readonly plan: (policy: Policy) => (snapshot: Snapshot) => E.Either<PlanError, Plan<F>>
  /** The snapshot after a plan, if every removal succeeds. */
  readonly apply: (plan: Plan<F>) => (snapshot: Snapshot) => Snapshot
  /** The snapshot without what a report says was removed. */
  readonly applyReport: <Err>(report: Report<F, Err>) => (snapshot: Snapshot) => Snapshot
  /** What the component would record and return after this report; `describe` turns port errors into text. */
  readonly conclude: <Err>(
    describe: (error: Err) => string,
  ) => (plan: Plan<F>) => (report: Report<F, Err>) => Conclusion<F>
  /** One sentence for a reason, with its numbers. */
  readonly explain: (reason: F['Reason'] | F['KeepReason'] | F['Refusal']) => string
}

/** The functions for state kept between runs. */
export interface Remembering<Memory, Observation, Policy> {
  /** The memory before the first observation. */
  readonly emptyMemory: Memory
  /** Folds one observation into the memory. */
  readonly observe: (policy: Policy) => (observation: Observation) => (memory: Memory) => Memory
}
