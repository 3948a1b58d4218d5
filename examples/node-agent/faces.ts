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

import type { Config } from './config.js'
import type { Decided } from './decide.js'
import { metricsOf } from './metrics.js'
import type { Agent, Parts } from './program.js'
import { documentOf, pictureOf, textOf } from './say.js'

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
  const route = (path: string, answer: (decided: Decided, accept: string) => Response) => ({
    ...{ method: 'GET' as const, path },
    handle:
      ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
      (): Promise<Response> => {
        const decided = agent.decided()
        const because = agent.notReady() ?? ''
        return Promise.resolve(
          decided === undefined ? json(503, { message: because }) : answer(decided, headers['accept'] ?? ''),
        )
      },
  })
  return serve({
    ...{ ...others, port: config.port },
    ready: [{ name: 'node', check: () => readiness(agent.notReady()) }],
    metrics: { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: () => Promise.resolve(metricsOf(agent)) },
    routes: [
      route('/', (decided) => ({ status: 200, contentType: 'image/svg+xml', body: pictureOf(decided) })),
      route('/plan', (decided, accept) =>
        accept.includes('text/plain') ? plain(200, textOf(isOn, decided)) : json(200, documentOf(isOn, decided)),
      ),
      route('/plan.txt', (decided) => plain(200, textOf(isOn, decided))),
    ],
    log: (event) => {
      log({ level: 'info', message: explainEvent(event) })
    },
  })
}

const readiness = (because: string | undefined): E.Either<string, undefined> =>
  because === undefined ? E.right(undefined) : E.left(because)
