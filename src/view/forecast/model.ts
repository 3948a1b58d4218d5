/** A forecast of a node as an interface shows it: plain JSON, every text safe to show. */
import type { UsageChart } from './chart.js'

/** What happens at one instant. */
export interface ForecastRow {
  readonly at: string
  /** From the start of the forecast. */
  readonly afterMillis: number
  readonly said: string
  /** A run of a collector, a pod that is evicted, or a change of state: a condition, a full disk. */
  readonly kind: 'run' | 'eviction' | 'state'
  /** What a run or an eviction really frees, in bytes; null for a change of state and for runs that remove nothing. */
  readonly freedBytes: number | null
  /** The place of the row in the marks of the chart; null for a change of state. */
  readonly mark: number | null
}

/** What will happen on a node. Instants are RFC 3339 in UTC. */
export interface ForecastView {
  readonly from: string
  readonly until: string
  /** The span and the figures in a sentence. */
  readonly said: string
  /** For `drawUsage` of `gcplan/render`, or any other drawing. */
  readonly chart: UsageChart<string>
  /** By time; three and more runs in a row that remove nothing are one. */
  readonly rows: ReadonlyArray<ForecastRow>
  readonly totals: {
    readonly runs: number
    readonly evictions: number
    /** Bytes counted as freed by image collections, and what really became free. */
    readonly countedBytes: number
    readonly freedBytes: number
  }
  /** Null where the disk is never full. */
  readonly fullAt: string | null
  readonly assumptions: ReadonlyArray<string>
}
