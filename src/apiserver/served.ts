/**
 * The kinds that a server serves while CustomResourceDefinitions come and go. Objects of a kind that is no longer served
 * stay in storage, hidden, until it is defined again.
 */
import { type DefinedKind, definedKind, definedScopes, isInstanceOf, overlapsBuiltIn } from './definition.js'
import { type KubeObject, type WholeObject, groupOf } from './object.js'
import { type Scope, type ScopeTable, extendScopes } from './scope.js'

/** Scopes that change. It is mutable, and local to one server. */
export interface ServedKinds {
  readonly table: ScopeTable
  /** Takes note of a definition that is there; the first of a kind counts, and none of what is served in any case. */
  readonly hold: (definition: WholeObject) => void
  /** True if another definition has the kind already. */
  readonly isTaken: (definition: WholeObject) => boolean
  /** The uid of the definition of an object's kind. */
  readonly definitionOf: (object: KubeObject) => string | undefined
  /** Serves what a definition says, and gives back objects that were hidden. */
  readonly define: (definition: WholeObject) => ReadonlyArray<WholeObject>
  /** Serves the kind of a definition no longer, and gives the objects that are hidden from now on. */
  readonly withdraw: (definition: WholeObject, objects: () => ReadonlyArray<WholeObject>) => ReadonlyArray<WholeObject>
  /** The same kinds for another server. */
  readonly fork: () => ServedKinds
}

/** The kinds of a server that begins with these. */
export const servedKinds = (first: ScopeTable): ServedKinds => servedAfter(first, undefined, new Map(), new Map())

const servedAfter = (
  first: ScopeTable,
  extendedBefore: ScopeTable | undefined,
  hiddenBefore: ReadonlyMap<string, ReadonlyArray<WholeObject>>,
  definitionsBefore: ReadonlyMap<string, string>,
): ServedKinds => {
  let extended = extendedBefore
  const hidden = new Map(hiddenBefore)
  const definitions = new Map(definitionsBefore)
  const find = (apiVersion: string, kind: string): Scope | undefined =>
    hidden.size > 0 && hidden.has(keyOf({ group: groupOf(apiVersion), kind }))
      ? undefined
      : (first.find(apiVersion, kind) ?? extended?.find(apiVersion, kind))
  return {
    table: {
      find,
      get scopes() {
        const { scopes } = extended ?? first
        return scopes.filter(({ apiVersion, kind }) => find(apiVersion, kind) !== undefined)
      },
    },
    hold: (definition) => {
      const key = keyOf(definedKind(definition))
      if (!definitions.has(key) && !overlapsBuiltIn(definition)) definitions.set(key, definition.metadata.uid)
    },
    isTaken: (definition) => definitions.has(keyOf(definedKind(definition))),
    definitionOf: ({ apiVersion, kind }) => definitions.get(keyOf({ group: groupOf(apiVersion), kind })),
    define: (definition) => {
      const further = definedScopes(definition).filter(
        ({ apiVersion, kind }) => first.find(apiVersion, kind) === undefined,
      )
      if (further.length > 0) extended = extendScopes(further)(extended ?? first)
      const key = keyOf(definedKind(definition))
      const back = hidden.get(key) ?? []
      hidden.delete(key)
      return back
    },
    withdraw: (definition, objects) => {
      const defined = definedKind(definition)
      const key = keyOf(defined)
      if (defined === undefined || definitions.get(key) !== definition.metadata.uid) return []
      definitions.delete(key)
      const instances = objects().filter(isInstanceOf(defined))
      hidden.set(key, instances)
      return instances
    },
    fork: () => servedAfter(first, extended, hidden, definitions),
  }
}

/** Definitions that don't say what they define have one key. */
const keyOf = (defined: DefinedKind | undefined): string =>
  defined === undefined ? '' : `${defined.kind}.${defined.group}`
