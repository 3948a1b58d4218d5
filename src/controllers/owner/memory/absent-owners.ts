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
  readonly known: Set<Identity>
  /**
   * The same by uid. Every attempt asks, so that no text of a whole identity is made for it:
   * `bench/kubernetes-cascade.bench.ts`.
   */
  readonly ofUid: Map<string, ReadonlyArray<Identity>>
}

/** No owner is known to be absent. */
export const noAbsentees = (): Absentees => ({ known: new Set(), ofUid: new Map() })

/** True for an owner that is known to be absent under the name of a reference, in the cluster or in a namespace. */
export const isAbsentAs = ({ ofUid }: Absentees, reference: OwnerReference, namespace: string | undefined): boolean => {
  for (const absent of ofUid.get(reference.uid) ?? none)
    if ((absent.namespace === undefined || absent.namespace === namespace) && matches(absent, reference)) return true
  return false
}

/** Remembers an owner as absent, as the latest; beyond the limit the oldest is forgotten. */
export const remember = (absentees: Absentees, identity: Identity): void => {
  const { known, ofUid } = absentees
  const before = ofUid.get(identity.uid)?.find((absent) => isSameIdentity(absent, identity))
  if (before !== undefined) forget(absentees, before)
  known.add(identity)
  ofUid.set(identity.uid, [...(ofUid.get(identity.uid) ?? none), identity])
  const [oldest] = known
  if (known.size > absentOwnerLimit && oldest !== undefined) forget(absentees, oldest)
}

const none: ReadonlyArray<never> = []

const forget = ({ known, ofUid }: Absentees, identity: Identity): void => {
  known.delete(identity)
  const others = (ofUid.get(identity.uid) ?? none).filter((absent) => absent !== identity)
  if (others.length > 0) ofUid.set(identity.uid, others)
  else ofUid.delete(identity.uid)
}
