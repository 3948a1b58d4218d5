/**
 * Why a reclaim removes or keeps an image.
 */
import type { option as O } from 'fp-ts'

import type { Action } from '../kubelet/image/action.js'
import type {
  Event as ImageEvent,
  KeepReason as ImageKeepReason,
  Reason as ImageReason,
  Refusal as ImageRefusal,
  Target as ImageTarget,
} from '../kubelet/image/reason.js'
import type { Int64 } from '../core/int64.js'
import type { Millis } from '../core/time.js'
import type { SizeBounds } from './layers/store.js'
import type { Mode } from './policy.js'

/** Why an image is removed; in the kubelet's mode, the kubelet's reasons. */
export type Reason =
  | ImageReason
  /** Part of the chosen set. `cost` by the policy; `rank` from 1, the least recently used. */
  | {
      readonly _tag: 'Reclaimed'
      readonly mode: Mode
      readonly bytesToFree: Int64
      readonly rank: number
      readonly cost: number
      readonly lastUsed: O.Option<Date>
      readonly unusedFor: O.Option<Millis>
    }

/** Why an image stays. */
export type KeepReason =
  | ImageKeepReason
  /** Enough is free without it. `frees`: what it alone would free. */
  | { readonly _tag: 'NotNeeded'; readonly cost: number; readonly frees: SizeBounds }
  /** Others need all its layers, so removing it frees nothing. */
  | { readonly _tag: 'FreesNothing' }
  /** It cannot be pulled again. */
  | { readonly _tag: 'CannotPullAgain' }
  /** The layer store lacks it. */
  | { readonly _tag: 'LayersUnknown' }

/** What is measured before images are chosen. */
export interface Measurement {
  readonly _tag: 'Reclaim'
  readonly mode: Mode
  /** Bytes wanted; zero: nothing. */
  readonly bytesToFree: Int64
  /** Bytes that the runtime reports for the removed images. */
  readonly counted: Int64
  /** What really becomes free. */
  readonly frees: SizeBounds
  readonly reached: boolean
  /** Cost of the removed images, by the policy. */
  readonly cost: number
  /** Lower bound: no sufficient set costs less; null if none is sufficient. */
  readonly leastCost: number | null
}

/** What a reclaim talks about. */
export interface Family {
  readonly Pass: 'reclaim'
  readonly Target: ImageTarget
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: ImageEvent
  readonly Refusal: ImageRefusal
  readonly Measurement: Measurement
}
