/**
 * What goes because of requests, at once or in the end: also what is left of a namespace that is being deleted, whose turn
 * comes once its pods are gone.
 */
import { type WholeObject, isBeingDeleted, isNamespace, namespaceOf } from '../../apiserver/object.js'

/** Which objects of a cluster go. */
export interface Going {
  /** It is gone, or will go in the end. */
  readonly goes: (object: WholeObject) => boolean
  /** The same, where requests play a part in it. What goes anyway is told of by plans and diagnoses of its own. */
  readonly goesHere: (object: WholeObject) => boolean
  /** Nobody has asked for its deletion yet; its namespace is being deleted. */
  readonly goesLater: (object: WholeObject) => boolean
  /** A namespace that is gone or being deleted. */
  readonly ends: (namespace: string) => boolean
  /** Namespaces that are being deleted without being listed. */
  readonly unlisted: ReadonlyArray<string>
}

/** What decides about an object that is still there. */
export interface End {
  /** Objects as they were. */
  readonly before: ReadonlyArray<WholeObject>
  /** Objects that are left, by uid. */
  readonly after: ReadonlyMap<string, WholeObject>
  /** Whether the requests can reach it, or something has changed it after them. */
  readonly isReached: (uid: string) => boolean
  /** Namespaces that are being deleted without being listed. */
  readonly unlisted: ReadonlyArray<string>
}

/** What goes, by what is left in the end. */
export const goingIn = ({ before, after, isReached, unlisted }: End): Going => {
  const ending = new Set(unlisted)
  for (const namespace of before)
    if (isNamespace(namespace) && isEnding(after.get(namespace.metadata.uid))) ending.add(namespace.metadata.name)
  const goesLater = (object: WholeObject): boolean => {
    const now = after.get(object.metadata.uid)
    const namespace = namespaceOf(object)
    return (
      namespace !== undefined &&
      ending.has(namespace) &&
      now !== undefined &&
      !isBeingDeleted(now) &&
      isReached(now.metadata.uid)
    )
  }
  const goes = (object: WholeObject): boolean => isEnding(after.get(object.metadata.uid)) || goesLater(object)
  return {
    goesLater,
    ends: (namespace) => ending.has(namespace),
    unlisted,
    goes,
    goesHere: (object) => goes(object) && isReached(object.metadata.uid),
  }
}

const isEnding = (now: WholeObject | undefined): boolean => now === undefined || isBeingDeleted(now)
