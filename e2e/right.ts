/** What a daemon answered; a world whose daemon cannot be read has failed. */
import { either as E } from 'fp-ts'

import { type SocketError, explainSocketError } from '../src/adapters/socket/error.js'

export const right = <A>(found: E.Either<SocketError, A>): A => {
  if (E.isLeft(found)) throw new Error(explainSocketError(found.left))
  return found.right
}
