/**
 * Decides what to do with an object whose references are classified, and with an owner that waits for its dependents.
 */
import {
  type KubeObject,
  type OwnerReference,
  foregroundFinalizer,
  hasFinalizer,
  orphanFinalizer,
  isBlocking,
  ownersOf,
} from '../../apiserver/object.js'
import type { PropagationPolicy } from '../../apiserver/request.js'
import type { Classification } from './classify.js'

/** What is done to an object because of its owners. */
export type Decision =
  /** Nothing: it has no owners, or all of them are solid. */
  | { readonly _tag: 'Nothing' }
  /** A solid owner holds it; every reference with one of these uids is removed. */
  | { readonly _tag: 'RemoveReferences'; readonly uids: ReadonlyArray<string> }
  /** No owner holds it. */
  | {
      readonly _tag: 'Delete'
      readonly propagationPolicy: PropagationPolicy
      /** Stop blocking its owners first: its own dependents wait too, so they might wait in a cycle. */
      readonly unblockFirst: boolean
    }

/** What the graph knows of the dependents of an object; read only where an owner waits. */
export interface DependentsInGraph {
  readonly any: boolean
  /** Some dependent is being deleted and waits for its own dependents. */
  readonly anyDeletingDependents: boolean
}

/**
 * Decides what is done to an object, given how its references stand. Dangling references are removed before waiting ones,
 * each in the order of the object, repeated uids included.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 */
export const decide = (
  object: KubeObject,
  { solid, dangling, waiting }: Classification,
  dependents: () => DependentsInGraph,
): Decision => {
  if (solid.length > 0)
    return dangling.length + waiting.length === 0
      ? nothing
      : { _tag: 'RemoveReferences', uids: [...dangling, ...waiting].map(({ uid }) => uid) }
  if (waiting.length > 0) {
    const { any, anyDeletingDependents } = dependents()
    if (any) return { _tag: 'Delete', propagationPolicy: 'Foreground', unblockFirst: anyDeletingDependents }
  }
  return dangling.length + waiting.length === 0
    ? nothing
    : { _tag: 'Delete', propagationPolicy: inheritedPolicy(object), unblockFirst: false }
}

const nothing: Decision = { _tag: 'Nothing' }

/** Finalizers tell the propagation policy of an earlier delete request. */
const inheritedPolicy = (object: KubeObject): PropagationPolicy =>
  hasFinalizer(orphanFinalizer)(object)
    ? 'Orphan'
    : hasFinalizer(foregroundFinalizer)(object)
      ? 'Foreground'
      : 'Background'

/** True for a dependent that its owner has to wait for. */
export const blocksOwner =
  (ownerUid: string) =>
  (references: ReadonlyArray<OwnerReference>): boolean =>
    references.some((reference) => reference.uid === ownerUid && isBlocking(reference))

/** What an owner in foreground deletion does next. */
export type ForegroundDecision<Dependent> =
  /** Nothing blocks it: its finalizer is removed. */
  | { readonly _tag: 'RemoveFinalizer' }
  /** These block it; those not yet deleting their own dependents are examined now. */
  | {
      readonly _tag: 'Wait'
      readonly blocking: ReadonlyArray<Dependent>
      readonly examine: ReadonlyArray<Dependent>
    }

/**
 * Decides what an owner in foreground deletion does, given the dependents that the graph knows of, in their order.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem
 */
export const decideForeground =
  <Dependent>(isBlockingDependent: (dependent: Dependent) => boolean, isWaiting: (dependent: Dependent) => boolean) =>
  (dependents: Iterable<Dependent>): ForegroundDecision<Dependent> => {
    const blocking: Dependent[] = []
    for (const dependent of dependents) if (isBlockingDependent(dependent)) blocking.push(dependent)
    return blocking.length === 0
      ? { _tag: 'RemoveFinalizer' }
      : { _tag: 'Wait', blocking, examine: blocking.filter((dependent) => !isWaiting(dependent)) }
  }

/** References that stay when those to some uids go. */
export const referencesWithout =
  (uids: ReadonlyArray<string>) =>
  (object: KubeObject): ReadonlyArray<OwnerReference> => {
    const gone = new Set(uids)
    return ownersOf(object).filter(({ uid }) => !gone.has(uid))
  }
