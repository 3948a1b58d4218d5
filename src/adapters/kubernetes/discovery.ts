/** Reads what an API server says about the kinds that it serves, in both forms that there are. */
import type { Scope } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { fieldOf, itemsOf, textOf } from './json.js'

/** A kind of one version, as it is served. */
export interface ServedKind extends Scope {
  readonly verbs: ReadonlyArray<string>
  readonly shortNames: ReadonlyArray<string>
}

/** A group, and its versions, the preferred one first. */
export interface GroupVersions {
  readonly group: string
  /** E.g. `apps/v1`. */
  readonly versions: ReadonlyArray<string>
}

/** What a server serves. */
export interface Discovered {
  /** Every kind of every version; of each group the preferred version first. */
  readonly kinds: ReadonlyArray<ServedKind>
  /** Groups that could not be asked: what they serve is unknown. */
  readonly undiscoveredGroups: ReadonlyArray<string>
}

/** The groups of `/apis`. */
export const groupsIn = (body: unknown): ReadonlyArray<GroupVersions> =>
  itemsOf(fieldOf(body, 'groups')).flatMap((group) => {
    const versions = itemsOf(fieldOf(group, 'versions')).flatMap((each) => textOf(fieldOf(each, 'groupVersion')) ?? [])
    const preferred = textOf(fieldOf(fieldOf(group, 'preferredVersion'), 'groupVersion'))
    const name = textOf(fieldOf(group, 'name'))
    if (name === undefined) return []
    const first = preferred !== undefined && versions.includes(preferred) ? [preferred] : []
    return [{ group: name, versions: [...first, ...versions.filter((version) => version !== preferred)] }]
  })

/** The kinds of one version, from its APIResourceList. */
export const kindsIn = (apiVersion: string, body: unknown): ReadonlyArray<ServedKind> =>
  itemsOf(fieldOf(body, 'resources')).flatMap((resource) =>
    servedKind(
      apiVersion,
      textOf(fieldOf(resource, 'name')),
      textOf(fieldOf(resource, 'kind')),
      fieldOf(resource, 'namespaced') === true,
      resource,
    ),
  )

/** True for the form that holds all groups in one answer. */
export const isAggregated = (body: unknown): boolean => fieldOf(body, 'kind') === 'APIGroupDiscoveryList'

/** What to accept to be given that form, and the other where the server has none. */
export const discoveryAccept: string = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',')

/** Everything in the aggregated form. A version that is stale was not to be had: what it says is old. */
export const aggregated = (body: unknown): Discovered => {
  const stale = new Set<string>()
  const kinds = itemsOf(fieldOf(body, 'items')).flatMap((group) => {
    const name = textOf(fieldOf(fieldOf(group, 'metadata'), 'name')) ?? ''
    return itemsOf(fieldOf(group, 'versions')).flatMap((each) => {
      const version = textOf(fieldOf(each, 'version')) ?? ''
      if (fieldOf(each, 'freshness') === 'Stale') stale.add(name)
      return itemsOf(fieldOf(each, 'resources')).flatMap((resource) =>
        servedKind(
          name === '' ? version : `${name}/${version}`,
          textOf(fieldOf(resource, 'resource')),
          textOf(fieldOf(fieldOf(resource, 'responseKind'), 'kind')),
          fieldOf(resource, 'scope') === 'Namespaced',
          resource,
        ),
      )
    })
  })
  return {
    kinds: kinds.filter(({ apiVersion }) => !stale.has(groupOf(apiVersion))),
    undiscoveredGroups: [...stale],
  }
}

/** Subresources have a slash in their name. */
const servedKind = (
  apiVersion: string,
  resource: string | undefined,
  kind: string | undefined,
  namespaced: boolean,
  body: unknown,
): ReadonlyArray<ServedKind> => {
  if (resource === undefined || kind === undefined || resource.includes('/')) return []
  const verbs = itemsOf(fieldOf(body, 'verbs')).filter((verb) => typeof verb === 'string')
  const shortNames = itemsOf(fieldOf(body, 'shortNames')).filter((name) => typeof name === 'string')
  // Discovery does not tell: groups of Kubernetes itself do, others answer 415.
  const strategicMergePatch = builtIn.has(groupOf(apiVersion))
  return [{ apiVersion, kind, resource, namespaced, strategicMergePatch, verbs, shortNames }]
}

const builtIn: ReadonlySet<string> = new Set(scopes_1_36.scopes.map(({ apiVersion }) => groupOf(apiVersion)))

/** What is looked up or named: kinds that can be got. */
export const scopesOf = ({ kinds }: Discovered): ReadonlyArray<Scope> =>
  kinds
    .filter(({ verbs }) => verbs.includes('get'))
    .map(({ apiVersion, kind, resource, namespaced, strategicMergePatch }) => ({
      ...{ apiVersion, kind, resource, namespaced, strategicMergePatch },
    }))

/** Each kind that can be listed and watched, in the version that its group prefers; what can't be watched is computed. */
export const listedKinds = ({ kinds }: Discovered): ReadonlyArray<ServedKind> => {
  const seen = new Set<string>()
  return kinds.filter(({ apiVersion, resource, verbs }) => {
    const key = `${resource}.${groupOf(apiVersion)}`
    if (seen.has(key) || !verbs.includes('list') || !verbs.includes('watch')) return false
    seen.add(key)
    return true
  })
}
