/**
 * Whether the legacy token cleaner is enabled, and after how long without use a token goes.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { type Millis, type Span, isSpanMillis, millis } from '../../core/time.js'
import { policyFrom } from '../../internal/policy-input.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, leaf, oneOf, problemsOf } from '../../internal/schema/schema.js'

/** The settings. */
export interface Policy {
  /** Whether the controller runs at all. */
  readonly controller: 'on' | 'off'
  /**
   * `--legacy-service-account-token-clean-up-period`, more than zero: a token that has not been used for so long is invalid,
   * and one that has been invalid for so long goes.
   */
  readonly cleanUpPeriod: Millis
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export interface PolicyInput {
  readonly controller?: Policy['controller']
  readonly cleanUpPeriod?: Span
}

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

const kubernetes_1_20: Policy = { controller: 'off', cleanUpPeriod: millis(31_536_000_000) }
const kubernetes_1_26 = kubernetes_1_20
const kubernetes_1_31: Policy = { ...kubernetes_1_26, controller: 'on' }
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33 = kubernetes_1_32
const kubernetes_1_34 = kubernetes_1_33
const kubernetes_1_35 = kubernetes_1_34
const kubernetes_1_36 = kubernetes_1_35

/**
 * Eight releases with default feature gates: before 1.29 there is no such controller, or it is off.
 *
 * @example
 * ```ts
 * import * as TokenCleaner from 'gcplan/controllers/token-cleaner'
 *
 * const { kubernetes_1_26, kubernetes_1_31 } = TokenCleaner.presets
 * console.log(kubernetes_1_26.controller, kubernetes_1_31.controller) // off on
 * ```
 */
export const presets: {
  readonly kubernetes_1_20: Policy
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  readonly kubernetes_1_35: Policy
  /** @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/config/v1alpha1/defaults.go RecommendedDefaultLegacySATokenCleanerConfiguration */
  readonly kubernetes_1_36: Policy
} = {
  kubernetes_1_20,
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
}

/** Tokens go a year after they were found unused for a year. */
export const defaultPolicy: Policy = presets.kubernetes_1_36

const policy: Schema<Policy> = object<Policy>({
  controller: oneOf('on', 'off'),
  cleanUpPeriod: leaf(
    'a span of whole milliseconds, more than zero',
    (value): value is Millis => isSpanMillis(value) && value > 0,
  ),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('legacy-token policy', policy)

/**
 * Makes a policy from the given fields and the defaults; the period may also be in units, such as `{ days: 30 }`.
 *
 * Fails: with every invalid field. Unknown fields are ignored.
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  {
    defaults: defaultPolicy,
    spans: ['cleanUpPeriod'],
    findProblems: (value) => findPolicyProblems(value),
  },
)
