/**
 * One pass of the eviction manager in the form of a plan, so that two can be compared: pods over their own limits, then what
 * is done about each threshold that may come first.
 */
import * as fp from '../core/fp.js'
import type { Pass, Plan } from '../core/plan.js'
import type { Reclaim } from '../kubelet/eviction/layout.js'
import { isCritical } from '../kubelet/eviction/pod.js'
import type { PodEviction, Remedy } from '../kubelet/eviction/relief.js'
import type { Signal } from '../kubelet/eviction/signal.js'
import type { PressurePlan, PressureRefusal } from '../kubelet/eviction/synchronize.js'

type EvictedPod = PodEviction['pod']

/** Who goes, or what is collected. */
export type PressureTarget =
  | { readonly _tag: 'Collection'; readonly id: Reclaim }
  | {
      readonly _tag: 'Pod'
      readonly id: string
      readonly kind: 'Pod'
      readonly namespace: string
      readonly name: string
    }

/** The types of a pass of the eviction manager that is compared. */
export interface PressureFamily {
  readonly Pass: 'own limits' | `${Signal} first`
  readonly Target: PressureTarget
  readonly Action:
    | { readonly _tag: 'Collect' }
    | { readonly _tag: 'Evict'; readonly gracePeriodSeconds: number; readonly grantedSeconds: number }
  readonly Reason:
    | { readonly _tag: 'Evicted'; readonly message: string }
    | { readonly _tag: 'Collected'; readonly signal: Signal }
    /** Only if the collections before it are not enough. */
    | { readonly _tag: 'EvictedIfStillShort'; readonly message: string }
  readonly KeepReason: { readonly _tag: 'Critical' } | { readonly _tag: 'NotFirst'; readonly place: number }
  readonly Event: { readonly _tag: never }
  readonly Refusal: PressureRefusal
}

/** A pass as a plan; `look` is what was planned. */
export interface PressureAsPlan extends Plan<PressureFamily> {
  readonly look: PressurePlan
}

/** One sentence for a reason of a compared pass. */
export const explainPressure = (
  reason: PressureFamily['Reason'] | PressureFamily['KeepReason'] | PressureRefusal,
): string => {
  switch (reason._tag) {
    case 'Evicted':
      return reason.message.trim()
    case 'EvictedIfStillShort':
      return `if the threshold is met after the collections: ${reason.message.trim()}`
    case 'Collected':
      return `${reason.signal} is below its threshold`
    case 'Critical':
      return 'it is a critical pod'
    case 'NotFirst':
      return `one pod goes at a time, and it is number ${reason.place}`
    case 'SplitFilesystems':
      return 'writable layers are on a filesystem other than the images'
  }
}

export const pressureAsPlan = (at: Date, look: PressurePlan): PressureAsPlan => {
  const { overOwnLimits, relief, refusal } = look
  const remedies = relief === undefined ? [] : [relief, ...(relief.orElse ?? [])]
  return {
    at,
    look,
    passes: [
      {
        ...passOf('own limits'),
        removals: overOwnLimits.map((one) => evictionOf(one, 'Evicted')),
        refusal: fp.fromNullable(refusal),
      },
      ...remedies.map(passOfRemedy),
    ],
    wakeAt: fp.none,
    assumptions: [],
  }
}

const passOf = (name: PressureFamily['Pass']): Pass<PressureFamily> => ({
  name,
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: [],
  reserve: [],
  kept: [],
  events: [],
  refusal: fp.none,
})

const passOfRemedy = ({ threshold: { signal }, reclaim, eviction, ranked }: Remedy): Pass<PressureFamily> => ({
  ...passOf(`${signal} first`),
  removals: [
    ...reclaim.map((id) => ({
      target: { _tag: 'Collection' as const, id },
      actions: [{ _tag: 'Collect' as const }] as const,
      reasons: [{ _tag: 'Collected' as const, signal }] as const,
      requires: [],
      frees: 0,
    })),
    ...(eviction === undefined ? [] : [evictionOf(eviction, reclaim.length === 0 ? 'Evicted' : 'EvictedIfStillShort')]),
  ],
  kept: ranked.flatMap(({ pod }, index) =>
    pod === eviction?.pod
      ? []
      : [
          {
            target: podTarget(pod),
            reasons: [isCritical(pod) ? { _tag: 'Critical' } : { _tag: 'NotFirst', place: index + 1 }] as const,
          },
        ],
  ),
})

const evictionOf = (
  { pod, gracePeriodSeconds, grantedSeconds, event: { message } }: PodEviction,
  tag: 'Evicted' | 'EvictedIfStillShort',
): Pass<PressureFamily>['removals'][number] => ({
  target: podTarget(pod),
  actions: [{ _tag: 'Evict', gracePeriodSeconds, grantedSeconds }],
  reasons: [{ _tag: tag, message }],
  requires: [],
  frees: 0,
})

const podTarget = ({ metadata: { uid, namespace, name } }: EvictedPod): PressureTarget => ({
  ...{ _tag: 'Pod', id: uid, kind: 'Pod' },
  ...{ namespace, name },
})
