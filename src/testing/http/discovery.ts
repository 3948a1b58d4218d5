/**
 * What the server says of itself: groups, versions and resources in both forms that there are, its release, and that it is
 * well. It has no OpenAPI documents.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/handler.go ServeHTTP
 */
import { groupOf } from '../../apiserver/object.js'
import type { Fields } from './body.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, plain, reply } from './response.js'
import { type Resource, resourceOf } from './resources.js'
import type { ApiState } from './state.js'

interface Group {
  readonly group: string
  /** Newest first. */
  readonly versions: ReadonlyArray<string>
}

/** The answer about a path that is not about objects; nothing for another path. */
export const discovered = (state: ApiState, { path, accept = '' }: HttpRequest): HttpResponse | undefined => {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = '', group = '', version = ''] = parts
  switch (parts.length) {
    case 1:
      return first === 'api' || first === 'apis' ? listing(state, first, accept) : about(state, first)
    case 2:
      return first === 'api'
        ? resourcesOf(state, group)
        : first === 'apis'
          ? groupNamed(state, group)
          : about(state, first)
    case 3:
      return first === 'apis' ? resourcesOf(state, `${group}/${version}`) : about(state, first)
    default:
      return undefined
  }
}

const about = ({ rules: { release } }: ApiState, name: string): HttpResponse | undefined => {
  const [major = '', minor = ''] = release.split('.')
  switch (name) {
    case 'version':
      return reply(200, {
        major,
        minor,
        gitVersion: `v${major}.${minor}.0+gcplan`,
        gitCommit: '',
        gitTreeState: 'clean',
        buildDate: '1970-01-01T00:00:00Z',
        goVersion: '',
        compiler: '',
        platform: '',
      })
    case 'healthz':
    case 'livez':
    case 'readyz':
      return plain(200, 'ok')
    default:
      return undefined
  }
}

const groupsOf = (state: ApiState): ReadonlyArray<Group> => {
  const groups = new Map<string, string[]>()
  for (const { apiVersion } of state.served.table.scopes) {
    const group = groupOf(apiVersion)
    const versions = groups.get(group) ?? []
    groups.set(group, versions)
    if (!versions.includes(apiVersion)) versions.push(apiVersion)
  }
  return [...groups].map(([group, versions]) => ({ group, versions: versions.toSorted(byVersion) }))
}

/** Versions that are stable come first, then betas, then alphas; of each the higher one. */
const byVersion = (one: string, other: string): number => rankOf(other) - rankOf(one)

const rankOf = (apiVersion: string): number => {
  const [, major = '0', word, minor = '0'] =
    /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(apiVersion.split('/').at(-1) ?? '') ?? []
  const stage = word === undefined ? 2 : word === 'beta' ? 1 : 0
  return stage * 1e6 + Number(major) * 1e3 + Number(minor)
}

const listing = (state: ApiState, root: 'api' | 'apis', accept: string): HttpResponse => {
  const groups = groupsOf(state).filter(({ group }) => (group === '') === (root === 'api'))
  const wanted = /as=APIGroupDiscoveryList/.test(accept) ? (/v=(v2(?:beta1)?)\b/.exec(accept)?.[1] ?? 'v2') : undefined
  if (wanted !== undefined)
    return {
      _tag: 'Reply',
      status: 200,
      contentType: `application/json;g=apidiscovery.k8s.io;v=${wanted};as=APIGroupDiscoveryList`,
      headers: {},
      body: {
        kind: 'APIGroupDiscoveryList',
        apiVersion: `apidiscovery.k8s.io/${wanted}`,
        metadata: {},
        items: groups.map((group) => aggregatedGroup(state, group)),
      },
    }
  return root === 'api'
    ? reply(200, {
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1' }],
      })
    : reply(200, { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupBody) })
}

const versionBody = (apiVersion: string): Fields => ({
  groupVersion: apiVersion,
  version: apiVersion.split('/').at(-1),
})

const groupBody = ({ group, versions }: Group): Fields => ({
  name: group,
  versions: versions.map(versionBody),
  preferredVersion: versionBody(versions[0] ?? ''),
})

const groupNamed = (state: ApiState, name: string): HttpResponse | undefined => {
  const found = groupsOf(state).find(({ group }) => group === name && group !== '')
  return found === undefined ? undefined : reply(200, { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(found) })
}

const servedIn = (state: ApiState, apiVersion: string): ReadonlyArray<Resource> =>
  state.served.table.scopes.filter((scope) => scope.apiVersion === apiVersion).map((scope) => resourceOf(state, scope))

const resourcesOf = (state: ApiState, apiVersion: string): HttpResponse | undefined => {
  const served = servedIn(state, apiVersion)
  return served.length === 0
    ? undefined
    : reply(200, {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: apiVersion,
        resources: served.flatMap(resourceBodies),
      })
}

const resourceBodies = ({
  scope: { resource, kind, namespaced },
  singular,
  shortNames,
  categories,
  verbs,
  subresources,
}: Resource): ReadonlyArray<Fields> => [
  {
    ...{ name: resource, singularName: singular, namespaced, kind, verbs },
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  },
  ...subresources.map((sub) => ({
    name: `${resource}/${sub}`,
    singularName: '',
    namespaced,
    ...(subresourceKinds[sub] ?? {}),
    kind: subresourceKinds[sub]?.kind ?? kind,
    verbs: subresourceVerbs[sub],
  })),
]

const subresourceKinds: Readonly<
  Record<string, { readonly group: string; readonly version: string; readonly kind: string }>
> = {
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  binding: { group: '', version: 'v1', kind: 'Binding' },
}

const subresourceVerbs = {
  status: ['get', 'patch', 'update'],
  scale: ['get', 'patch', 'update'],
  finalize: ['update'],
  eviction: ['create'],
  binding: ['create'],
} as const

const aggregatedGroup = (state: ApiState, { group, versions }: Group): Fields => ({
  metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
  versions: versions.map((apiVersion) => ({
    version: apiVersion.split('/').at(-1),
    freshness: 'Current',
    resources: servedIn(state, apiVersion).map((resource) => aggregatedResource(apiVersion, resource)),
  })),
})

const aggregatedResource = (apiVersion: string, { scope, ...said }: Resource): Fields => {
  const version = apiVersion.split('/').at(-1)
  const responseKind = { group: groupOf(apiVersion), version, kind: scope.kind }
  return {
    resource: scope.resource,
    responseKind,
    scope: scope.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: said.singular,
    verbs: said.verbs,
    ...(said.shortNames.length === 0 ? {} : { shortNames: said.shortNames }),
    ...(said.categories.length === 0 ? {} : { categories: said.categories }),
    ...(said.subresources.length === 0
      ? {}
      : {
          subresources: said.subresources.map((sub) => ({
            subresource: sub,
            responseKind: subresourceKinds[sub] ?? responseKind,
            verbs: subresourceVerbs[sub],
          })),
        }),
  }
}
