/**
 * Answers what a plain port does at the least: one map of uids, and one pass that looks every owner up.
 */
import type { KubeObject } from '../src/apiserver/object.js'

/** Uids of objects one of whose owners is not there as named, in order. */
export const naiveDangling = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<string> => {
  const byUid = new Map(objects.map((object) => [object.metadata.uid, object]))
  const dangling: string[] = []
  for (const object of objects)
    for (const reference of object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(reference.uid)
      if (
        owner === undefined ||
        owner.kind !== reference.kind ||
        owner.metadata.name !== reference.name ||
        owner.metadata.namespace !== object.metadata.namespace
      )
        dangling.push(object.metadata.uid)
    }
  return dangling
}
