/**
 * Limits for dead containers, and the rules of each release.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { type Millis, type Span, isSpanMillis, millis } from '../../core/time.js'
import { policyFrom } from '../../internal/policy-input.js'
import { type Schema, flag, leaf, oneOf, problemsOf, safeInteger } from '../../internal/schema/schema.js'
import { object } from '../../internal/schema/object.js'

/** The settings of one collection, and the rules that differ by release. */
export interface Policy {
  /** Age since creation below which nothing is collected; 0: every dead container is old enough. */
  readonly minAge: Millis
  /** Dead containers kept per pod and container name; 0 keeps none, negative means no limit. */
  readonly maxPerPodContainer: number
  /** Dead containers kept on the node; 0 keeps none, negative means no limit. */
  readonly maxContainers: number
  /** False: the periodic run. True: for the eviction manager, which also removes containers of finished pods. */
  readonly evictNonDeletedPods: boolean
  /** Containers with an unreadable name: `unit` treats them as any other, `removed-first` removes them. */
  readonly unidentified: 'unit' | 'removed-first'
  /** The order in which excess containers of a unit are removed. */
  readonly excessOrder: 'oldest-first' | 'newest-first'
  /** The order in which a unit is removed whole: reverse list order, or by age. */
  readonly wholeUnitOrder: 'as-listed' | 'by-age'
  readonly sandboxes: 'collected' | 'untouched'
  readonly logDirectories: 'collected' | 'untouched'
  /** Whether a dead link is removed by its container's status, or always. */
  readonly deadLinks: 'by-status' | 'unconditional'
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export interface PolicyInput extends Partial<Omit<Policy, 'minAge'>> {
  readonly minAge?: Span
}

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

/**
 * The kubelet's defaults: no minimum age, one dead container per pod and container name, no limit for the node.
 *
 * @upstream kubernetes v1.36.2 cmd/kubelet/app/options/options.go NewKubeletFlags
 */
export const defaultPolicy: Policy = {
  minAge: millis(0),
  maxPerPodContainer: 1,
  maxContainers: -1,
  evictNonDeletedPods: false,
  unidentified: 'unit',
  excessOrder: 'oldest-first',
  wholeUnitOrder: 'as-listed',
  sandboxes: 'collected',
  logDirectories: 'collected',
  deadLinks: 'by-status',
}

const policy: Schema<Policy> = object<Policy>({
  minAge: leaf('a span of whole milliseconds, zero or more', isSpanMillis),
  maxPerPodContainer: safeInteger,
  maxContainers: safeInteger,
  evictNonDeletedPods: flag,
  unidentified: oneOf('unit', 'removed-first'),
  excessOrder: oneOf('oldest-first', 'newest-first'),
  wholeUnitOrder: oneOf('as-listed', 'by-age'),
  sandboxes: oneOf('collected', 'untouched'),
  logDirectories: oneOf('collected', 'untouched'),
  deadLinks: oneOf('by-status', 'unconditional'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-container policy',
  policy,
)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field, and for a negative `minAge`, which the kubelet's constructor refuses too; all of
 * them, `minAge` first. Unknown fields are ignored.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/container/container_gc.go NewContainerGC
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy } from 'gcplan/kubelet/container'
 *
 * const policy = makePolicy({ minAge: { minutes: 1 }, maxContainers: 100 })
 * console.log(E.isRight(policy) && policy.right.minAge) // 60000
 * ```
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  {
    defaults: defaultPolicy,
    spans: ['minAge'],
    findProblems: findPolicyProblems,
  },
)

/**
 * Policies by the release or document that they stand for; each names its source.
 *
 * @example
 * ```ts
 * import { presets } from 'gcplan/kubelet/container'
 *
 * const underPressure = { ...presets.kubernetes_1_36, evictNonDeletedPods: true }
 * console.log(presets.docker_era.minAge, underPressure.minAge) // 60000 0
 * ```
 */
export const presets: {
  /**
   * The kubelet of 1.26; container collection did not change in the releases after it.
   *
   * @upstream kubernetes v1.26.1 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
   */
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  readonly kubernetes_1_35: Policy
  /**
   * The kubelet of 1.36.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
   */
  readonly kubernetes_1_36: Policy
  /** Unverified: the release notes of 1.37.0-alpha.1 name no change to these rules. Only `1.37-preview` chooses it. */
  readonly kubernetes_1_37_preview: Policy
  /** The defaults of the OpenShift documentation: no minimum age, one per container, no total; today's rules. */
  readonly openshift: Policy
  /**
   * The Docker-era kubelet: one minute, one per container, no total; unidentified containers first, newest excess
   * first, no sandboxes, every dead link.
   *
   * @upstream kubernetes v1.5 pkg/kubelet/dockertools/container_gc.go GarbageCollect
   */
  readonly docker_era: Policy
} = {
  kubernetes_1_26: defaultPolicy,
  kubernetes_1_31: defaultPolicy,
  kubernetes_1_32: defaultPolicy,
  kubernetes_1_33: defaultPolicy,
  kubernetes_1_34: defaultPolicy,
  kubernetes_1_35: defaultPolicy,
  kubernetes_1_36: defaultPolicy,
  kubernetes_1_37_preview: defaultPolicy,
  openshift: { ...defaultPolicy, minAge: millis(0), maxPerPodContainer: 1, maxContainers: -1 },
  docker_era: {
    ...defaultPolicy,
    minAge: millis(60_000),
    maxPerPodContainer: 1,
    maxContainers: -1,
    unidentified: 'removed-first',
    excessOrder: 'newest-first',
    wholeUnitOrder: 'by-age',
    sandboxes: 'untouched',
    logDirectories: 'untouched',
    deadLinks: 'unconditional',
  },
}
