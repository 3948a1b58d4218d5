/** A threshold on a chart. */

/** A threshold; one with bounds can be moved. */
export interface Level {
  readonly key: string
  readonly percent: number
  readonly label: string
  readonly kind: 'high' | 'low' | 'eviction'
  readonly bounds?: { readonly least: number; readonly most: number }
}
