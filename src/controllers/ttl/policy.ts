/**
 * Whether the TTL-after-finished controller is enabled. The TTL itself is in each Job.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { policyFrom } from '../../internal/policy-input.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../../internal/schema/schema.js'

/** The only setting. */
export interface Policy {
  /** Whether the controller runs at all. */
  readonly controller: 'on' | 'off'
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export type PolicyInput = Partial<Policy>

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

const kubernetes_1_20: Policy = { controller: 'off' }
const kubernetes_1_26: Policy = { controller: 'on' }
const kubernetes_1_31 = kubernetes_1_26
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33 = kubernetes_1_32
const kubernetes_1_34 = kubernetes_1_33
const kubernetes_1_35 = kubernetes_1_34
const kubernetes_1_36 = kubernetes_1_35

/**
 * Eight releases with default feature gates: in 1.20 the controller is off.
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * console.log(Ttl.presets.kubernetes_1_20.controller, Ttl.presets.kubernetes_1_26.controller) // off on
 * ```
 */
export const presets: {
  /** @upstream kubernetes 1.20.2 pkg/features/kube_features.go TTLAfterFinished */
  readonly kubernetes_1_20: Policy
  /** @upstream kubernetes 1.26.1 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob */
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  readonly kubernetes_1_35: Policy
  /** @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob */
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

/** Finished Jobs are cleaned up. */
export const defaultPolicy: Policy = presets.kubernetes_1_36

/** A whole policy. */
export const policy: Schema<Policy> = object<Policy>({ controller: oneOf('on', 'off') })

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('finished-Job policy', policy)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field. Unknown fields are ignored.
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  { defaults: defaultPolicy, spans: [], findProblems: (value) => findPolicyProblems(value) },
)
