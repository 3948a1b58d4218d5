/**
 * The absent owners of a draft: a persistent queue; or, in a draft that no memory is made of, a Map by uid, which is
 * faster.
 */
import { type Queue, enqueue, first, leave, lengthOf } from '../../../internal/trie/queue.js'
import type { OwnerReference } from '../../../apiserver/object.js'
import { type Identity, isSameIdentity, matches } from './node.js'
import { absentKeying, absentOwnerLimit, isNamedAbsent } from './state.js'

/** Owners remembered as absent. */
export interface Absentees {
  /** Oldest first. */
  readonly order: Set<Identity>
  readonly byUid: Map<string, ReadonlyArray<Identity>>
}

/** The part of a draft that remembers absent owners. */
export interface Remembered {
  owner: object
  absent: Queue<Identity>
  /** In place of the queue; null where it is persistent. */
  readonly absentees: Absentees | null
}

/** Remembers an owner as absent, as the latest of those remembered. */
export const rememberAbsent = (draft: Remembered, identity: Identity): void => {
  if (draft.absentees !== null) {
    replaceIn(draft.absentees, identity)
    return
  }
  const others = leave(absentKeying, draft.owner, draft.absent, absentKeying.keyOf(identity))
  draft.absent = enqueue(absentKeying, draft.owner, others, identity)
  const oldest = first(draft.absent)
  if (lengthOf(draft.absent) > absentOwnerLimit && oldest !== undefined)
    draft.absent = leave(absentKeying, draft.owner, draft.absent, absentKeying.keyOf(oldest))
}

/** True for an owner remembered as absent under the name of a reference, in the cluster or in a namespace. */
export const remembersAbsent = (
  { absent, absentees }: Remembered,
  reference: OwnerReference,
  namespace: string | undefined,
): boolean => {
  if (absentees === null) return isNamedAbsent({ absent }, reference, namespace)
  const known = absentees.byUid.get(reference.uid)
  return (
    known?.some(
      (identity) =>
        (identity.namespace === undefined || identity.namespace === namespace) && matches(reference, identity),
    ) === true
  )
}

const replaceIn = (absentees: Absentees, identity: Identity): void => {
  const { order, byUid } = absentees
  const known = byUid.get(identity.uid)
  const before = known?.find((other) => isSameIdentity(other, identity))
  if (before !== undefined) forget(absentees, before)
  order.add(identity)
  byUid.set(identity.uid, [...(byUid.get(identity.uid) ?? []), identity])
  const [oldest] = order
  if (order.size > absentOwnerLimit && oldest !== undefined) forget(absentees, oldest)
}

const forget = ({ order, byUid }: Absentees, identity: Identity): void => {
  order.delete(identity)
  const others = byUid.get(identity.uid)?.filter((other) => other !== identity) ?? []
  if (others.length === 0) byUid.delete(identity.uid)
  else byUid.set(identity.uid, others)
}
