/**
 * Answers which universes are known to differ from the real code, and why. They are left out unless asked for by name, and
 * always named.
 */

/** A universe, or some versions of it, that differs. */
export interface Open {
  readonly name: string
  /** Versions that differ; all of them where absent. */
  readonly versions?: ReadonlyArray<string>
  readonly because: string
}

/** Empty when the library equals the real code everywhere. */
export const open: ReadonlyArray<Open> = []
