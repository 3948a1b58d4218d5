/**
 * An API server for tests: the fake cluster behind the paths of the API. `answer` is a plain function from request to
 * answer; `listen` puts it behind HTTP, with the troubles that a test asks for.
 */
import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { FakeCluster } from '../../../src/testing/index.js'
import { type Coordinates, coordinatesOf } from './route.js'
import { type EventLog, eventLog } from './event-log.js'
import { type Fields, discoveryOf, metadataAlone, statusOf } from './bodies.js'

/** One request as the server reads it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly contentType: string
  readonly accept: string
}

/** An answer, or the events that are to come from a place in the log on. */
export type Answer =
  | {
      readonly _tag: 'Reply'
      readonly status: number
      readonly body: unknown
      readonly headers?: Record<string, string>
    }
  | {
      readonly _tag: 'Watch'
      readonly from: number
      readonly shows: (object: WholeObject) => boolean
      readonly alone: boolean
    }

/** How the server behaves. */
export interface ServerOptions {
  /** The two-request form of discovery. Default true. */
  readonly aggregated?: boolean
  /** Groups whose discovery fails. */
  readonly brokenGroups?: ReadonlyArray<string>
  /** Interferes before a request is answered. */
  readonly trouble?: ((asked: Asked) => Trouble | undefined) | undefined
}

/** What goes wrong. */
export type Trouble =
  | {
      readonly _tag: 'Reply'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  /** The answer is carried out, and its second half never arrives. */
  | { readonly _tag: 'Half' }
  /** The connection closes before anything is done. */
  | { readonly _tag: 'Drop' }
  | { readonly _tag: 'Slow'; readonly milliseconds: number }

/** A server over a fake cluster. */
export interface ApiServer {
  readonly answer: (asked: Asked) => Answer
  readonly log: EventLog
  /** Every request, in order, e.g. `GET /api/v1/pods`. */
  readonly requests: () => ReadonlyArray<Asked>
  /** Tells watches what the test changed in the cluster itself. */
  readonly stir: () => void
  readonly listen: (at?: string) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>
}

/** A server reads what a deletion asks for from the query only where it has no body. */
const isDryRun = ({ method, query, body }: Asked): boolean => {
  const inBody = method === 'DELETE' && body !== undefined
  const asked: unknown = inBody ? (body as { readonly dryRun?: unknown }).dryRun : query['dryRun']
  return method !== 'GET' && String(asked) === 'All'
}

const reply = (status: number, body: unknown): Answer => ({ _tag: 'Reply', status, body })

/** Puts a fake cluster behind the paths of the API. */
export const apiServer = (cluster: FakeCluster, options: ServerOptions = {}): ApiServer => {
  const log = eventLog(() => cluster.objects())
  const requests: Asked[] = []
  const listeners = new Set<() => void>()
  const stir = (): void => {
    log.catchUp()
    for (const listener of listeners) listener()
  }
  const answer = (asked: Asked): Answer => {
    const scopes = cluster.snapshot().scopes
    const discovered = discoveryOf(scopes, options)(asked)
    if (discovered !== undefined) return discovered
    const found = coordinatesOf(scopes, asked.path)
    if (found === undefined) return reply(404, '404 page not found')
    if (isDryRun(asked)) return reply(200, statusOf(200, 'Success', 'dry run'))
    const answered =
      found.name === undefined ? onCollection(cluster, log, found, asked) : onObject(cluster, found, asked)
    if (asked.method !== 'GET') stir()
    return answered
  }
  const listen: ApiServer['listen'] = async (at) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const text = Buffer.concat(chunks).toString('utf8')
        const asked: Asked = {
          method: request.method ?? 'GET',
          path: decodeURI(url.pathname),
          query: Object.fromEntries(url.searchParams),
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
          contentType: request.headers['content-type'] ?? '',
          accept: request.headers.accept ?? '',
        }
        requests.push(asked)
        serve(response, asked)
      })
    })
    const serve = (response: ServerResponse, asked: Asked): void => {
      const trouble = options.trouble?.(asked)
      if (trouble?._tag === 'Drop') return void response.destroy()
      if (trouble?._tag === 'Reply') {
        write(response, { ...trouble, body: trouble.body ?? statusOf(trouble.status) })
        return
      }
      if (trouble?._tag === 'Slow') {
        setTimeout(() => deliver(response, answer(asked)), trouble.milliseconds)
        return
      }
      const answered = answer(asked)
      if (trouble?._tag === 'Half' && answered._tag === 'Reply') {
        const text = JSON.stringify(answered.body)
        response.writeHead(answered.status, { 'content-type': 'application/json', 'content-length': text.length })
        response.write(text.slice(0, text.length / 2), () => response.destroy())
        return
      }
      deliver(response, answered)
    }
    const deliver = (response: ServerResponse, answered: Answer): void => {
      if (answered._tag === 'Reply') {
        write(response, answered)
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.flushHeaders()
      let next = answered.from
      const send = (): void => {
        for (const { type, object } of log.from(next))
          if (answered.shows(object))
            response.write(`${JSON.stringify({ type, object: answered.alone ? metadataAlone(object) : object })}\n`)
        next = log.length()
      }
      listeners.add(send)
      response.on('close', () => listeners.delete(send))
      send()
    }
    await new Promise<void>((resolve) => {
      if (at === undefined) server.listen(0, '127.0.0.1', resolve)
      else server.listen(at, resolve)
    })
    return {
      url: at ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => closed(server),
    }
  }
  return { answer, log, requests: () => requests, stir, listen }
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

const write = (
  response: ServerResponse,
  { status, body, headers = {} }: { status: number; body?: unknown; headers?: Record<string, string> },
): void => {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const onCollection = (cluster: FakeCluster, log: EventLog, found: Coordinates, asked: Asked): Answer => {
  const { scope, namespace } = found
  const alone = asked.accept.includes('as=PartialObjectMetadata')
  const wanted = Object.entries(
    Object.fromEntries(new URLSearchParams(asked.query['labelSelector']?.replaceAll(',', '&'))),
  )
  const shows = ({ apiVersion, kind, metadata }: WholeObject): boolean =>
    kind === scope.kind &&
    apiVersion.split('/').length === scope.apiVersion.split('/').length &&
    apiVersion.split('/')[0] === scope.apiVersion.split('/')[0] &&
    (namespace === undefined || metadata.namespace === namespace) &&
    wanted.every(([name, value]) => metadata.labels?.[name] === value)
  if (asked.method === 'POST') {
    const answer = cluster.api.create({ apiVersion: scope.apiVersion, kind: scope.kind, ...(asked.body as object) })
    return answer._tag === 'Refused' ? refused(answer) : reply(201, 'object' in answer ? answer.object : {})
  }
  if (asked.method !== 'GET') return reply(405, statusOf(405, 'MethodNotAllowed'))
  if (asked.query['watch'] === 'true') {
    const from = log.placeOf(asked.query['resourceVersion'] ?? '')
    return from === undefined
      ? reply(410, statusOf(410, 'Expired', 'too old resource version'))
      : { _tag: 'Watch', from, shows, alone }
  }
  log.catchUp()
  const { offset, version } = log.pageOf(asked.query['continue'])
  if (offset === undefined) return reply(410, statusOf(410, 'Expired', 'The provided continue parameter is too old'))
  const all = log.at(version).filter(shows)
  const limit = Number(asked.query['limit'] ?? '0')
  const items = limit === 0 ? all : all.slice(offset, offset + limit)
  const rest = all.length - offset - items.length
  const metadata: Fields = {
    resourceVersion: version,
    ...(rest > 0 ? { continue: log.tokenFor(version, offset + limit), remainingItemCount: rest } : {}),
  }
  return reply(
    200,
    alone
      ? { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items: items.map(metadataAlone) }
      : { kind: `${scope.kind}List`, apiVersion: scope.apiVersion, metadata, items },
  )
}

const onObject = (
  cluster: FakeCluster,
  { scope, namespace, name = '', subresource }: Coordinates,
  asked: Asked,
): Answer => {
  const target = { apiVersion: scope.apiVersion, kind: scope.kind, metadata: { namespace, name } }
  const details = { name, kind: scope.resource }
  const alone = asked.accept.includes('as=PartialObjectMetadata')
  const body = (asked.body ?? {}) as Fields
  const perform = () => {
    if (asked.method === 'GET') return cluster.api.get(target)
    if (asked.method === 'DELETE') return cluster.api.delete(target, body)
    if (asked.method === 'PATCH') {
      const type =
        asked.contentType === 'application/apply-patch+yaml' ? 'application/merge-patch+json' : asked.contentType
      return cluster.api.patch(target, body, type as 'application/merge-patch+json')
    }
    if (subresource === 'finalize')
      return cluster.api.finalizeNamespace(
        name,
        ((body['spec'] as Fields | undefined)?.['finalizers'] ?? []) as string[],
      )
    const before = cluster.get(target)
    return cluster.api.update(
      subresource === 'status' && before !== undefined ? { ...before, status: body['status'] } : { ...target, ...body },
    )
  }
  const answer = perform()
  if (answer._tag === 'Refused') return refused(answer, details)
  const object = 'object' in answer ? answer.object : answer.last
  return reply(answer.code, alone ? metadataAlone(object) : object)
}

const refused = (
  { code, reason, message }: { readonly code: number; readonly reason: string; readonly message: string },
  details?: Fields,
): Answer => reply(code, statusOf(code, reason, message, details))
