/**
 * Owners that were looked for and are absent, as many as the collector remembers.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/uid_cache.go ReferenceCache
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import { type Identity, isSameIdentity, matches } from './node.js'

/** No more owners are remembered as absent; the one that was added first is forgotten. Forgetting one costs a look. */
export const absentOwnerLimit = 500

/** Owners remembered as absent. */
export interface Absentees {
  /** Oldest first. */
  readonly order: Set<Identity>
  readonly byUid: Map<string, ReadonlyArray<Identity>>
}

/** No owner is known to be absent. */
export const noAbsentees = (): Absentees => ({ order: new Set(), byUid: new Map() })

/** True for an owner that is known to be absent under the name of a reference, in the cluster or in a namespace. */
export const isAbsentAs = ({ byUid }: Absentees, reference: OwnerReference, namespace: string | undefined): boolean =>
  byUid
    .get(reference.uid)
    ?.some(
      (identity) =>
        (identity.namespace === undefined || identity.namespace === namespace) && matches(reference, identity),
    ) === true

/** Remembers an owner as absent, as the latest; beyond the limit the oldest is forgotten. */
export const remember = (absentees: Absentees, identity: Identity): void => {
  const { order, byUid } = absentees
  const before = byUid.get(identity.uid)?.find((other) => isSameIdentity(other, identity))
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
