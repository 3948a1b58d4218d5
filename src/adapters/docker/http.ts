/** Requests over a unix socket whose every failure is a {@link SocketError}. */
import { type IncomingMessage, request } from 'node:http'

import { either as E, type taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import { type SocketError, unreachableFrom } from '../socket/error.js'
import { socketPath } from '../socket/path.js'

/** A daemon that speaks HTTP behind a unix socket: Docker's, or podman's in its place. */
export interface Daemon {
  /** Path of the socket. */
  readonly socket: string
  /** Milliseconds without a byte after which a request is given up. */
  readonly timeoutMillis: number
}

/** How a daemon is asked. */
export interface ConnectOptions {
  /** Milliseconds without a byte after which a request is given up; default 60,000, since disk use takes long. */
  readonly timeoutMillis?: number
}

/** A daemon behind a socket. Nothing is sent before the first request, and nothing stays open. */
export const connect = (socket: string, { timeoutMillis = 60_000 }: ConnectOptions = {}): Daemon => ({
  socket: socketPath(socket),
  timeoutMillis,
})

type Answer = E.Either<SocketError, unknown>

/** The JSON that a daemon answers with; nothing where it answers with nothing. */
export const ask =
  ({ socket, timeoutMillis }: Daemon, method: 'GET' | 'DELETE', path: string): TE.TaskEither<SocketError, unknown> =>
  () =>
    new Promise((resolve) => {
      const call = `${method} ${path}`
      const fail = (error: Error): void =>
        resolve(E.left(unreachableFrom(socket, error) ?? failureOf(call, timeoutMillis, error)))
      const sent = request({ socketPath: socket, method, path, headers: { host: 'docker' } }, (response) =>
        read(response, call, resolve, fail),
      )
      sent.setTimeout(timeoutMillis, () => sent.destroy(new Error('timed out', { cause: timedOut })))
      sent.on('error', fail)
      sent.end()
    })

const timedOut = 'timed out'

const failureOf = (call: string, millis: number, error: Error): SocketError => {
  if (error.cause === timedOut) return { _tag: 'TimedOut', call, millis }
  const isGarbage = 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_')
  return { _tag: isGarbage ? 'Garbled' : 'Interrupted', call, message: thrownText(error) }
}

const read = (
  response: IncomingMessage,
  call: string,
  resolve: (answer: Answer) => void,
  fail: (error: Error) => void,
): void => {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('error', fail)
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const { statusCode = 0 } = response
    if (!response.complete) fail(new Error('the answer ended early'))
    else resolve(statusCode < 300 ? parsed(call, text) : E.left(refusalOf(call, statusCode, text)))
  })
}

const parsed = (call: string, text: string): Answer =>
  text.trim() === ''
    ? E.right(undefined)
    : E.tryCatch(
        (): unknown => JSON.parse(text),
        (thrown): SocketError => ({ _tag: 'Garbled', call, message: thrownText(thrown) }),
      )

const refusalOf = (call: string, status: number, text: string): SocketError => {
  const message = E.toUnion(E.map(messageIn)(parsed(call, text)))
  const said = typeof message === 'string' ? message : text.slice(0, 200)
  return status === 404
    ? { _tag: 'NotThere', call, message: said }
    : { _tag: 'Rejected', call, code: String(status), message: said }
}

const messageIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
