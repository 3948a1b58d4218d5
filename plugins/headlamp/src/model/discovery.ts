/** Reads what an API server says about the kinds that it serves, in both forms that there are. */
import { type Scope, scopes_1_36 } from 'gcplan/apiserver'
import { fieldOf } from './fields.js'

/** A kind of one version, as it is served. */
export interface ServedKind extends Scope {
  readonly verbs: ReadonlyArray<string>
}

/** What a server serves. */
export interface Discovered {
  /** Every kind of every version; of each group the preferred version first. */
  readonly kinds: ReadonlyArray<ServedKind>
  /** Groups that could not be asked: what they serve is unknown, never "not served". */
  readonly undiscoveredGroups: ReadonlyArray<string>
}

/** What to accept to be given all groups in one answer, and the other form where the server has none. */
export const discoveryAccept: string = [
  ...['v2', 'v2beta1'].map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`),
  'application/json',
].join(',')

/** Everything in the aggregated form; null for the other. A version that is stale was not to be had: what it says is old. */
export const aggregatedIn = (body: unknown): Discovered | null => {
  if (fieldOf(body, 'kind') !== 'APIGroupDiscoveryList') return null
  const stale = new Set<string>()
  const kinds = itemsOf(body, 'items').flatMap((group) => {
    const name = textOf(fieldOf(group, 'metadata'), 'name') ?? ''
    return itemsOf(group, 'versions').flatMap((each) => {
      if (fieldOf(each, 'freshness') === 'Stale') stale.add(name)
      const version = textOf(each, 'version') ?? ''
      return itemsOf(each, 'resources').flatMap((resource) =>
        servedKind(name, version, resource, {
          resource: textOf(resource, 'resource'),
          kind: textOf(fieldOf(resource, 'responseKind'), 'kind'),
          namespaced: fieldOf(resource, 'scope') === 'Namespaced',
        }),
      )
    })
  })
  return {
    kinds: kinds.filter(({ apiVersion }) => ![...stale].some((group) => isOfGroup(group, apiVersion))),
    undiscoveredGroups: [...stale],
  }
}

/** A group, and its versions, the preferred one first. */
export interface GroupVersions {
  readonly group: string
  readonly versions: ReadonlyArray<string>
}

/** The core group and those of an APIGroupList. */
export const groupsIn = (body: unknown): ReadonlyArray<GroupVersions> => [
  { group: '', versions: ['v1'] },
  ...itemsOf(body, 'groups').flatMap((group) => {
    const name = textOf(group, 'name')
    const versions = itemsOf(group, 'versions').flatMap((each) => textOf(each, 'version') ?? [])
    const preferred = textOf(fieldOf(group, 'preferredVersion'), 'version')
    const first = preferred !== undefined && versions.includes(preferred) ? [preferred] : []
    return name === undefined ? [] : [{ group: name, versions: [...new Set([...first, ...versions])] }]
  }),
]

/** The kinds of one version, from its APIResourceList. */
export const kindsIn = (group: string, version: string, body: unknown): ReadonlyArray<ServedKind> =>
  itemsOf(body, 'resources').flatMap((resource) =>
    servedKind(group, version, resource, {
      resource: textOf(resource, 'name'),
      kind: textOf(resource, 'kind'),
      namespaced: fieldOf(resource, 'namespaced') === true,
    }),
  )

interface Named {
  readonly resource: string | undefined
  readonly kind: string | undefined
  readonly namespaced: boolean
}

/** Subresources have a slash in their name. */
const servedKind = (
  group: string,
  version: string,
  body: unknown,
  { resource, kind, namespaced }: Named,
): ReadonlyArray<ServedKind> => {
  if (resource === undefined || kind === undefined || resource.includes('/')) return []
  const apiVersion = group === '' ? version : `${group}/${version}`
  const verbs = itemsOf(body, 'verbs').filter((verb) => typeof verb === 'string')
  return [{ apiVersion, kind, resource, namespaced, strategicMergePatch: isOfKubernetes(group), verbs }]
}

/** Discovery does not tell which kinds take strategic merge patches: those of Kubernetes itself do. */
const isOfKubernetes = (group: string): boolean =>
  scopes_1_36.scopes.some(({ apiVersion }) => isOfGroup(group, apiVersion))

const isOfGroup = (group: string, apiVersion: string): boolean =>
  group === '' ? !apiVersion.includes('/') : apiVersion.startsWith(`${group}/`)

const itemsOf = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}

const textOf = (value: unknown, name: string): string | undefined => {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : undefined
}
