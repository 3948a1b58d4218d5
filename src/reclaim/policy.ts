/**
 * Settings of a reclaim: how it chooses, what losing an image costs, and which images it spares.
 */
import { type Policy as ImagePolicy, defaultPolicy as defaultImagePolicy } from '../kubelet/image/policy.js'
import type { Int64 } from '../core/int64.js'
import { type Millis, millis } from '../core/time.js'

/**
 * How images are chosen. `kubelet`: as the kubelet does, which counts shared layers in full for each image.
 * `least-recently-used`: in the kubelet's order until enough is really free. `least-cost`: the cheapest set that really
 * frees enough.
 */
export type Mode = 'kubelet' | 'least-recently-used' | 'least-cost'

/** What losing an image costs. */
export type Cost =
  /** The bytes to pull it again, halved for every such span without use. */
  | { readonly _tag: 'ReuseValue'; readonly halfLife: Millis }
  /** The same for each image: as few as possible go. */
  | { readonly _tag: 'PerImage' }

/** What is wanted. */
export type Target =
  /** From the image policy's high threshold down to its low one. */
  { readonly _tag: 'Thresholds' } | { readonly _tag: 'Bytes'; readonly bytes: Int64 }

/** The rules of a reclaim. */
export interface Policy {
  readonly mode: Mode
  readonly target: Target
  readonly cost: Cost
  /** Images that cannot be pulled again. Default `keep`. */
  readonly irreplaceable: 'keep' | 'may-go'
  /** Thresholds, minimum age, pins and what counts as use. */
  readonly image: ImagePolicy
}

/** Least cost with the kubelet's thresholds; the cost halves per week without use. */
export const defaultPolicy: Policy = {
  mode: 'least-cost',
  target: { _tag: 'Thresholds' },
  cost: { _tag: 'ReuseValue', halfLife: millis(7 * 86_400_000) },
  irreplaceable: 'keep',
  image: defaultImagePolicy,
}
