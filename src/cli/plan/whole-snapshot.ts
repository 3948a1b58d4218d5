/** Reads a snapshot file, which excludes other files and statements. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { DecodeError } from '../../decode/index.js'
import type { Environment } from '../command.js'
import { type Inputs, readPart } from './inputs.js'
import { momentOfSnapshot } from './time.js'

/** A snapshot with notes on how it came about. */
export interface Assembled<S> {
  readonly snapshot: S
  readonly notes: ReadonlyArray<string>
}

/** What else is on a command line with a snapshot file. */
interface Beside<P extends string> {
  readonly at: O.Option<O.Option<Date>>
  /** True if a flag states something that the snapshot already contains. */
  readonly stated: boolean
  /** Parts that say nothing of the node. */
  readonly apart?: ReadonlyArray<P>
}

/** Reads the part `snapshot`, if it is there. */
export const wholeSnapshot =
  <S extends { readonly at: Date }>(decode: (input: unknown) => E.Either<DecodeError, S>) =>
  <P extends string>({ at, stated, apart = [] }: Beside<P>, environment: Environment) =>
  (inputs: Inputs<P | 'snapshot'>): E.Either<string, O.Option<Assembled<S>>> => {
    const alone = (): E.Either<string, unknown> => {
      const other = [...inputs].find(([part]) => part !== 'snapshot' && !apart.includes(part))
      if (other !== undefined)
        return E.left(`${other[1].file.name}: a snapshot is complete; give it without other files`)
      return stated
        ? E.left('a snapshot is complete; state missing facts in it: {"assumed": VALUE, "because": "..."}')
        : E.right(null)
    }
    return F.pipe(
      readPart(decode)(inputs, 'snapshot'),
      E.tap(O.match(() => E.right(null), alone)),
      E.map(O.map((own) => ({ snapshot: { ...own, at: momentOfSnapshot(at, environment, own.at) }, notes: [] }))),
    )
  }
