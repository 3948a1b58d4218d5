/** The objects of a cluster under their keys, in the order in which they came, kept up to date one change at a time. */
import type { WatchEvent } from '../../../apiserver/answer.js'
import type { WholeObject } from '../../../apiserver/object.js'
import { facetsOf } from './facets.js'

/** Objects that can be found. */
export interface ObjectStore {
  readonly find: (uid: string) => WholeObject | undefined
  /** Uids under a key. */
  readonly members: (facet: string) => Iterable<string>
  readonly count: (facet: string) => number
  /** Objects of some uids, in the order in which they came; those that are not there are left out. */
  readonly inOrder: (uids: Iterable<string>) => ReadonlyArray<WholeObject>
  readonly list: () => ReadonlyArray<WholeObject>
  readonly size: () => number
  /** Takes note of a change. */
  readonly tell: (event: WatchEvent<WholeObject>) => void
}

interface Held {
  readonly place: number
  object: WholeObject
}

/** Most keys stand for one object, and a set of one takes much more room than a text. */
type Members = string | Set<string>

const nobody: ReadonlyArray<string> = []

/** A store of objects. */
export const objectStore = (objects: ReadonlyArray<WholeObject>): ObjectStore => {
  const held = new Map<string, Held>()
  const byFacet = new Map<string, Members>()
  let places = 0

  const put = (facet: string, uid: string): void => {
    const before = byFacet.get(facet)
    if (before === undefined) byFacet.set(facet, uid)
    else if (typeof before !== 'string') before.add(uid)
    else if (before !== uid) byFacet.set(facet, new Set([before, uid]))
  }
  const take = (facet: string, uid: string): void => {
    const before = byFacet.get(facet)
    if (before === uid) byFacet.delete(facet)
    else if (before !== undefined && typeof before !== 'string') {
      before.delete(uid)
      if (before.size === 0) byFacet.delete(facet)
    }
  }
  const hold = (object: WholeObject): void => {
    const { uid } = object.metadata
    const before = held.get(uid)
    if (before === undefined) {
      held.set(uid, { place: places++, object })
      for (const facet of facetsOf(object)) put(facet, uid)
      return
    }
    const facets = new Set(facetsOf(object))
    for (const facet of facetsOf(before.object)) if (!facets.has(facet)) take(facet, uid)
    for (const facet of facets) put(facet, uid)
    before.object = object
  }
  const drop = (uid: string): void => {
    const before = held.get(uid)
    if (before === undefined) return
    held.delete(uid)
    for (const facet of facetsOf(before.object)) take(facet, uid)
  }

  for (const object of objects) hold(object)
  return {
    find: (uid) => held.get(uid)?.object,
    members: (facet) => {
      const found = byFacet.get(facet)
      return found === undefined ? nobody : typeof found === 'string' ? [found] : found
    },
    count: (facet) => {
      const found = byFacet.get(facet)
      return found === undefined ? 0 : typeof found === 'string' ? 1 : found.size
    },
    inOrder: (uids) =>
      [...uids]
        .flatMap((uid) => held.get(uid) ?? [])
        .sort((a, b) => a.place - b.place)
        .map(({ object }) => object),
    list: () => Array.from(held.values(), ({ object }) => object),
    size: () => held.size,
    tell: ({ _tag, object }) => {
      if (_tag === 'Deleted') drop(object.metadata.uid)
      else hold(object)
    },
  }
}
