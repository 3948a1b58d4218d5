/** The two faces of the gate: the webhook over TLS, and metrics and probes without. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import {
  type Response,
  type Serving,
  type ServingError,
  type ServingOptions,
  explainEvent,
  json,
  serve,
} from 'gcplan/adapters/serving'
import { metricsContentType } from 'gcplan/document'

import { type Config, jsonOf } from './config.js'
import type { Gate, Parts } from './program.js'

/** What the faces need of the world. */
export interface FaceParts extends Pick<Parts, 'clock' | 'signal' | 'log'>, Pick<ServingOptions, 'host' | 'limits'> {
  readonly config: Config
  /** Nothing as long as the cluster is not listed. */
  readonly gate: () => Gate | undefined
}

/** What is served. */
export interface Faces {
  readonly webhook: Serving
  readonly metrics: Serving
}

/** Objects come with their reviews, old and new. */
const largestReview = 7 * 1024 * 1024

/**
 * Serves both until the signal ends them.
 *
 * Fails: where an address is taken, or there is no certificate.
 */
export const serveGate = (parts: FaceParts): TE.TaskEither<ServingError, Faces> => {
  const { config, gate, log, ...others } = parts
  const shared: Omit<ServingOptions, 'port'> = {
    ...others,
    ready: [{ name: 'cluster', check: () => readiness(gate()) }],
    log: (event) => {
      log({ level: 'info', message: explainEvent(event) })
    },
  }
  return F.pipe(
    TE.Do,
    TE.bind('metrics', () =>
      serve({
        ...shared,
        port: config.metricsPort,
        metrics: {
          contentType: metricsContentType,
          text: () => Promise.resolve(gate()?.printMetrics() ?? ''),
        },
      }),
    ),
    TE.bind('webhook', () =>
      serve({
        ...shared,
        port: config.port,
        tls: { certificate: `${config.tls}/tls.crt`, key: `${config.tls}/tls.key` },
        routes: [
          {
            ...{ method: 'POST', path: '/review', maxBodyBytes: largestReview },
            handle:
              ({ body }) =>
              () =>
                Promise.resolve(answerTo(gate(), body)),
          },
        ],
      }),
    ),
  )
}

const readiness = (gate: Gate | undefined): E.Either<string, undefined> => {
  const because = gate === undefined ? notListed : gate.notReady()
  return because === undefined ? E.right(undefined) : E.left(because)
}

const notListed = 'the cluster is not listed yet'

const answerTo = (gate: Gate | undefined, body: string): Response =>
  gate === undefined
    ? json(503, { message: notListed })
    : F.pipe(
        E.chain(gate.review)(jsonOf(body)),
        E.match(
          (invalid) => json(400, invalid),
          (answer) => json(200, answer),
        ),
      )
