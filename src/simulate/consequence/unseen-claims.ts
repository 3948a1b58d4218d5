/** Namespaces in which a cascade may take claims along that the snapshot does not show, and their data with them. */
import type { AskOfPlace } from '../../apiserver/scope.js'
import { type WholeObject, isNamespace, isPod, namespaceOf } from '../../apiserver/object.js'
import { claimsOf } from '../../controllers/pvc-protection/in-use.js'
import { isSet, specOf } from '../../controllers/statefulset/set.js'
import { compareText } from '../../internal/lists.js'
import type { Going } from './going.js'

/**
 * Claims go with their namespace, with a StatefulSet whose retention policy deletes them, and with a pod for whose ephemeral
 * volumes they were made. What a pod or a set without a specification does is unknown too. In the order of the names.
 */
export const namespacesOfUnseenClaims = (
  before: ReadonlyArray<WholeObject>,
  { goesHere, unlisted }: Pick<Going, 'goesHere' | 'unlisted'>,
  covers: AskOfPlace<boolean>,
): ReadonlyArray<string> => {
  const seen = new Map<string, boolean>()
  const isSeen = (namespace: string): boolean => {
    const known = seen.get(namespace)
    if (known !== undefined) return known
    const covered = covers('v1', 'PersistentVolumeClaim', namespace)
    seen.set(namespace, covered)
    return covered
  }
  const found = new Set(unlisted.filter((namespace) => !isSeen(namespace)))
  for (const object of before) {
    const namespace = isNamespace(object) ? object.metadata.name : namespaceOf(object)
    if (namespace === undefined || found.has(namespace) || isSeen(namespace)) continue
    if (mayTakeClaims(object) && goesHere(object)) found.add(namespace)
  }
  return [...found].sort(compareText)
}

const mayTakeClaims = (object: WholeObject): boolean => {
  if (isNamespace(object)) return true
  if (isPod(object)) return object.spec === undefined || claimsOf(object).some(({ isEphemeral }) => isEphemeral)
  return isSet(object) && specOf(object)?.retention.whenDeleted !== 'Retain'
}
