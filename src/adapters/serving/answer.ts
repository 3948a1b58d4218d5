/** From a request to the response that its route gives in time. */
import type { IncomingMessage } from 'node:http'

import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import { millis } from '../../core/index.js'
import { type Clock, pause } from '../../execute/index.js'
import { bodyOf } from './body.js'
import type { ServingEvent } from './event.js'
import { type Request, type Response, type Route, plain } from './route.js'

/** What is needed to answer. */
export interface Answering {
  readonly routes: ReadonlyArray<Route>
  readonly maxBodyBytes: number
  readonly answerMillis: number
  readonly clock: Clock
  readonly log: (event: ServingEvent) => void
}

/** A route by method and path. */
export const answerWith = ({ routes, ...answering }: Answering) => {
  const byPath = new Map<string, ReadonlyMap<string, Route>>()
  for (const route of routes)
    byPath.set(route.path, new Map([...(byPath.get(route.path) ?? []), [route.method, route]]))
  return (incoming: IncomingMessage, signal: AbortSignal): Promise<Response> => {
    const url = incoming.url ?? '/'
    const path = url.split('?', 1).join('')
    const methods = byPath.get(path)
    if (methods === undefined) return Promise.resolve(plain(404, 'not found\n'))
    const route = methods.get(incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? ''))
    if (route === undefined) {
      const allow = [...methods.keys()].join(', ')
      return Promise.resolve({ ...plain(405, `allowed: ${allow}\n`), headers: { allow } })
    }
    const query = new Map(new URLSearchParams(url.slice(path.length)))
    return F.pipe(
      bodyOf(incoming, route.maxBodyBytes ?? answering.maxBodyBytes),
      TE.flatMap((body) => () => {
        const { method } = route
        return handled(route, answering, { method, path, query, headers: headersOf(incoming), body }, signal)
      }),
      TE.toUnion,
    )()
  }
}

const headersOf = ({ headers }: IncomingMessage): Request['headers'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  )

/** The response of a handler, or what stands in for one. The request's signal is aborted once nobody waits. */
const handled = async (
  { handle, method, path }: Route,
  { answerMillis, clock, log }: Omit<Answering, 'routes'>,
  request: Omit<Request, 'signal'>,
  gone: AbortSignal,
): Promise<E.Either<Response, Response>> => {
  const over = new AbortController()
  const end = (): void => {
    over.abort()
  }
  gone.addEventListener('abort', end)
  const failed = (response: Response, message: string): E.Either<Response, Response> => {
    log({ _tag: 'HandlerFailed', route: `${method} ${path}`, message })
    return E.left(response)
  }
  const answered = TE.tryCatch(() => handle({ ...request, signal: over.signal })(), thrownText)()
  const late = pause(clock, millis(answerMillis), over.signal).then(() => 'late' as const)
  const first = await Promise.race([answered, late])
  end()
  gone.removeEventListener('abort', end)
  if (first === 'late') return gone.aborted ? E.left(tooLate) : failed(tooLate, `no response within ${answerMillis} ms`)
  return E.isLeft(first) ? failed(plain(500, 'internal error\n'), first.left) : first
}

const tooLate = plain(503, 'no response in time\n')
