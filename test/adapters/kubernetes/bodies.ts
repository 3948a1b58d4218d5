/** Bodies of answers: discovery, Status, and objects of which only the metadata is shown. */
import type { Scope, WholeObject } from '../../../src/apiserver/index.js'
import type { Answer, Asked, ServerOptions } from './server.js'

export type Fields = Readonly<Record<string, unknown>>

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** A `Status`. */
export const statusOf = (code: number, reason = 'Unknown', message = reason, details?: Fields): Fields => ({
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: code < 300 ? 'Success' : 'Failure' },
  ...{ message, reason, code, details },
})

/** An object as PartialObjectMetadata. */
export const metadataAlone = ({ metadata }: WholeObject): Fields => ({
  ...{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata },
})

/** Answers about what is served; undefined for other paths. */
export const discoveryOf =
  (scopes: ReadonlyArray<Scope>, { aggregated = true, brokenGroups = [] }: ServerOptions) =>
  ({ path, accept }: Asked): Answer | undefined => {
    const wantsAll = aggregated && accept.includes('APIGroupDiscoveryList')
    const groups = new Map<string, Set<string>>()
    for (const { apiVersion } of scopes) {
      const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
      groups.set(group, (groups.get(group) ?? new Set()).add(apiVersion))
    }
    for (const group of brokenGroups) groups.set(group, new Set([`${group}/v1`]))
    const reply = (body: unknown, status = 200): Answer => ({ _tag: 'Reply', status, body })
    const itemOf = (group: string): Fields => ({
      metadata: { name: group },
      versions: [...(groups.get(group) ?? [])].map((apiVersion) => ({
        version: apiVersion.split('/').at(-1),
        freshness: brokenGroups.includes(group) ? 'Stale' : 'Current',
        resources: scopes
          .filter((scope) => scope.apiVersion === apiVersion)
          .map(({ resource, kind, namespaced }) => ({
            ...{ resource, responseKind: { group, kind }, scope: namespaced ? 'Namespaced' : 'Cluster', verbs },
          })),
      })),
    })
    const names = [...groups.keys()]
    const list = (of: ReadonlyArray<string>): Answer =>
      reply({
        kind: 'APIGroupDiscoveryList',
        apiVersion: 'apidiscovery.k8s.io/v2',
        metadata: {},
        items: of.map(itemOf),
      })
    if (path === '/api') return wantsAll ? list(['']) : reply({ kind: 'APIVersions', versions: ['v1'] })
    if (path === '/apis')
      return wantsAll
        ? list(names.filter((name) => name !== ''))
        : reply({
            kind: 'APIGroupList',
            groups: names
              .filter((name) => name !== '')
              .map((name) => ({
                name,
                versions: [...(groups.get(name) ?? [])].map((groupVersion) => ({ groupVersion })),
              })),
          })
    const version = /^\/api\/(v1)$/.exec(path)?.[1] ?? /^\/apis\/([^/]+\/[^/]+)$/.exec(path)?.[1]
    if (version === undefined) return undefined
    if (brokenGroups.includes(version.split('/')[0] ?? '')) return reply(statusOf(503, 'ServiceUnavailable'), 503)
    return reply({
      kind: 'APIResourceList',
      groupVersion: version,
      resources: scopes
        .filter(({ apiVersion }) => apiVersion === version)
        .flatMap(({ resource, kind, namespaced }) => [
          { name: resource, kind, namespaced, verbs },
          { name: `${resource}/status`, kind, namespaced, verbs: ['get', 'patch', 'update'] },
        ]),
    })
  }
