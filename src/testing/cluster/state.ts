/**
 * The state of a fake cluster: objects behind the rules of the API server, a clock, and the memories of the
 * collectors. Everything mutable is here.
 */
import type { either as E } from 'fp-ts'

import type { DecodeError } from '../../decode/index.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import { type Server, serverBy } from '../../apiserver/server.js'
import { type Scope, type ScopeTable, extendScopes, scopeTable } from '../../apiserver/scope.js'
import { type Memory, emptyMemory } from '../../simulate/control-plane/snapshot.js'
import type { Troubles } from '../trouble.js'
import type { ApiError } from '../../apiserver/answer.js'
import { type ClusterInput, type Read, decodeInput, readInput } from './input.js'
import type { LoggedRequest, Verb } from './log.js'

/** Everything of one fake cluster. */
export interface State {
  readonly server: Server
  readonly scopes: ScopeTable
  readonly troubles: Troubles<Verb, ApiError>
  readonly log: LoggedRequest[]
  /** Uids that were ever given away. */
  readonly uids: Set<string>
  /** Namespaces that were there as objects. */
  readonly namespaces: Set<string>
  readonly read: (input: ClusterInput) => Read
  readonly decode: (input: ClusterInput) => E.Either<DecodeError, Read>
  readonly serve: (scopes: ReadonlyArray<Scope>) => void
  now: Date
  /** A definition as the handler of its instances has it by now, which hears of changes later. */
  definitionSeen: (definition: WholeObject) => WholeObject
  memory: Memory
  /** Whether the last request is one that is never answered. */
  hangs: boolean
}

/** A cluster that holds objects, each with a uid. */
export const stateOf = (
  at: Date,
  { objects, scopes }: Read,
  troubles: Troubles<Verb, ApiError>,
  policy?: ServerPolicy,
): State => {
  let table = scopeTable(scopes)
  // Later objects may define kinds, so every lookup reads the current table.
  const served: ScopeTable = {
    find: (apiVersion, kind) => table.find(apiVersion, kind),
    get scopes() {
      return table.scopes
    },
  }
  const newest = newestVersion(objects)
  const server = serverBy({
    now: () => state.now,
    scopes: served,
    versionOf: (change) => String(newest + BigInt(change)),
    definitionSeen: (definition) => state.definitionSeen(definition),
    policy,
  })(objects.map((object, index) => versioned(object, newest - BigInt(objects.length - 1 - index))))
  const state: State = {
    server,
    scopes: served,
    troubles,
    log: [],
    uids: new Set(objects.map(({ metadata }) => metadata.uid)),
    namespaces: new Set(objects.flatMap(({ kind, metadata }) => (kind === 'Namespace' ? [metadata.name] : []))),
    read: (input) => readInput(input, table.scopes, uidOf),
    decode: (input) => decodeInput(input, table.scopes, uidOf),
    serve: (further) => {
      table = extendScopes(further)(table)
    },
    now: at,
    definitionSeen: (definition) => definition,
    memory: emptyMemory,
    hangs: false,
  }
  return state
}

/** The uid of an object that comes without. */
export const uidOf = (kind: string, namespace: string, name: string): string =>
  [kind.toLowerCase(), ...(namespace === '' ? [] : [namespace]), name].join('.')

/** Versions count up from the greatest that is a number; objects without one got theirs before. */
const newestVersion = (objects: ReadonlyArray<WholeObject>): bigint => {
  let newest = BigInt(objects.length)
  for (const { metadata } of objects)
    if (/^\d{1,40}$/.test(metadata.resourceVersion ?? '')) {
      const version = BigInt(metadata.resourceVersion ?? '')
      if (version > newest) newest = version
    }
  return newest
}

const versioned = (object: WholeObject, version: bigint): WholeObject =>
  object.metadata.resourceVersion === undefined || object.metadata.resourceVersion === ''
    ? { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
    : object
