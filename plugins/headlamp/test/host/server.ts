/**
 * Answers on a port of this machine as Headlamp's backend would: the page, the built plugin, and an API server that shows the
 * recorded cluster. It notes every deletion, and carries none out.
 */
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type Resource, type Stored, cluster, resources } from '../recorded.js'

/** How the API server is to be. */
export interface World {
  /** Default: the recorded cluster. */
  readonly stored?: ReadonlyArray<Stored>
  /** Resources that may not be listed. */
  readonly forbidden?: ReadonlyArray<string>
  /** Data of the ConfigMap with the guards; default: there is none. `forbidden`: it may not be read. */
  readonly guards?: Readonly<Record<string, string>> | 'forbidden'
  /** What a deletion is answered. Default: the object is gone. */
  readonly deletion?: { readonly status: number; readonly body: unknown }
}

/** A deletion that was asked for. */
export interface Asked {
  readonly path: string
  readonly body: unknown
}

/** The server. */
export interface Backend {
  readonly url: string
  /** Sets what it shows from now on, and forgets deletions. */
  readonly show: (world: World) => void
  readonly deletions: () => ReadonlyArray<Asked>
  readonly close: () => Promise<void>
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Headlamp</title></head><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>`

const success = { kind: 'Status', apiVersion: 'v1', status: 'Success' }

const status = (code: number, reason: string, message: string, name?: string) => ({
  status: code,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message,
    details: name === undefined ? {} : { name },
  },
})

type Reply = { readonly status: number; readonly body: unknown }

/** Starts the server with the bundled page and the built plugin. */
export const startBackend = async (files: { readonly page: string; readonly plugin: string }): Promise<Backend> => {
  let world: World = {}
  let deletions: Asked[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname === '/page.js') return send(response, 200, 'text/javascript', readFileSync(files.page))
      if (pathname === '/plugin/main.js') return send(response, 200, 'text/javascript', readFileSync(files.plugin))
      if (!pathname.startsWith('/clusters/main/')) return send(response, 200, 'text/html', page)
      const path = decodeURIComponent(pathname.slice('/clusters/main'.length))
      if (request.method === 'DELETE' || path.endsWith('/eviction'))
        deletions.push({ path, body: body === '' ? null : JSON.parse(body) })
      const { status: code, body: answer } = answerTo(world, request, path)
      return send(response, code, 'application/json', JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    show: (next) => {
      world = next
      deletions = []
    },
    deletions: () => deletions,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const send = (response: ServerResponse, code: number, type: string, body: string | Buffer): void => {
  // The page is large, and the same for every test.
  const caching = type === 'text/javascript' ? { 'cache-control': 'max-age=3600' } : {}
  response.writeHead(code, { 'content-type': type, ...caching }).end(body)
}

const answerTo = (world: World, { method, headers }: IncomingMessage, path: string): Reply => {
  const isDiscovery = String(headers.accept).includes('APIGroupDiscoveryList')
  if (path === '/version') return { status: 200, body: { major: '1', minor: '36', gitVersion: 'v1.36.2' } }
  if (path === '/api' && isDiscovery) return { status: 200, body: discoveryOf(({ apiVersion }) => apiVersion === 'v1') }
  if (path === '/apis' && isDiscovery)
    return { status: 200, body: discoveryOf(({ apiVersion }) => apiVersion !== 'v1') }
  if (path.endsWith('/selfsubjectaccessreviews')) return { status: 201, body: { status: { allowed: true } } }
  if (path === '/api/v1/namespaces/gcplan/configmaps/guards') return guardsOf(world)
  return ofResource(world, method ?? 'GET', path)
}

const guardsOf = ({ guards }: World): Reply => {
  if (guards === undefined) return status(404, 'NotFound', 'configmaps "guards" not found', 'guards')
  if (guards === 'forbidden') return status(403, 'Forbidden', 'configmaps "guards" is forbidden', 'guards')
  return { status: 200, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'guards' }, data: guards } }
}

const ofResource = (world: World, method: string, path: string): Reply => {
  const { stored = cluster, forbidden = [], deletion = { status: 200, body: success } } = world
  const parts = path.split('/').slice(1)
  const [apiVersion, rest] =
    parts[0] === 'api' ? [parts[1], parts.slice(2)] : [parts.slice(1, 3).join('/'), parts.slice(3)]
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2
  const [namespace, resource, name] = isNamespaced ? [rest[1], rest[2], rest[3]] : [undefined, rest[0], rest[1]]
  const kind = resources.find((one) => one.apiVersion === apiVersion && one.resource === resource)
  if (kind === undefined) return status(404, 'NotFound', 'the server could not find the requested resource')
  const among = stored.filter(
    (one) =>
      one.kind === kind.kind &&
      one.apiVersion === kind.apiVersion &&
      (namespace === undefined || one.metadata.namespace === namespace),
  )
  if (method === 'DELETE' || rest.at(-1) === 'eviction') return deletion
  if (name === undefined)
    return forbidden.includes(kind.resource)
      ? status(403, 'Forbidden', `${kind.resource} is forbidden`)
      : { status: 200, body: listOf(kind, among) }
  const found = among.find(({ metadata }) => metadata.name === name)
  return found === undefined ? status(404, 'NotFound', `${name} not found`, name) : { status: 200, body: found }
}

/** Items of a typed list do not say what they are. */
const listOf = ({ apiVersion, kind }: Resource, items: ReadonlyArray<Stored>) => ({
  apiVersion,
  kind: `${kind}List`,
  metadata: { resourceVersion: '5000' },
  items: items.map(({ apiVersion: _version, kind: _kind, ...item }) => item),
})

const discoveryOf = (isWanted: (one: Resource) => boolean) => {
  const wanted = resources.filter(isWanted)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    items: [...new Set(wanted.map(({ apiVersion }) => apiVersion))].map((apiVersion) => {
      const [version = '', group = ''] = apiVersion.split('/').reverse()
      return {
        metadata: { name: group },
        versions: [
          {
            version,
            freshness: 'Current',
            resources: wanted
              .filter((one) => one.apiVersion === apiVersion)
              .map(({ resource, kind, namespaced, verbs }) => ({
                resource,
                responseKind: { group, version, kind },
                scope: namespaced ? 'Namespaced' : 'Cluster',
                singularResource: kind.toLowerCase(),
                verbs,
              })),
          },
        ],
      }
    }),
  }
}
