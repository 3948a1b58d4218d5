/** A kind, whatever its version. */
export interface GroupKind {
  readonly group: string
  readonly kind: string
}

/** For how long nobody could say what a group serves, in milliseconds; infinite if it never was known. */
export interface AgedGroup {
  /** Empty for the core group. */
  readonly group: string
  readonly age: number
}

/** For how long nothing was heard of a kind, in milliseconds. */
export interface AgedKind extends GroupKind {
  readonly age: number
}
