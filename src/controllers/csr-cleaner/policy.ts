/**
 * Whether the cleaner of CertificateSigningRequests is enabled, and the rule by which releases differ. How long requests stay
 * is built into it.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { policyFrom } from '../../internal/policy-input.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../../internal/schema/schema.js'

/** The settings. */
export interface Policy {
  /** Whether the controller runs at all. */
  readonly controller: 'on' | 'off'
  /**
   * What becomes of a request that was approved but never got a certificate.
   * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isApprovedUnissuedPastDeadline
   */
  readonly approvedNotIssued: 'delete' | 'keep'
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export type PolicyInput = Partial<Policy>

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

const kubernetes_1_20: Policy = { controller: 'on', approvedNotIssued: 'keep' }
const kubernetes_1_26 = kubernetes_1_20
const kubernetes_1_31 = kubernetes_1_26
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33 = kubernetes_1_32
const kubernetes_1_34 = kubernetes_1_33
const kubernetes_1_35: Policy = { ...kubernetes_1_34, approvedNotIssued: 'delete' }
const kubernetes_1_36 = kubernetes_1_35

/**
 * Eight releases: since 1.35 requests go that were approved and never got a certificate.
 *
 * @example
 * ```ts
 * import * as CsrCleaner from 'gcplan/controllers/csr-cleaner'
 *
 * const { kubernetes_1_34, kubernetes_1_35 } = CsrCleaner.presets
 * console.log(kubernetes_1_34.approvedNotIssued, kubernetes_1_35.approvedNotIssued) // keep delete
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

/** The rules of Kubernetes 1.36. */
export const defaultPolicy: Policy = presets.kubernetes_1_36

const policy: Schema<Policy> = object<Policy>({
  controller: oneOf('on', 'off'),
  approvedNotIssued: oneOf('delete', 'keep'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('signing-request policy', policy)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field. Unknown fields are ignored.
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  { defaults: defaultPolicy, spans: [], findProblems: (value) => findPolicyProblems(value) },
)
