/**
 * Owners that were looked for and are absent, as many as the collector remembers.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/uid_cache.go ReferenceCache
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import { type Identity, identityNamed, identityText } from './node.js'

/** No more owners are remembered as absent; the one that was added first is forgotten. Forgetting one costs a look. */
export const absentOwnerLimit = 500

/** Owners remembered as absent. */
export interface Absentees {
  /** By who they are, oldest first. */
  readonly known: Map<string, Identity>
  /** How many of them have a uid. */
  readonly ofUid: Map<string, number>
}

/** No owner is known to be absent. */
export const noAbsentees = (): Absentees => ({ known: new Map(), ofUid: new Map() })

/** True for an owner that is known to be absent under the name of a reference, in the cluster or in a namespace. */
export const isAbsentAs = (
  { known, ofUid }: Absentees,
  reference: OwnerReference,
  namespace: string | undefined,
): boolean =>
  ofUid.has(reference.uid) &&
  (known.has(identityText(identityNamed(reference, undefined))) ||
    (namespace !== undefined && known.has(identityText(identityNamed(reference, namespace)))))

/** Remembers an owner as absent, as the latest; beyond the limit the oldest is forgotten. */
export const remember = (absentees: Absentees, identity: Identity): void => {
  const { known, ofUid } = absentees
  const name = identityText(identity)
  forget(absentees, name)
  known.set(name, identity)
  ofUid.set(identity.uid, (ofUid.get(identity.uid) ?? 0) + 1)
  const [oldest] = known.keys()
  if (known.size > absentOwnerLimit && oldest !== undefined) forget(absentees, oldest)
}

const forget = ({ known, ofUid }: Absentees, name: string): void => {
  const uid = known.get(name)?.uid
  if (uid === undefined) return
  known.delete(name)
  const others = (ofUid.get(uid) ?? 0) - 1
  if (others > 0) ofUid.set(uid, others)
  else ofUid.delete(uid)
}
