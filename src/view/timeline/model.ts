/** What will be collected, and when, as an interface shows it: plain JSON, every text safe to show. */
import type { TargetView } from '../target.js'

/** A decision about one object. */
export interface TimelineRow {
  readonly decision: 'remove' | 'amend'
  /** The collectors that decide, e.g. `ttl, owners`. */
  readonly by: string
  readonly target: TargetView
  /** Each once; the first reason decides. */
  readonly sentences: ReadonlyArray<string>
  /** Tags of the collectors' own reasons. */
  readonly reasons: ReadonlyArray<string>
}

/** What happens at one instant, in the order in which it follows from each other. */
export interface InstantView {
  readonly at: string
  readonly afterMillis: number
  /** E.g. `2026-01-01T12:01:00Z, in 1 min`. */
  readonly said: string
  readonly rows: ReadonlyArray<TimelineRow>
}

/** An Event that the API server drops: not before `earliest`, and before `latest`. */
export interface ExpiryView {
  readonly id: string
  /** E.g. `Event shop/web-0.17`. */
  readonly name: string
  readonly earliest: string
  readonly latest: string
  /** From the start to `earliest`. */
  readonly afterMillis: number
  readonly said: string
}

/** What will be collected until an instant. Instants are RFC 3339 in UTC. */
export interface TimelineView {
  readonly from: string
  readonly until: string
  /** Those at which something is decided that is listed. */
  readonly instants: ReadonlyArray<InstantView>
  readonly expiries: ReadonlyArray<ExpiryView>
  /** A sentence about all Events that are dropped; null where none is. */
  readonly drops: string | null
  /** What comes after it. */
  readonly ending: string
  /** Each object once; all instants. */
  readonly totals: {
    readonly removed: number
    readonly changed: number
    readonly instants: number
    readonly said: string
  }
}
