/**
 * CustomResourceDefinitions: the kinds that they make the server serve, also while they come and go, and how their own deletion
 * begins.
 */
import { ownField } from '../internal/lists.js'
import { type KubeObject, type WholeObject, groupOf } from './object.js'
import { type Scope, type ScopeTable, extendScopes } from './scope.js'

/** True for a CustomResourceDefinition. */
export const isDefinition = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean =>
  kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io'

/** The finalizer under which a definition waits until its instances are deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

/**
 * True for a definition named after a resource of the server's own, whose objects share its place in storage.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go OverlappingBuiltInResources
 */
export const overlapsBuiltIn = ({ metadata }: KubeObject): boolean => builtIn.has(metadata.name)

const builtIn: ReadonlySet<string> = new Set([
  'apiservices.apiregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
])

/** The kind whose objects a definition stands for, whatever their version. */
export interface DefinedKind {
  readonly group: string
  readonly kind: string
}

/** The kind that a definition stands for; nothing where it doesn't say. */
export const definedKind = ({ spec }: WholeObject): DefinedKind | undefined => {
  const [group, kind] = [ownField(spec, 'group'), ownField(ownField(spec, 'names'), 'kind')]
  return typeof group === 'string' && typeof kind === 'string' ? { group, kind } : undefined
}

/** True for an object of the kind. */
export const isInstanceOf =
  ({ group, kind }: DefinedKind) =>
  (object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean =>
    object.kind === kind && groupOf(object.apiVersion) === group

/** The scopes that a definition adds: one for each served version. */
export const definedScopes = (definition: WholeObject): ReadonlyArray<Scope> => {
  const { spec } = definition
  const [resource, versions] = [ownField(ownField(spec, 'names'), 'plural'), ownField(spec, 'versions')]
  const defined = definedKind(definition)
  if (defined === undefined || typeof resource !== 'string' || !Array.isArray(versions)) return []
  return versions.flatMap((version: unknown): ReadonlyArray<Scope> => {
    const name = ownField(version, 'name')
    if (typeof name !== 'string' || ownField(version, 'served') === false) return []
    const namespaced = ownField(spec, 'scope') !== 'Cluster'
    const apiVersion = `${defined.group}/${name}`
    return [{ apiVersion, kind: defined.kind, resource, namespaced, strategicMergePatch: false }]
  })
}

/** A condition, as far as it is read or set here. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** The conditions in the status of an object; none where it has none. */
export const conditionsOf = ({ status }: WholeObject): ReadonlyArray<Condition> => {
  const conditions = ownField(status, 'conditions')
  return Array.isArray(conditions)
    ? conditions.filter(
        (one: unknown): one is Condition =>
          typeof ownField(one, 'type') === 'string' && typeof ownField(one, 'status') === 'string',
      )
    : []
}

/** Why instances could not be listed or deleted when this was last tried. */
export const failureOf = (definition: WholeObject): string | undefined =>
  conditionsOf(definition).find(
    ({ type, status, reason }) => type === 'Terminating' && status === 'True' && reason === 'InstanceDeletionFailed',
  )?.message

/** The object with a condition set, in its place or at the end; the very object where it says the same already. */
export const withCondition = <O extends WholeObject>(object: O, condition: Condition): O => {
  const conditions = conditionsOf(object)
  const before = conditions.find(({ type }) => type === condition.type)
  if (before?.status === condition.status && before.reason === condition.reason && before.message === condition.message)
    return object
  const others =
    before === undefined ? [...conditions, condition] : conditions.map((one) => (one === before ? condition : one))
  const { status } = object
  return { ...object, status: { ...(typeof status === 'object' ? status : {}), conditions: others } }
}

/** A definition whose names another one has already: it serves nothing. */
export const notEstablished = (definition: WholeObject): WholeObject =>
  withCondition(withCondition(definition, { type: 'NamesAccepted', status: 'False', reason: 'KindConflict' }), {
    type: 'Established',
    status: 'False',
    reason: 'NotAccepted',
  })

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
