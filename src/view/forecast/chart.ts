/** Disk usage over time, to be drawn. Instants are dates or RFC 3339 texts. */

/** A threshold. */
export interface ChartLevel {
  /** Percent of the capacity in use. */
  readonly percent: number
  readonly label: string
  readonly kind: 'high' | 'low' | 'eviction'
}

/** An event at an instant. */
export interface ChartMark<At extends Date | string = Date | string> {
  readonly at: At
  /** What the list below the drawing says of it. */
  readonly label: string
  readonly kind: 'run' | 'eviction'
}

/** A period. */
export interface ChartSpan<At extends Date | string = Date | string> {
  readonly from: At
  readonly until: At
  readonly label: string
}

/** Disk usage over time, to be drawn. */
export interface UsageChart<At extends Date | string = Date | string> {
  readonly title: string
  readonly capacityBytes: number
  /** Corners of the curve, by time. */
  readonly points: ReadonlyArray<{ readonly at: At; readonly usedBytes: number }>
  readonly levels: ReadonlyArray<ChartLevel>
  readonly marks: ReadonlyArray<ChartMark<At>>
  readonly spans: ReadonlyArray<ChartSpan<At>>
}
