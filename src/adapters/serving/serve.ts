/** Serves until it is asked to end: then it is not ready, finishes what is open, and closes within its grace. */
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts'

import { answerWith } from './answer.js'
import { millis } from '../../core/index.js'
import { type Signal, pause } from '../../execute/index.js'
import {
  type Certificate,
  type CertificateProblem,
  type Pair,
  type TlsFiles,
  readPair,
  rereadPair,
} from './certificate.js'
import { type Check, checksResponse } from './checks.js'
import type { ServingError } from './event.js'
import { type Listener, listen } from './listen.js'
import { type Limits, type Metrics, type ServingOptions, checkedOptions } from './options.js'
import type { Route } from './route.js'

/** How a program ended. */
export interface Closed {
  /** Requests that were not answered to the end within the grace. */
  readonly cut: number
}

/** A program that serves. */
export interface Serving {
  readonly port: number
  /** E.g. `https://0.0.0.0:8443`. */
  readonly url: string
  /** The certificate that new connections get; nothing without TLS. */
  readonly certificate: () => Certificate | undefined
  /** Resolves once nothing is open any more. */
  readonly closed: T.Task<Closed>
  /** Ends it as the signal does. Called again, it gives the same end. */
  readonly close: T.Task<Closed>
}

/**
 * Serves `/healthz`, `/readyz`, `/metrics` and routes.
 *
 * Shape: resolves once it listens. From the signal on `/readyz` answers 503; after `notReadyMillis` nothing new is taken and
 * connections without a request are closed; after `graceMillis` the others are cut.
 * Fails: `InvalidInput` for options that can't be, with every problem; `UnusableCertificate` if the first pair can't be used;
 * `CannotListen`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { plain, serve, systemClock } from 'gcplan/adapters/serving'
 *
 * const end = new AbortController()
 * const hello = { method: 'GET', path: '/hello', handle: () => () => Promise.resolve(plain(200, 'hello')) } as const
 * const started = await serve({
 *   ...{ host: '127.0.0.1', port: 0, routes: [hello], limits: { notReadyMillis: 0 } },
 *   ...{ clock: systemClock, signal: end.signal, log: () => undefined },
 * })()
 * if (E.isRight(started)) {
 *   console.log(await (await fetch(`${started.right.url}/hello`)).text()) // hello
 *   end.abort()
 *   console.log(await started.right.closed()) // { cut: 0 }
 * }
 * ```
 */
export const serve = (options: ServingOptions): TE.TaskEither<ServingError, Serving> =>
  F.pipe(
    TE.fromEither(checkedOptions(options)),
    TE.bindTo('limits'),
    TE.bindW('pair', () => firstPair(options.tls)),
    TE.bindW('started', ({ limits, pair }) => start(options, limits, pair)),
    TE.map(({ started }) => started),
  )

const firstPair = (tls: TlsFiles | undefined): TE.TaskEither<ServingError, Pair | undefined> =>
  tls === undefined
    ? TE.right(undefined)
    : F.pipe(
        readPair(tls),
        TE.mapLeft((problem) => ({ _tag: 'UnusableCertificate', problem })),
      )

const start = (
  options: ServingOptions,
  limits: Limits,
  pair: Pair | undefined,
): TE.TaskEither<ServingError, Serving> => {
  const { clock, log } = options
  const ending = new AbortController()
  const answer = answerWith({ ...limits, clock, log, routes: routesOf(options, ending.signal) })
  return F.pipe(
    listen({ host: options.host, port: options.port, limits, pair, answer }),
    TE.map((listener) => {
      log({ _tag: 'Listening', url: listener.url })
      const end = (): void => {
        ending.abort()
      }
      const closed = closing(options, limits, listener, ending.signal)
      if (options.signal.aborted) end()
      else options.signal.addEventListener('abort', end)
      void closed.then(() => options.signal.removeEventListener('abort', end))
      return {
        ...{ port: listener.port, url: listener.url },
        certificate: renewing(options, limits, pair, listener, ending.signal),
        closed: () => closed,
        close: () => {
          end()
          return closed
        },
      }
    }),
  )
}

/** The program's own routes, and those that every program has. */
const routesOf = (
  { healthy = [], ready = [], metrics, routes = [] }: ServingOptions,
  ending: Signal,
): ReadonlyArray<Route> => {
  const end: Check = {
    name: 'shutdown',
    check: () => (ending.aborted ? E.left('shutting down') : E.right(undefined)),
  }
  const checks = (path: string, of: ReadonlyArray<Check>): Route => ({
    ...{ method: 'GET', path },
    handle: () => () => Promise.resolve(checksResponse(of)),
  })
  return [
    checks('/healthz', healthy),
    checks('/readyz', [...ready, end]),
    ...(metrics === undefined ? [] : [metricsRoute(metrics)]),
    ...routes,
  ]
}

const metricsRoute = ({ contentType, text }: Metrics): Route => ({
  ...{ method: 'GET', path: '/metrics' },
  handle: () => async () => ({ status: 200, contentType, body: await text() }),
})

/** Looks at the files of the certificate until the end. */
const renewing = (
  { tls, clock, log }: ServingOptions,
  { certificateMillis }: Limits,
  pair: Pair | undefined,
  { renew }: Listener,
  signal: Signal,
): Serving['certificate'] => {
  let current = pair?.says
  const changed = E.match(
    (problem: CertificateProblem) => log({ _tag: 'CertificateKept', problem }),
    (found: Pair) => {
      renew(found)
      current = found.says
      log({ _tag: 'CertificateChanged', certificate: found.says })
    },
  )
  if (tls !== undefined && pair !== undefined)
    void rereadPair(tls, pair, { clock, signal, every: certificateMillis, changed })
  return () => current
}

/** Waits for the end, then: not ready, nothing new, nothing at all. */
const closing = async (
  { clock, log }: ServingOptions,
  { notReadyMillis, graceMillis }: Limits,
  listener: Listener,
  ending: Signal,
): Promise<Closed> => {
  await new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve()))
  log({ _tag: 'Draining', open: listener.open() })
  listener.lastResponses()
  const done = new AbortController()
  const notReady = Math.min(notReadyMillis, graceMillis)
  await pause(clock, millis(notReady), done.signal)
  const finished = listener.finish().then(() => done.abort())
  await pause(clock, millis(graceMillis - notReady), done.signal)
  const cut = done.signal.aborted ? 0 : listener.open()
  listener.cut()
  await finished
  log({ _tag: 'Closed', cut })
  return { cut }
}
