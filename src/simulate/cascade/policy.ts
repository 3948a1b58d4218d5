/**
 * The rules by which releases differ in a cascade, beside those of the owner collector. Each has a name; a release is a set
 * of rules.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { type ServerPolicy, serverPresets, serverRules } from '../../apiserver/policy.js'
import { policyFrom } from '../../internal/policy-input.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../../internal/schema/schema.js'

/** The rules of the controllers of a cascade, and of the API server. */
export interface CascadePolicy extends ServerPolicy {
  /**
   * What a sweep of a terminating namespace deletes: `pods-first`, and the rest once no pod is left; or everything at once.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go OrderedNamespaceDeletion
   */
  readonly namespaceContent: 'pods-first' | 'all-at-once'
  /**
   * What removes the tracking finalizer from pods of a Job that is gone: also the end of the Job, or only events of
   * the pods.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go deleteJob
   */
  readonly podsOfDeletedJob: 'by-selector' | 'by-pod-events'
  /**
   * Whether pods of Jobs are handled that name another controller in `managedBy`.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go JobManagedBy
   */
  readonly foreignJobs: 'left-alone' | 'handled'
  /**
   * Whether ResourceClaims are released, and those that were made for a pod deleted with it.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go DynamicResourceAllocation
   */
  readonly resourceClaims: 'on' | 'off'
  /**
   * Whether VolumeAttributesClasses are protected.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go VolumeAttributesClass
   */
  readonly classProtection: 'on' | 'off'
  /**
   * Whether ServiceCIDRs are protected.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go MultiCIDRServiceAllocator
   */
  readonly serviceCidrs: 'on' | 'off'
  /**
   * Whether PodGroups are protected; without the feature gate there are none.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go GenericWorkload
   */
  readonly groupProtection: 'on' | 'off'
}

/** What {@link makeCascadePolicy} takes: any field of {@link CascadePolicy}, the default for the rest. */
export type CascadePolicyInput = Partial<CascadePolicy>

/** One defect of a {@link CascadePolicyInput}. */
export interface CascadePolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

const kubernetes_1_20: CascadePolicy = {
  ...serverPresets.kubernetes_1_20,
  namespaceContent: 'all-at-once',
  podsOfDeletedJob: 'by-pod-events',
  foreignJobs: 'handled',
  resourceClaims: 'off',
  classProtection: 'off',
  serviceCidrs: 'off',
  groupProtection: 'off',
}
const kubernetes_1_26: CascadePolicy = { ...kubernetes_1_20, ...serverPresets.kubernetes_1_26 }
const kubernetes_1_31: CascadePolicy = { ...kubernetes_1_26, ...serverPresets.kubernetes_1_31 }
const kubernetes_1_32: CascadePolicy = {
  ...kubernetes_1_31,
  ...serverPresets.kubernetes_1_32,
  podsOfDeletedJob: 'by-selector',
  foreignJobs: 'left-alone',
}
const kubernetes_1_33: CascadePolicy = {
  ...kubernetes_1_32,
  ...serverPresets.kubernetes_1_33,
  namespaceContent: 'pods-first',
  serviceCidrs: 'on',
}
const kubernetes_1_34: CascadePolicy = {
  ...kubernetes_1_33,
  ...serverPresets.kubernetes_1_34,
  resourceClaims: 'on',
  classProtection: 'on',
}
const kubernetes_1_35: CascadePolicy = { ...kubernetes_1_34, ...serverPresets.kubernetes_1_35 }
const kubernetes_1_36: CascadePolicy = {
  ...kubernetes_1_35,
  ...serverPresets.kubernetes_1_36,
  groupProtection: 'on',
}

/**
 * Eight releases with default feature gates; 1.20 and 1.26 have the values of 1.31, with which they were not compared.
 *
 * @example
 * ```ts
 * import { cascadePresets } from 'gcplan/simulate/cascade'
 *
 * const { kubernetes_1_32, kubernetes_1_33 } = cascadePresets
 * console.log(kubernetes_1_32.namespaceContent, kubernetes_1_33.namespaceContent) // all-at-once pods-first
 * ```
 */
export const cascadePresets: {
  readonly kubernetes_1_20: CascadePolicy
  readonly kubernetes_1_26: CascadePolicy
  readonly kubernetes_1_31: CascadePolicy
  readonly kubernetes_1_32: CascadePolicy
  readonly kubernetes_1_33: CascadePolicy
  readonly kubernetes_1_34: CascadePolicy
  readonly kubernetes_1_35: CascadePolicy
  readonly kubernetes_1_36: CascadePolicy
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
export const defaultCascadePolicy: CascadePolicy = kubernetes_1_36

const onOff = oneOf('on', 'off')
const rules: Schema<CascadePolicy> = object<CascadePolicy>({
  namespaceContent: oneOf('pods-first', 'all-at-once'),
  podsOfDeletedJob: oneOf('by-selector', 'by-pod-events'),
  foreignJobs: oneOf('left-alone', 'handled'),
  resourceClaims: onOff,
  classProtection: onOff,
  serviceCidrs: onOff,
  groupProtection: onOff,
  ...serverRules,
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findCascadePolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('cascade policy', rules)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field. Unknown fields are ignored.
 */
export const makeCascadePolicy: (
  input: CascadePolicyInput,
) => E.Either<RNEA.ReadonlyNonEmptyArray<CascadePolicyError>, CascadePolicy> = policyFrom({
  defaults: defaultCascadePolicy,
  spans: [],
  findProblems: (value) => findCascadePolicyProblems(value),
})
