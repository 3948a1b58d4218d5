/**
 * API objects as the collectors read them: identity, owners, deletion state, and a few fields of pods. The shape is that of
 * the API, so decoded objects of `kubectl get -o json` and of client libraries look the same.
 */
import { ownField } from '../internal/lists.js'

/** A reference from a dependent to an owner, which is looked up in the dependent's namespace. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean | undefined
  readonly blockOwnerDeletion?: boolean | undefined
}

/** Metadata of an object. What is absent is absent in the object, not unknown. */
export interface ObjectMeta {
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid: string
  readonly resourceVersion?: string | undefined
  readonly generation?: number | undefined
  readonly creationTimestamp?: Date | undefined
  readonly deletionTimestamp?: Date | undefined
  /** Whole seconds. */
  readonly deletionGracePeriodSeconds?: number | undefined
  readonly finalizers?: ReadonlyArray<string> | undefined
  readonly ownerReferences?: ReadonlyArray<OwnerReference> | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly annotations?: Readonly<Record<string, string>> | undefined
}

/** One object of the API; other fields don't matter for ownership. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

/** The group of an API version: `apps/v1` is of group `apps`, `v1` of the core group, which has no name. */
export const groupOf = (apiVersion: string): string => {
  // Most objects of a cluster: the search costs a twentieth of `bench/kubernetes-cascade.bench.ts`.
  if (apiVersion === 'v1') return ''
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** The finalizer of an owner that waits for its dependents. */
export const foregroundFinalizer = 'foregroundDeletion'

/** The finalizer of an owner whose dependents are to be orphaned. */
export const orphanFinalizer = 'orphan'

/** True for an object that carries a finalizer. */
export const hasFinalizer =
  (finalizer: string) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.finalizers?.includes(finalizer) === true

/** The finalizers of an object but one. */
export const finalizersWithout = (finalizer: string, { metadata }: KubeObject): ReadonlyArray<string> =>
  (metadata.finalizers ?? []).filter((other) => other !== finalizer)

/** True for an object whose deletion has been asked for. */
export const isBeingDeleted = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

/** True for an object that is being deleted and waits for its dependents. */
export const isDeletingDependents = (object: KubeObject): boolean =>
  isBeingDeleted(object) && hasFinalizer(foregroundFinalizer)(object)

/** An object with its spec and status, of any type. */
export interface WholeObject extends KubeObject {
  readonly spec?: unknown
  readonly status?: unknown
}

/** The namespace of an object; the empty string counts as none. */
export const namespaceOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.namespace === '' ? undefined : metadata.namespace

/** The value of an annotation; nothing where there is none, or an empty one. */
export const annotationOf = ({ metadata }: KubeObject, name: string): string | undefined => {
  const value = ownField(metadata.annotations, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** True for pods, the only kind with graceful deletion. */
export const isPod = ({ apiVersion, kind }: KubeObject): boolean => kind === 'Pod' && groupOf(apiVersion) === ''

/** The node that a pod is bound to; nothing when its specification says none. */
export const nodeNameOf = ({ spec }: WholeObject): string | undefined => {
  const name = ownField(spec, 'nodeName')
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** True for a pod whose containers will not run again. */
export const isFinished = ({ status }: WholeObject): boolean => {
  const phase = ownField(status, 'phase')
  return phase === 'Failed' || phase === 'Succeeded'
}

/**
 * Namespaces are deleted by code of their own, which takes "do not orphan" for "wait".
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go Delete
 */
export const isNamespace = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === 'Namespace' && groupOf(apiVersion) === ''

/** An object of the cluster, identified by its uid. */
export interface Target {
  readonly _tag: 'Object'
  /** The uid. */
  readonly id: string
  readonly apiVersion: string
  readonly kind: string
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string
  readonly name: string
}

/** An object as a target. */
export const targetOf = ({ apiVersion, kind, metadata: { namespace, name, uid } }: KubeObject): Target =>
  namespace === undefined || namespace === ''
    ? { _tag: 'Object', id: uid, apiVersion, kind, name }
    : { _tag: 'Object', id: uid, apiVersion, kind, namespace, name }

/** How sentences name an object, e.g. `Pod shop/web-0`. */
export const named = ({
  kind,
  namespace,
  name,
}: Pick<Target, 'kind' | 'name'> & { readonly namespace?: string }): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

/** An object in a version; the same one where it has it already. */
export const withVersion = (resourceVersion: string | undefined, object: WholeObject): WholeObject =>
  resourceVersion === object.metadata.resourceVersion
    ? object
    : { ...object, metadata: { ...object.metadata, resourceVersion } }

/**
 * An object with other fields in its metadata, in the order of a spread. That of nothing comes first for speed: what begins as
 * a copy and gets a field that the copy has not costs Node.js 20 a hidden class for each object, and a foreground chain a
 * sixth of its time (`bench/kubernetes-cascade.bench.ts`).
 */
export const withMetadata = <O extends KubeObject>(change: Partial<ObjectMeta>, object: O): O => ({
  ...object,
  metadata: { ...nothing, ...object.metadata, ...change },
})

const nothing = {}

/** Owner references of an object; none is the empty list. */
export const ownersOf = ({ metadata }: KubeObject): ReadonlyArray<OwnerReference> =>
  metadata.ownerReferences ?? noReferences

const noReferences: ReadonlyArray<OwnerReference> = []

/** True for a reference whose owner is to wait until the dependent is gone. */
export const isBlocking = (reference: OwnerReference): boolean => reference.blockOwnerDeletion === true

/** True for a reference that names an object by the version, kind and name under which it was observed. */
export const namesExactly =
  (reference: OwnerReference) =>
  ({ apiVersion, kind, metadata }: KubeObject): boolean =>
    reference.uid === metadata.uid &&
    reference.name === metadata.name &&
    reference.kind === kind &&
    reference.apiVersion === apiVersion

/** True when two references are the same in every field; absent differs from false. */
export const isSameReference = (a: OwnerReference, b: OwnerReference): boolean =>
  a.uid === b.uid &&
  a.name === b.name &&
  a.kind === b.kind &&
  a.apiVersion === b.apiVersion &&
  a.controller === b.controller &&
  a.blockOwnerDeletion === b.blockOwnerDeletion

/**
 * Why the server rejects references, in words; undefined if it accepts them. Only their form is checked: the owner need not
 * exist or be in the same namespace, and may be named twice in different ways.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateOwnerReferences
 */
export const referencesRefusal = (references: ReadonlyArray<OwnerReference>): string | undefined => {
  for (const [index, reference] of references.entries()) {
    const refusal = refusalOf(reference)
    if (refusal !== undefined) return `metadata.ownerReferences[${index}].${refusal}`
  }
  const controllers = references.filter(({ controller }) => controller === true)
  return controllers.length > 1
    ? `metadata.ownerReferences: only one may be the controller, here ${controllers.map(({ name }) => name).join(', ')}`
    : undefined
}

/**
 * References as the server stores them: of several that are equal in every field, the first.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/admission.go dedupOwnerReferences
 */
export const storedReferences = (references: ReadonlyArray<OwnerReference>): ReadonlyArray<OwnerReference> => {
  const seen = new Set<string>()
  const stored = references.filter((reference) => {
    const text = textOf(reference)
    return !seen.has(text) && seen.add(text).size > 0
  })
  return stored.length === references.length ? references : stored
}

/** One text for references that are equal in every field; a flag that is absent is not one that is false. */
const textOf = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): string =>
  JSON.stringify([apiVersion, kind, name, uid, controller ?? null, blockOwnerDeletion ?? null])

const refusalOf = ({ apiVersion, kind, name, uid }: OwnerReference): string | undefined => {
  const slash = apiVersion.indexOf('/')
  if (apiVersion.slice(slash + 1) === '') return 'apiVersion: a version is required'
  if (kind === '') return 'kind: required'
  if (name === '') return 'name: required'
  if (uid === '') return 'uid: required'
  return apiVersion === 'v1' && kind === 'Event' ? 'kind: an Event may own nothing' : undefined
}
