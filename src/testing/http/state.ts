/**
 * What an API server holds, as a value: objects with their bodies, the kinds that it serves, the changes that it still
 * remembers, and the time. A request gives another state, and the one before stays as it was.
 */
import { type ServedKinds, servedKinds } from '../../apiserver/definition.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Validate } from './admission.js'
import type { Fields } from './body.js'
import type { ReleaseSwitches } from './release-switches.js'
import type { Tree } from './tree.js'

/** An object that is there. */
export interface Entry {
  readonly object: WholeObject
  readonly body: Fields
  /** Its place in the order of creation. */
  readonly place: number
}

/** Objects by {@link keyOf}. */
export type Entries = Tree<Entry>

/** One change of one object. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly revision: number
  readonly key: string
  /** What was there before; of what came in, nothing. */
  readonly before: Entry | undefined
  /** After it; of what is gone, its last state. */
  readonly entry: Entry
}

/** Changes, the newest first. */
export interface Link {
  readonly change: Change
  /** What was there after it. */
  readonly entries: Entries
  readonly next: Link | undefined
}

/** The latest changes. They are forgotten in halves, so that a state holds on to no more than it has to. */
export interface History {
  readonly newer: Link | undefined
  /** How many changes are in `newer`. */
  readonly count: number
  readonly older: Link | undefined
  /** The revision since which every change is remembered, and what was there then. */
  readonly floor: number
  readonly entries: Entries
}

/** What the server is told once and for all. */
export interface ServerRules {
  readonly policy: ServerPolicy
  readonly switches: ReleaseSwitches
  /** E.g. `1.36`. */
  readonly release: string
  /** How many changes are remembered at least. */
  readonly remembers: number
  /** The validating webhooks. */
  readonly validate: Validate | undefined
}

/** Everything that a server holds. */
export interface ApiState {
  readonly rules: ServerRules
  readonly at: Date
  /** The resource version of the latest change. */
  readonly revision: number
  /** How many objects were created. */
  readonly created: number
  readonly entries: Entries
  /** Keys by uid. */
  readonly keys: Tree<string>
  readonly served: ServedKinds
  readonly history: History
}

/** A server that holds nothing. */
export const emptyState = (rules: ServerRules, at: Date, scopes: ScopeTable): ApiState => ({
  rules,
  at,
  revision: 0,
  created: 0,
  entries: undefined,
  keys: undefined,
  served: servedKinds(scopes),
  history: { newer: undefined, count: 0, older: undefined, floor: 0, entries: undefined },
})

/** The state at a time, which only moves on. */
export const stateAt = (state: ApiState, at: Date): ApiState => (at > state.at ? { ...state, at } : state)

/** The beginning of the keys of a kind, or of a kind in a namespace. */
export const prefixOf = (apiVersion: string, kind: string, namespace?: string): string =>
  namespace === undefined ? `${groupOf(apiVersion)}/${kind}/` : `${groupOf(apiVersion)}/${kind}/${namespace}/`

/** Where an object is kept: in the order of names within namespaces, as the store of a cluster has it. */
export const keyOf = (apiVersion: string, kind: string, namespace: string | undefined, name: string): string =>
  `${prefixOf(apiVersion, kind, namespace === '' ? undefined : namespace)}${name}`
