/**
 * Which objects nothing happens to as long as no request reaches them, so that they can stand beside a cascade without all that
 * they have to do with.
 */
import {
  type OwnerReference,
  type WholeObject,
  groupOf,
  isBeingDeleted,
  isPod,
  namesExactly,
  namespaceOf,
  nodeNameOf,
  ownersOf,
} from '../../../apiserver/object.js'
import { isEndpoints } from '../../../controllers/services.js'
import { isClaim, isVolume } from '../../../controllers/volumes.js'
import { facet, isResourceClaim, isSecret, isSlice } from './facets.js'
import type { ObjectStore } from './store.js'

/** What a store tells of an object without any request. Answers hold as long as the store does not change. */
export interface ByItself {
  /** Nothing happens to it. */
  readonly isInert: (uid: string) => boolean
  /** It is being deleted, or may come to be. */
  readonly mayEnd: (uid: string) => boolean
}

/** What happens to the objects of a store by themselves. */
export const byItselfIn = (store: ObjectStore): ByItself => {
  const { stays, isCalm } = calmIn(store)
  const isInert = ofLine(store, isCalm)
  const isSafe = ofLine(store, stays)
  return { isInert, mayEnd: (uid) => !isSafe(uid) }
}

/** Whether something holds of an object and of all that it goes back to. */
const ofLine = (store: ObjectStore, holds: (uid: string) => boolean): ((uid: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (uid) => {
    const before = known.get(uid)
    if (before !== undefined) return before
    const line = ancestorsOf(store, uid)
    const all = line.every((one) => holds(one))
    if (all) for (const one of line) known.set(one, true)
    else known.set(uid, false)
    return all
  }
}

/** An object and all that it goes back to by owners; also uids of which there is no object. */
const ancestorsOf = ({ find }: ObjectStore, uid: string): ReadonlyArray<string> => {
  const line = new Set([uid])
  for (const one of line) {
    const object = find(one)
    if (object !== undefined) for (const owner of ownersOf(object)) line.add(owner.uid)
  }
  return [...line]
}

/**
 * `stays`: nothing about the object itself makes anybody delete it, whatever its owners do; it is asked of what can wait for
 * another (claims, pod groups, classes, ranges), which no controller deletes for itself. `isCalm`: nor makes a controller act.
 */
const calmIn = (store: ObjectStore): Readonly<Record<'stays' | 'isCalm', (uid: string) => boolean>> => {
  const { find, members } = store
  const isDefinedByOneThatGoes = (object: WholeObject): boolean =>
    some(members(facet.definition(groupOf(object.apiVersion), object.kind)), (uid) => {
      const definition = find(uid)
      return definition !== undefined && isBeingDeleted(definition)
    })
  /** Who is named in two ways may be taken for absent. */
  const isNamedWrongly = (owner: WholeObject): boolean =>
    some(members(facet.owner(owner.metadata.uid)), (uid) => {
      const dependent = find(uid)
      return dependent !== undefined && ownersOf(dependent).some(isWrong(owner, dependent))
    })
  const stays = (uid: string): boolean => {
    const object = find(uid)
    return (
      object !== undefined &&
      !isBeingDeleted(object) &&
      hasItsNode(store, object) &&
      !isDefinedByOneThatGoes(object) &&
      !isNamedWrongly(object)
    )
  }
  const isCalm = (uid: string): boolean => {
    const object = find(uid)
    return object !== undefined && !isWatchedForItself(object) && stays(uid)
  }
  return { stays, isCalm }
}

const isWrong =
  (owner: WholeObject, dependent: WholeObject) =>
  (reference: OwnerReference): boolean =>
    reference.uid === owner.metadata.uid &&
    (!namesExactly(reference)(owner) ||
      (namespaceOf(owner) !== undefined && namespaceOf(owner) !== namespaceOf(dependent)))

/** Kinds that controllers look after by what else is there, also when nothing is deleted. */
const isWatchedForItself = (object: WholeObject): boolean =>
  isClaim(object) ||
  isVolume(object) ||
  isEndpoints(object) ||
  isSlice(object) ||
  isSecret(object) ||
  isResourceClaim(object)

/** A pod whose node is not there is deleted. */
const hasItsNode = ({ count }: ObjectStore, object: WholeObject): boolean => {
  const node = isPod(object) ? nodeNameOf(object) : undefined
  return node === undefined || count(facet.at('', 'Node', node)) > 0 || count(facet.kind('Node')) === 0
}

const some = (uids: Iterable<string>, holds: (uid: string) => boolean): boolean => {
  for (const uid of uids) if (holds(uid)) return true
  return false
}
