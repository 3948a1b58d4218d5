/** Serves the probes and metrics of a program, and lets it work while it leads, until a signal ends it. */
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts'

import type { InvalidInput } from '../../core/index.js'
import { type Metric, metricsContentType, printMetrics } from '../../document/index.js'
import type { Clock, Signal } from '../../execute/index.js'
import { systemClock } from '../clock.js'
import { type Elected, type ElectionOptions, type Leadership, type Send, elect } from '../kubernetes/index.js'
import { type Closed, type Serving, type ServingError, type ServingOptions, serve } from '../serving/index.js'
import type { ProgramEvent } from './event.js'

/** The lease by which one of several replicas works. */
export type LeaseOptions = Omit<ElectionOptions, 'clock' | 'signal' | 'onHolder' | 'onFailure'>

/** How a program serves and leads. */
export interface ProgramOptions extends Pick<ServingOptions, 'port' | 'host' | 'limits' | 'routes'> {
  /** Its abort ends the work, gives the lease back, and lets open requests finish. */
  readonly signal: Signal
  /** Without one, it works at once, beside any other. */
  readonly lease?: LeaseOptions | undefined
  /** Asked anew for each request of `/metrics`. */
  readonly metrics?: (() => ReadonlyArray<Metric>) | undefined
  /** Told as it happens. */
  readonly log: (event: ProgramEvent) => void
  /** By default that of the machine. */
  readonly clock?: Clock | undefined
}

/** Says whether the program can do its work now, for `/readyz`; a left is why not. */
export type TellReady = (state: E.Either<string, unknown>) => void

/** Work of a leader: it ends once the signal of the leadership does, or with what keeps it from going on. */
export type Work<Err> = (leadership: Leadership, tell: TellReady) => TE.TaskEither<Err, void>

/**
 * Serves `/healthz`, `/readyz` and `/metrics`, and works while it leads.
 *
 * Shape: with a lease, `leader_election_master_status` among the metrics says whether it leads, as programs made with client-go do. It serves before it leads, and one that waits for the lease is ready, since nobody could roll out two replicas otherwise. A lease
 * that is lost is waited for again. Resolves once the signal has ended everything, or the work is done or has failed.
 * Fails: as `serve` and `elect` do before there is work; as the work does.
 *
 * @example
 * ```ts no-run
 * import { taskEither as TE } from 'fp-ts'
 * import type { Client } from 'gcplan/adapters/kubernetes'
 * import { explainProgramEvent, leadAndServe, termination } from 'gcplan/adapters/program'
 *
 * declare const client: Client
 * declare const cleanUp: (signal: AbortSignal, leads: () => boolean) => Promise<void>
 * await leadAndServe(client.send, {
 *   ...{ port: 8080, lease: { namespace: 'tools', name: 'cleaner', identity: crypto.randomUUID() } },
 *   ...{ signal: termination(process).signal, log: (event) => console.log(explainProgramEvent(event)) },
 * })(({ signal, leads }) => TE.fromTask(() => cleanUp(signal as AbortSignal, leads)))()
 * ```
 */
export const leadAndServe =
  (send: Send, options: ProgramOptions) =>
  <Err>(work: Work<Err>): TE.TaskEither<Err | ServingError, Closed> =>
  () => {
    let state: E.Either<string, unknown> = waiting
    let leads: Leadership['leads'] = () => false
    return F.pipe(
      serving(options, () => ({ state, leads: leads() })),
      TE.mapLeft((error): Err | ServingError => error),
      TE.flatMap((faces) => async () => {
        try {
          return await F.pipe(
            leading(
              send,
              options,
              (leadership, tell) => {
                leads = leadership.leads
                return work(leadership, tell)
              },
              (now) => {
                state = now
              },
            ),
            // Work that is done ends the program.
            TE.flatMapTask(() => faces.close),
          )()
        } finally {
          await faces.close()
        }
      }),
    )()
  }

const waiting: E.Either<string, unknown> = E.right('waits for the lease')

const serving = (
  { port, host, limits, routes, lease, signal, clock = systemClock, log, metrics = () => [] }: ProgramOptions,
  now: () => { readonly state: E.Either<string, unknown>; readonly leads: boolean },
): TE.TaskEither<ServingError, Serving> =>
  serve({
    ...{ port, clock, signal, log, ready: [{ name: 'work', check: () => now().state }] },
    ...(host === undefined ? {} : { host }),
    ...(limits === undefined ? {} : { limits }),
    ...(routes === undefined ? {} : { routes }),
    metrics: {
      contentType: metricsContentType,
      text: () => Promise.resolve(printMetrics([...masterStatus(lease, now().leads), ...metrics()])),
    },
  })

/** The gauge of component-base, by which dashboards know a leader. */
const masterStatus = (lease: LeaseOptions | undefined, leads: boolean): ReadonlyArray<Metric> =>
  lease === undefined
    ? []
    : [
        {
          name: 'leader_election_master_status',
          help: 'Whether this process leads by the lease of that name: 1, or 0 while it waits.',
          type: 'gauge',
          samples: [{ labels: { name: lease.name }, value: leads ? 1 : 0 }],
        },
      ]

/** Works as often as it leads. */
const leading =
  <Err>(
    send: Send,
    options: ProgramOptions,
    work: Work<Err>,
    tell: TellReady,
  ): TE.TaskEither<Err | InvalidInput, void> =>
  async () => {
    const { signal, log } = options
    const led =
      (leadership: Leadership): T.Task<E.Either<Err, void>> =>
      async () => {
        log({ _tag: 'Leads' })
        const done = await work(leadership, tell)()
        tell(waiting)
        return done
      }
    while (!signal.aborted) {
      const ended = await elected(send, options, led)()
      if (E.isLeft(ended)) return ended
      if (ended.right._tag === 'Lost') log({ _tag: 'LeaseLost', because: ended.right.because })
      else if (ended.right._tag === 'Done') return ended.right.value
    }
    return E.right(undefined)
  }

const elected = <A>(
  send: Send,
  { lease, clock, signal, log }: ProgramOptions,
  led: (leadership: Leadership) => T.Task<A>,
): TE.TaskEither<InvalidInput, Elected<A>> =>
  lease === undefined
    ? TE.fromTask(async () => ({ _tag: 'Done', value: await led({ signal, leads: () => !signal.aborted })() }) as const)
    : elect(send, {
        ...{ ...lease, clock, signal },
        onHolder: (holder) => log({ _tag: 'Holds', holder }),
        onFailure: (error) => log({ _tag: 'ElectionFailed', error }),
      })(led)
