/**
 * Thresholds and ages of image collection, and the rules of each release.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput, Problem } from '../../core/problem.js'
import { type Millis, type Span, isSpanMillis, millis } from '../../core/time.js'
import { policyFrom } from '../../internal/policy-input.js'
import { type Schema, checked, flag, leaf, oneOf, problemsOf, text } from '../../internal/schema/schema.js'
import { both, object } from '../../internal/schema/object.js'

/** The rules that differ by release. */
export interface Rules {
  /** `detect-first`: detects images in every run; `stats-first`: only if the disk is too full. */
  readonly runOrder: 'detect-first' | 'stats-first'
  /** Whether the release has a maximum age; if not, `maxAge` has no effect. */
  readonly maxAgePass: 'present' | 'absent'
  /**
   * Whether the age pass waits until the kubelet has run longer than `maxAge`. 1.29 does not: from its first run on an
   * image that was never used is older than any age.
   *
   * @upstream kubernetes v1.30.14 pkg/kubelet/images/image_gc_manager.go freeOldImages
   */
  readonly maxAgeGrace: 'uptime' | 'none'
  /** What the first observation records as first detection: now, or the zero time (an unknown past). */
  readonly firstDetection: 'now' | 'zero'
  /** An image that always counts as used; empty for none. */
  readonly sandboxImage: string
  /**
   * What names the image of a container: its id, or its reference if there is no id; up to 1.29 its reference, or its
   * id if there is no reference.
   *
   * @upstream kubernetes v1.29.14 pkg/kubelet/kuberuntime/helpers.go toKubeContainer
   */
  readonly containerKey: 'image-id' | 'image-ref'
  readonly pinned: 'honoured' | 'ignored'
  /** Whether images mounted as volumes count as used. */
  readonly imageVolumes: 'in-use' | 'ignored'
  /** The feature gate of this name: images are keyed by id and runtime handler. */
  readonly runtimeClassInImageCriApi: boolean
  /** What the component says when it could not free enough. */
  readonly shortage: 'insufficient-free-space' | 'attempted-to-free' | 'wanted-to-free'
  /** Whether visited and kept images are passed to post-GC hooks. */
  readonly postGCHooks: 'present' | 'absent'
  /** If arithmetic leaves 64 bits: a typed error, or Go's wrap-around. */
  readonly int64: 'refuse' | 'wrap'
}

/** The knobs of one collection. */
export interface Policy extends Rules {
  /** Usage in percent at or above which space is freed. 0 - 100. */
  readonly highThresholdPercent: number
  /** Percent down to which space is freed. 0 - 100, at most the high threshold. */
  readonly lowThresholdPercent: number
  /** Images first detected more recently than this are not removed for space. */
  readonly minAge: Millis
  /** Unused images last used longer ago than this are removed whatever the disk usage; 0: off. */
  readonly maxAge: Millis
  /** The periodic run, or the eviction manager's request to remove everything unused. */
  readonly entrance: 'GarbageCollect' | 'DeleteUnusedImages'
}

/** What {@link makePolicy} takes: any field of {@link Policy}, the default for the rest. */
export interface PolicyInput extends Partial<Omit<Policy, 'minAge' | 'maxAge'>> {
  readonly minAge?: Span
  readonly maxAge?: Span
}

/** One defect of a {@link PolicyInput}. */
export interface PolicyError extends Problem {
  readonly _tag: 'InvalidPolicyField'
}

/**
 * The kubelet's defaults: 85 to 80 percent, minimum age two minutes, no maximum age; the latest rules; a typed error
 * instead of a wrap-around.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/apis/config/v1beta1/defaults.go SetDefaults_KubeletConfiguration
 */
export const defaultPolicy: Policy = {
  highThresholdPercent: 85,
  lowThresholdPercent: 80,
  minAge: millis(120_000),
  maxAge: millis(0),
  entrance: 'GarbageCollect',
  runOrder: 'detect-first',
  maxAgePass: 'present',
  maxAgeGrace: 'uptime',
  firstDetection: 'now',
  sandboxImage: '',
  containerKey: 'image-id',
  pinned: 'honoured',
  imageVolumes: 'in-use',
  runtimeClassInImageCriApi: false,
  shortage: 'insufficient-free-space',
  postGCHooks: 'present',
  int64: 'refuse',
}

const percent = leaf(
  'a whole number from 0 to 100',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 100,
)

/** Go's longest duration; a longer span is never reached, whatever the clock says. */
const longestSpan = 9_223_372_036_854

const span = leaf(
  'a span of whole milliseconds, from 0 to 292 years',
  (value): value is Millis => isSpanMillis(value) && value <= longestSpan,
)

type Thresholds = Pick<Policy, 'highThresholdPercent' | 'lowThresholdPercent'>

/** In the order in which the kubelet checks, then the rules by release. */
const policy: Schema<Policy> = both(
  checked(
    object<Thresholds>({ highThresholdPercent: percent, lowThresholdPercent: percent }),
    ({ lowThresholdPercent: low, highThresholdPercent: high }) =>
      low <= high
        ? []
        : [
            {
              path: '.lowThresholdPercent',
              expected: `at most highThresholdPercent (${high})`,
              actual: String(low),
            },
          ],
  ),
  object<Omit<Policy, keyof Thresholds>>({
    minAge: span,
    maxAge: span,
    entrance: oneOf('GarbageCollect', 'DeleteUnusedImages'),
    runOrder: oneOf('detect-first', 'stats-first'),
    maxAgePass: oneOf('present', 'absent'),
    maxAgeGrace: oneOf('uptime', 'none'),
    firstDetection: oneOf('now', 'zero'),
    sandboxImage: text,
    containerKey: oneOf('image-id', 'image-ref'),
    pinned: oneOf('honoured', 'ignored'),
    imageVolumes: oneOf('in-use', 'ignored'),
    runtimeClassInImageCriApi: flag,
    shortage: oneOf('insufficient-free-space', 'attempted-to-free', 'wanted-to-free'),
    postGCHooks: oneOf('present', 'absent'),
    int64: oneOf('refuse', 'wrap'),
  }),
)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('kubelet-image policy', policy)

/**
 * Makes a policy from the given fields and the defaults.
 *
 * Fails: with every invalid field, a threshold outside 0 to 100, a low threshold above the high one, a negative age; in
 * the order of the kubelet's constructor, which also accepts equal thresholds.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go NewImageGCManager
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy } from 'gcplan/kubelet/image'
 *
 * const policy = makePolicy({ highThresholdPercent: 74, lowThresholdPercent: 75 })
 * console.log(E.isLeft(policy) && policy.left[0].expected) // at most highThresholdPercent (74)
 * ```
 */
export const makePolicy: (input: PolicyInput) => E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> = policyFrom(
  {
    defaults: defaultPolicy,
    spans: ['minAge', 'maxAge'],
    findProblems: findPolicyProblems,
  },
)
