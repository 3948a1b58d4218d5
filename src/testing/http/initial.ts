/** The state that a server begins with: the objects of a test, and the namespaces that they are in. */
import { isDefinition } from '../../apiserver/definition.js'
import { wholeSeconds } from '../../apiserver/finalizers.js'
import { type WholeObject, namespaceOf, withVersion } from '../../apiserver/object.js'
import { type Scope, extendScopes, scopeTable } from '../../apiserver/scope.js'
import { type ClusterInput, readInput } from '../cluster/input.js'
import { rulesOfRelease } from '../cluster/policies.js'
import { uidOf } from '../cluster/state.js'
import { type When, dateOf, noon } from '../when.js'
import type { Validate } from './admission.js'
import { cellOf } from './cell.js'
import { type ReleaseSwitches, switchesOf } from './release-switches.js'
import { compacted } from './history.js'
import { type ApiState, emptyState } from './state.js'
import { servedIn, storeIn } from './store.js'

/** Options of a server. */
export interface StateOptions {
  /** Where its clock starts. Default: noon of 1 January 2026; the time of the clock that it follows, if it follows one. */
  readonly at?: When
  /** Of API server and served kinds: `1.20`, `1.26`, `1.31` … `1.36`, with any patch. Default: `1.36`. */
  readonly release?: string
  /** Further served kinds, besides those of the release and of its objects and CRDs. */
  readonly scopes?: ReadonlyArray<Scope>
  /** Its validating webhooks. Default: it has none. */
  readonly validate?: Validate
  /** How many changes it remembers at least, for watches and pages of lists. Default 2000. */
  readonly remembers?: number
}

/** The namespaces that every cluster has. */
const always = ['default', 'kube-system', 'kube-public', 'kube-node-lease']

/**
 * A server with these objects, as a value for `handle`.
 *
 * Shape: missing uids and resource versions are generated; namespaces that are not among the objects are added for those that are in
 * one, and so are those that every cluster has. From then on a namespace that is not there takes nothing. Kinds of unknown
 * groups are served as the objects have them.
 * Fails: throws for an invalid object.
 *
 * @example
 * ```ts
 * import { configMap } from 'gcplan/testing'
 * import { apiState, handle } from 'gcplan/testing/http'
 *
 * const before = apiState([configMap('settings')])
 * const path = '/api/v1/namespaces/default/configmaps/settings'
 * const [after, response] = handle(before, { method: 'DELETE', path })
 * if (response._tag === 'Reply') console.log(response.status) // 200
 * console.log([before, after].map((state) => handle(state, { method: 'GET', path })[1]).map((one) => one._tag === 'Reply' && one.status))
 * // [ 200, 404 ]
 * ```
 */
export const apiState = (input: ClusterInput = [], options: StateOptions = {}): ApiState => {
  const { release = '1.36', remembers = 2000, validate } = options
  const rules = rulesOfRelease(options.release)
  const table = extendScopes(options.scopes ?? [])(rules.scopes)
  const switches = switchesOf(release)
  const at = options.at === undefined ? noon : dateOf(options.at)
  const { objects, scopes } = readInput(input, table.scopes, uidOf)
  const given = new Set(objects.flatMap(({ kind, metadata }) => (kind === 'Namespace' ? [metadata.name] : [])))
  const needed = new Set([...always, ...objects.flatMap((object) => namespaceOf(object) ?? [])])
  const namespaces = [...needed].filter((name) => !given.has(name)).map((name) => namespaceObject(name, at, switches))
  const first = emptyState({ policy: rules.server, switches, release, remembers, validate }, at, scopeTable(scopes))
  const cell = cellOf(first)
  const [store, served] = [storeIn(cell), servedIn(cell)]
  let revision = objects.reduce((newest, { metadata }) => Math.max(newest, versionOf(metadata.resourceVersion)), 0)
  for (const object of [...namespaces, ...objects]) {
    if (isDefinition(object)) served.hold(object)
    const version = versionOf(object.metadata.resourceVersion)
    store.hold(withVersion(String(version > 0 ? version : ++revision), object), undefined)
  }
  return compacted({ ...cell.state, revision })
}

const versionOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

const namespaceObject = (name: string, at: Date, { namespaceNameLabel }: ReleaseSwitches): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    uid: uidOf('Namespace', '', name),
    creationTimestamp: wholeSeconds(at),
    ...(namespaceNameLabel ? { labels: { 'kubernetes.io/metadata.name': name } } : {}),
  },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})
