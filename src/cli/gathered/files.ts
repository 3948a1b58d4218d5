/** Files by name, wherever they come from. */
import type { either as E } from 'fp-ts'

/** A directory, a tar, or whatever else gives files by name. */
export interface Bundle {
  /** Names with slashes, below the directory. */
  readonly names: ReadonlyArray<string>
  readonly read: (name: string) => Promise<E.Either<string, string>>
}
