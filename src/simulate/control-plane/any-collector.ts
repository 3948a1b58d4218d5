import type { Amendment, Family, Kept, Pass, Removal } from '../../core/plan.js'
import type { ListName } from './views.js'

/** A removal of whichever collector. */
export type AnyRemoval = Removal<Family>

/** A decision of whichever collector to keep something. */
export type AnyKept = Kept<Family>

/** An amendment of whichever collector. */
export type AnyAmendment = Amendment<Family>

/** A pass of whichever collector; it may change what stays. */
export interface AnyPass extends Pick<Pass<Family>, 'name' | 'removals' | 'events'> {
  readonly amendments?: ReadonlyArray<AnyAmendment>
  /** The list whose places it tells of; null for all objects. */
  readonly list: ListName | null
  /** Why what is at each place stays; null, or nothing, where it goes or nothing is said of it. */
  readonly kept: ReadonlyArray<AnyKept['reasons'] | null>
}
