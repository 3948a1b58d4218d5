/**
 * The settings of the pod garbage collector: the threshold, the sort order, and the rules that differ between releases.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { type Millis, type Span, isSpanMillis, millis } from '../../core/time.js'
import { policyFrom } from '../../internal/policy-input.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, leaf, oneOf, problemsOf, safeInteger } from '../../internal/schema/schema.js'

/** Settings of one run, and rules that differ between releases. */
export interface Policy {
  /** Whether the controller runs at all. */
  readonly controller: 'on' | 'off'
  /** Terminated pods that may stay in the cluster; 0 and less: no limit. */
  readonly terminatedPodGcThreshold: number
  /** How long a node must be missing before it is looked up. */
  readonly quarantine: Millis
  /**
   * Which terminated pods are deleted first. `evicted-first`: evicted ones, then by creation, then by name.
   * `oldest-first`: by creation and name. `finish-time`: by the time at which they ended (gcplan only).
   */
  readonly terminatedOrder: 'evicted-first' | 'oldest-first' | 'finish-time'
  /**
   * How the threshold is shared. `cluster`: not at all, only the sort order counts. `namespace`: fair shares (gcplan
   * only): no namespace loses a pod while another keeps more than one pod more.
   */
  readonly terminatedShares: 'cluster' | 'namespace'
  /** Terminating pods of nodes that are out of service. */
  readonly outOfService: 'collected' | 'untouched'
  /** How a pod that has not ended is marked as failed before it is deleted. */
  readonly markFailed: 'strategic-patch' | 'apply-patch' | 'never'
  /**
   * Whether a strategic patch sets `observedGeneration` in the status and its condition, or only renews one that is there.
   * @upstream kubernetes 1.36.2 pkg/features/kube_features.go PodObservedGenerationTracking
   */
  readonly observedGeneration: 'set' | 'renewed'
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export interface PolicyInput extends Partial<Omit<Policy, 'quarantine'>> {
  readonly quarantine?: Span
}

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

const kubernetes_1_20: Policy = {
  controller: 'on',
  terminatedPodGcThreshold: 12_500,
  quarantine: millis(40_000),
  terminatedOrder: 'oldest-first',
  terminatedShares: 'cluster',
  outOfService: 'untouched',
  markFailed: 'never',
  observedGeneration: 'renewed',
}

const kubernetes_1_26: Policy = { ...kubernetes_1_20, outOfService: 'collected', markFailed: 'apply-patch' }

const kubernetes_1_31: Policy = {
  ...kubernetes_1_26,
  terminatedOrder: 'evicted-first',
  markFailed: 'strategic-patch',
}
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33 = kubernetes_1_32
const kubernetes_1_34: Policy = { ...kubernetes_1_33, observedGeneration: 'set' }
const kubernetes_1_35 = kubernetes_1_34
const kubernetes_1_36 = kubernetes_1_35

/**
 * The rules of eight releases, with default feature gates.
 *
 * @example
 * ```ts
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * console.log(PodGc.presets.kubernetes_1_20.outOfService, PodGc.presets.kubernetes_1_36.outOfService) // untouched collected
 * ```
 */
export const presets: {
  /** @upstream kubernetes 1.20.2 pkg/controller/podgc/gc_controller.go gc */
  readonly kubernetes_1_20: Policy
  /** @upstream kubernetes 1.26.1 pkg/controller/podgc/gc_controller.go gc */
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  readonly kubernetes_1_35: Policy
  /** @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gc */
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

/**
 * The rules and defaults of Kubernetes 1.36: 12500 terminated pods, 40 seconds of quarantine.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/config/v1alpha1/defaults.go RecommendedDefaultPodGCControllerConfiguration
 */
export const defaultPolicy: Policy = kubernetes_1_36

/** A whole policy. */
export const policy: Schema<Policy> = object<Policy>({
  controller: oneOf('on', 'off'),
  terminatedPodGcThreshold: safeInteger,
  quarantine: leaf('a span of whole milliseconds, zero or more', isSpanMillis),
  terminatedOrder: oneOf('evicted-first', 'oldest-first', 'finish-time'),
  terminatedShares: oneOf('cluster', 'namespace'),
  outOfService: oneOf('collected', 'untouched'),
  markFailed: oneOf('strategic-patch', 'apply-patch', 'never'),
  observedGeneration: oneOf('set', 'renewed'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('pod GC policy', policy)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field. Unknown fields are ignored.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const policy = PodGc.makePolicy({ terminatedPodGcThreshold: 100, quarantine: { minutes: 2 } })
 * console.log(E.isRight(policy) && policy.right.quarantine) // 120000
 * ```
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  { defaults: defaultPolicy, spans: ['quarantine'], findProblems: findPolicyProblems },
)
