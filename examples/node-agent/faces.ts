/** What the agent serves. */
import { either as E, type taskEither as TE } from 'fp-ts'

import {
  type Response,
  type Serving,
  type ServingError,
  type ServingOptions,
  explainEvent,
  json,
  plain,
  serve,
} from 'gcplan/adapters/serving'
import { type Metric, metricsContentType, printMetrics } from 'gcplan/document'
import { type Outlook, outlookDocument, outlookMetrics, outlookPicture, printOutlook } from 'gcplan/outlook'

import type { Config } from './config.js'
import type { Agent, Parts } from './program.js'

/** What the faces need of the world. */
export interface FaceParts extends Pick<Parts, 'clock' | 'signal' | 'log'>, Pick<ServingOptions, 'host' | 'limits'> {
  readonly config: Pick<Config, 'port' | 'reclaiming'>
  readonly agent: Agent
}

/**
 * Serves until the signal ends it.
 *
 * Fails: where the address is taken.
 */
export const serveAgent = ({ config, agent, log, ...others }: FaceParts): TE.TaskEither<ServingError, Serving> => {
  const { isOn } = config.reclaiming
  const print = printOutlook(isOn ? 'Reclaims' : 'Would reclaim, if RECLAIM were true')
  const documentOf = (ahead: Outlook) => ({
    ...{ kind: 'gcplan/node-agent', version: 1, reclaims: isOn },
    ...outlookDocument(ahead),
  })
  const route = (path: string, answer: (ahead: Outlook, accept: string) => Response) => ({
    ...{ method: 'GET' as const, path },
    handle:
      ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
      (): Promise<Response> => {
        const ahead = agent.ahead()
        return Promise.resolve(
          ahead === undefined ? json(503, { message: agent.notReady() }) : answer(ahead, headers['accept'] ?? ''),
        )
      },
  })
  return serve({
    ...{ ...others, port: config.port },
    ready: [{ name: 'node', check: () => readiness(agent.notReady()) }],
    metrics: { contentType: metricsContentType, text: () => Promise.resolve(metricsOf(agent)) },
    routes: [
      route('/', (ahead) => ({ status: 200, contentType: 'image/svg+xml', body: outlookPicture(ahead) })),
      route('/plan', (ahead, accept) =>
        accept.includes('text/plain') ? plain(200, print(ahead)) : json(200, documentOf(ahead)),
      ),
      route('/plan.txt', (ahead) => plain(200, print(ahead))),
    ],
    log: (event) => {
      log({ level: 'info', message: explainEvent(event) })
    },
  })
}

const counter = (name: string, help: string, value: number): Metric => ({
  ...{ type: 'counter', name: `gcplan_node_${name}`, help, samples: [{ labels: {}, value }] },
})

/** The metrics of an agent, as text. */
export const metricsOf = ({ ahead, totals }: Agent): string => {
  const { looks, failures, removed, failedRemovals } = totals()
  const last = ahead()
  return printMetrics([
    counter('looks_total', 'Looks at the node.', looks),
    counter('failed_looks_total', 'Looks that came to nothing.', failures),
    counter('images_removed_total', 'Images that the agent removed.', removed),
    counter('failed_removals_total', 'Images that it could or might not remove any more.', failedRemovals),
    ...(last === undefined ? [] : outlookMetrics(last)),
  ])
}

const readiness = (because: string | undefined): E.Either<string, undefined> =>
  because === undefined ? E.right(undefined) : E.left(because)
