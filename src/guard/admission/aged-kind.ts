/** A kind, whatever its version. */
export interface GroupKind {
  readonly group: string
  readonly kind: string
}

/** For how long nothing was heard of a kind, in milliseconds. */
export interface AgedKind extends GroupKind {
  readonly age: number
}
