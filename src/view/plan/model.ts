/** A plan as an interface shows it: plain JSON, every text safe to show. */
import type { Int64 } from '../../core/int64.js'
import type { Decision } from './wording.js'

/** The decision of one pass about one target. */
export interface Row {
  readonly pass: string
  readonly decision: Decision
  readonly kind: string
  readonly id: string
  /** A name for the reader; may be empty. */
  readonly label: string
  /** Bytes as the component counts them; null for a target that is kept or changed. */
  readonly frees: Int64 | null
  /** Tags of the actions, in order. */
  readonly actions: ReadonlyArray<string>
  /** One for each reason; the first decides. */
  readonly sentences: ReadonlyArray<string>
  /** Tags of the reasons, in the order of the sentences. */
  readonly reasons: ReadonlyArray<string>
}

/** One pass. */
export interface PassView {
  readonly name: string
  /** What it decides in figures, e.g. `2 to remove (60 MB), 1 kept; to free 500 MB`. */
  readonly figures: string
  /** Targets by decision, each time it is decided on. */
  readonly counts: { readonly [D in Decision]: number }
  /** Bytes of what it removes, as the component counts them. */
  readonly freesBytes: Int64
  /** Bytes at which it may stop; null where it removes all. */
  readonly goalBytes: Int64 | null
  /** Bytes by which it misses its goal; 0 where it does not. */
  readonly shortBytes: Int64
  /** The sentence about that; null where it does not. */
  readonly shortfall: string | null
  /** The component looks again before the pass, at what those before it have left. */
  readonly isForecast: boolean
  /** What the component records before it removes anything. */
  readonly events: ReadonlyArray<string>
  /** Why the component ends the run here; null where it does not. */
  readonly refusal: string | null
  /** What is removed, next in line, changed and kept, each in the order of the plan. */
  readonly rows: ReadonlyArray<Row>
}

/** A stated fact on which decisions depend. */
export interface AssumptionView {
  /** The fact, its value and why it is assumed. */
  readonly said: string
  /** Ids of the targets that it decides. */
  readonly targets: ReadonlyArray<string>
}

/** When a plan changes by itself. */
export interface WakeView {
  readonly at: string
  readonly afterMillis: number
}

/** A plan. Instants are RFC 3339 in UTC; counts of bytes beyond 2^53 are decimal text. */
export interface PlanView {
  readonly at: string
  readonly passes: ReadonlyArray<PassView>
  /** Each target once: what is removed counts before what is next, and that before what is kept. */
  readonly totals: { readonly [D in Decision]: number } & { readonly freesBytes: Int64; readonly said: string }
  readonly assumptions: ReadonlyArray<AssumptionView>
  /** Null where time alone changes nothing. */
  readonly wake: WakeView | null
  /** The sentence about that. */
  readonly wakes: string
}
