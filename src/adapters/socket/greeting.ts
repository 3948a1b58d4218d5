/**
 * Whether a socket speaks HTTP/2: the client's greeting is sent, and the answer has to begin with the server's settings.
 * Asked once before the first call, since what anything else sends would end the process as an error that nobody hears.
 */
import { connect } from 'node:net'

import { either as E, type taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import { type SocketError, unreachableFrom } from './error.js'

/** The words with which a client begins, and settings without a wish. */
const greeting = Buffer.from(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(3)}\x04${'\0'.repeat(5)}`, 'latin1')

/** Bytes of the head of a frame, and which of them says what it is. */
const head = { length: 9, kind: 3, settings: 4 } as const

/** Greets what is behind a socket. */
export const greeted =
  (socket: string, call: string, millis: number): TE.TaskEither<SocketError, void> =>
  () =>
    new Promise((resolve) => {
      const open = connect(socket)
      let heard = Buffer.alloc(0)
      const end = (result: E.Either<SocketError, void>): void => {
        open.destroy()
        resolve(result)
      }
      open.setTimeout(millis, () => end(E.left({ _tag: 'TimedOut', call, millis })))
      open.on('error', (error) =>
        end(E.left(unreachableFrom(socket, error) ?? { _tag: 'Interrupted', call, message: thrownText(error) })),
      )
      open.on('close', () => end(E.left({ _tag: 'Interrupted', call, message: 'it hung up before it answered' })))
      open.on('connect', () => open.write(greeting))
      open.on('data', (bytes) => {
        heard = Buffer.concat([heard, bytes])
        if (heard.length < head.length) return
        end(
          heard[head.kind] === head.settings
            ? E.right(undefined)
            : E.left({ _tag: 'Garbled', call, message: 'it does not speak HTTP/2' }),
        )
      })
    })
