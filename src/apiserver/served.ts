/**
 * The kinds that a server serves while CustomResourceDefinitions come and go. Objects of a kind that is no longer served
 * stay in storage, hidden, until it is defined again.
 */
import { type DefinedKind, definedKind, definedScopes, isInstanceOf } from './definition.js'
import { type WholeObject, groupOf } from './object.js'
import { type Scope, type ScopeTable, extendScopes } from './scope.js'

/** Scopes that change. It is mutable, and local to one server. */
export interface ServedKinds {
  readonly table: ScopeTable
  /** Serves what a definition says, and gives back objects that were hidden. */
  readonly define: (definition: WholeObject) => ReadonlyArray<WholeObject>
  /** Serves the kind of a definition no longer, and hides those of the objects that are of it. */
  readonly withdraw: (definition: WholeObject, objects: () => ReadonlyArray<WholeObject>) => ReadonlyArray<WholeObject>
}

/** The kinds of a server that begins with these. */
export const servedKinds = (first: ScopeTable): ServedKinds => {
  let extended: ScopeTable = first
  let isExtended = false
  const hidden = new Map<string, ReadonlyArray<WholeObject>>()
  const find = (apiVersion: string, kind: string): Scope | undefined => {
    if (hidden.size > 0 && hidden.has(keyOf({ group: groupOf(apiVersion), kind }))) return undefined
    return first.find(apiVersion, kind) ?? (isExtended ? extended.find(apiVersion, kind) : undefined)
  }
  return {
    table: {
      find,
      get scopes() {
        const { scopes } = isExtended ? extendScopes(extended.scopes)(first) : first
        return scopes.filter(({ apiVersion, kind }) => find(apiVersion, kind) !== undefined)
      },
    },
    define: (definition) => {
      const scopes = definedScopes(definition)
      if (scopes.some(({ apiVersion, kind }) => first.find(apiVersion, kind) === undefined)) {
        extended = extendScopes(scopes)(extended)
        isExtended = true
      }
      const defined = definedKind(definition)
      if (defined === undefined) return []
      const back = hidden.get(keyOf(defined)) ?? []
      hidden.delete(keyOf(defined))
      return back
    },
    withdraw: (definition, objects) => {
      const defined = definedKind(definition)
      if (defined === undefined) return []
      const instances = objects().filter(isInstanceOf(defined))
      hidden.set(keyOf(defined), instances)
      return instances
    },
  }
}

const keyOf = ({ group, kind }: DefinedKind): string => `${kind}.${group}`
