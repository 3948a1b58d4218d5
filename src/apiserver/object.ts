/**
 * The object metadata that the Kubernetes collectors read: identity, owners, and deletion state. The shape is that of
 * the API, so decoded objects of `kubectl get -o json` and of client libraries look the same.
 */

/** A reference from a dependent to an owner. It names no namespace: a namespaced owner is looked for in the dependent's. */
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

/** The finalizer under which an owner waits for its dependents. */
export const foregroundFinalizer = 'foregroundDeletion'

/** The finalizer under which an owner waits until its dependents are orphans. */
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
