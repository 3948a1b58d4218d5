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

/** An object in a version; the same one where it has it already. */
export const withVersion = (resourceVersion: string | undefined, object: WholeObject): WholeObject =>
  resourceVersion === object.metadata.resourceVersion
    ? object
    : { ...object, metadata: { ...object.metadata, resourceVersion } }
