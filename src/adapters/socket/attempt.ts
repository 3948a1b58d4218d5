/**
 * Calls over gRPC whose every failure is a {@link SocketError}.
 */
import { Code, ConnectError } from '@connectrpc/connect'
import { either as E, taskEither as TE } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { Daemon } from './daemon.js'
import { thrownText } from '../../core/thrown.js'
import { type SocketError, unreachableFrom } from './error.js'
import { greeted } from './greeting.js'

/** What a failed call means. */
const errorOf = ({ socket, timeoutMillis }: Daemon, call: string, thrown: unknown): SocketError => {
  const unreachable = unreachableFrom(socket, thrown)
  if (unreachable !== undefined) return unreachable
  if (!(thrown instanceof ConnectError)) return { _tag: 'Garbled', call, message: thrownText(thrown) }
  const message = thrown.rawMessage
  switch (thrown.code) {
    case Code.Unimplemented:
      return { _tag: 'Unsupported', call, message }
    case Code.NotFound:
      return { _tag: 'NotThere', call, message }
    case Code.DeadlineExceeded:
      return { _tag: 'TimedOut', call, millis: timeoutMillis }
    default:
      if (isInterruption(thrown)) return { _tag: 'Interrupted', call, message }
      return isGarbled(thrown)
        ? { _tag: 'Garbled', call, message }
        : { _tag: 'Rejected', call, code: nameOf(thrown.code), message }
  }
}

/** What the daemon itself says has metadata of its answer; what the connection says has not, but a cause. */
const isInterruption = ({ code, cause, rawMessage }: ConnectError): boolean =>
  code === Code.Canceled ||
  (cause instanceof Error && 'code' in cause) ||
  /stream (was )?closed|socket|connection|RST_STREAM|GOAWAY|missing (trailer|status)|premature|incomplete/i.test(
    rawMessage,
  )

const isGarbled = ({ code, rawMessage }: ConnectError): boolean =>
  (code === Code.Internal || code === Code.InvalidArgument || code === Code.Unknown) &&
  /parse|decode|illegal|invalid wire|HTTP \d|content.type|envelope/i.test(rawMessage)

const nameOf = (code: Code): string => Code[code].replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()

/** Daemons that were greeted, until a greeting fails. */
const greetings = new WeakMap<Daemon, Promise<E.Either<SocketError, void>>>()

const begunWith =
  (daemon: Daemon, call: string): TE.TaskEither<SocketError, void> =>
  async () => {
    const asked = greetings.get(daemon) ?? greeted(daemon.socket, call, daemon.timeoutMillis)()
    greetings.set(daemon, asked)
    const answer = await asked
    if (E.isLeft(answer)) greetings.delete(daemon)
    return answer
  }

/** Does something with a daemon; what is thrown becomes an error that names the call. */
export const attempt = <A>(daemon: Daemon, call: string, ask: () => Promise<A>): TE.TaskEither<SocketError, A> =>
  pipe(
    begunWith(daemon, call),
    TE.chain(() => TE.tryCatch(ask, (thrown) => errorOf(daemon, call, thrown))),
  )
