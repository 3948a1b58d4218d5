/** Reads what an API server says about the kinds that it serves, in both forms that there are. */
import type { Scope } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { itemsOf, textOf } from './json.js'
import { ownField } from '../../internal/lists.js'

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
  itemsOf(ownField(body, 'groups')).flatMap((group) => {
    const versions = itemsOf(ownField(group, 'versions')).flatMap(
      (each) => textOf(ownField(each, 'groupVersion')) ?? [],
    )
    const preferred = textOf(ownField(ownField(group, 'preferredVersion'), 'groupVersion'))
    const name = textOf(ownField(group, 'name'))
    if (name === undefined) return []
    const first = preferred !== undefined && versions.includes(preferred) ? [preferred] : []
    return [{ group: name, versions: [...first, ...versions.filter((version) => version !== preferred)] }]
  })

/** The kinds of one version, from its APIResourceList. */
export const kindsIn = (apiVersion: string, body: unknown): ReadonlyArray<ServedKind> =>
  itemsOf(ownField(body, 'resources')).flatMap((resource) =>
    servedKind(
      apiVersion,
      textOf(ownField(resource, 'name')),
      textOf(ownField(resource, 'kind')),
      ownField(resource, 'namespaced') === true,
      resource,
    ),
  )

/** True for the form that holds all groups in one answer. */
export const isAggregated = (body: unknown): boolean => ownField(body, 'kind') === 'APIGroupDiscoveryList'

/** What to accept to be given that form, and the other where the server has none. */
export const discoveryAccept: string = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',')

/** Everything in the aggregated form. A version that is stale was not to be had: what it says is old. */
export const aggregated = (body: unknown): Discovered => {
  const stale = new Set<string>()
  const kinds = itemsOf(ownField(body, 'items')).flatMap((group) => {
    const name = textOf(ownField(ownField(group, 'metadata'), 'name')) ?? ''
    return itemsOf(ownField(group, 'versions')).flatMap((each) => {
      const version = textOf(ownField(each, 'version')) ?? ''
      if (ownField(each, 'freshness') === 'Stale') stale.add(name)
      return itemsOf(ownField(each, 'resources')).flatMap((resource) =>
        servedKind(
          name === '' ? version : `${name}/${version}`,
          textOf(ownField(resource, 'resource')),
          textOf(ownField(ownField(resource, 'responseKind'), 'kind')),
          ownField(resource, 'scope') === 'Namespaced',
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
  const verbs = itemsOf(ownField(body, 'verbs')).filter((verb) => typeof verb === 'string')
  const shortNames = itemsOf(ownField(body, 'shortNames')).filter((name) => typeof name === 'string')
  // Discovery does not tell: groups of Kubernetes itself do, others answer 415.
  const strategicMergePatch = builtIn.has(groupOf(apiVersion))
  return [{ apiVersion, kind, resource, namespaced, strategicMergePatch, verbs, shortNames }]
}

const builtIn: ReadonlySet<string> = new Set(scopes_1_36.scopes.map(({ apiVersion }) => groupOf(apiVersion)))

/** What is served, with what groups that can't be asked now served before. */
export const withRemembered = (now: Discovered, before: Discovered): Discovered => {
  if (now.undiscoveredGroups.length === 0) return now
  const away = new Set(now.undiscoveredGroups)
  const known = new Set(now.kinds.map(keyOf))
  const remembered = before.kinds.filter((kind) => away.has(groupOf(kind.apiVersion)) && !known.has(keyOf(kind)))
  return { ...now, kinds: [...now.kinds, ...remembered] }
}

/** Tells a kind from all others that are served, in other versions too. */
export const keyOf = ({ apiVersion, resource }: ServedKind): string => `${apiVersion} ${resource}`

/** What is looked up or named: kinds that can be got. */
export const scopesOf = ({ kinds }: Discovered): ReadonlyArray<Scope> =>
  kinds
    .filter(({ verbs }) => verbs.includes('get'))
    .map(({ apiVersion, kind, resource, namespaced, strategicMergePatch }) => ({
      ...{ apiVersion, kind, resource, namespaced, strategicMergePatch },
    }))

const isWatchable = ({ verbs }: ServedKind): boolean => verbs.includes('list') && verbs.includes('watch')

const resourceOf = ({ apiVersion, resource }: ServedKind): string => `${resource}.${groupOf(apiVersion)}`

/** Each kind that can be listed and watched, in the version that its group prefers. */
export const listedKinds = ({ kinds }: Discovered): ReadonlyArray<ServedKind> => {
  const seen = new Set<string>()
  return kinds.filter((kind) => {
    const key = resourceOf(kind)
    if (seen.has(key) || !isWatchable(kind)) return false
    seen.add(key)
    return true
  })
}

/** Kinds whose objects nobody stores, as metrics: no version of them can be watched, nor anything of them deleted. */
export const computedKinds = ({ kinds }: Discovered): ReadonlyArray<ServedKind> => {
  const isStored = (kind: ServedKind): boolean =>
    isWatchable(kind) || kind.verbs.some((verb) => verb.startsWith('delete'))
  const stored = new Set(kinds.filter(isStored).map(resourceOf))
  return kinds.filter((kind) => !stored.has(resourceOf(kind)))
}
