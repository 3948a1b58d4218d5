/**
 * Answers what a plain port does at the least: a list of dependents for each owner, and a walk from the one that goes.
 */
import type { KubeObject } from '../src/apiserver/object.js'

/** Uids of everything that goes with an owner, each after one of its owners. */
export const naiveCascade = (objects: ReadonlyArray<KubeObject>, root: string): ReadonlyArray<string> => {
  const dependents = new Map<string, string[]>()
  for (const { metadata } of objects)
    for (const { uid } of metadata.ownerReferences ?? []) {
      const others = dependents.get(uid)
      if (others === undefined) dependents.set(uid, [metadata.uid])
      else others.push(metadata.uid)
    }
  const gone = new Set([root])
  for (const uid of gone) for (const dependent of dependents.get(uid) ?? []) gone.add(dependent)
  return [...gone]
}
