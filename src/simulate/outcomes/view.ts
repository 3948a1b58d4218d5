/** The cluster as a typed controller sees it: what it caches is as old as the last event of that kind. */
import { type WholeObject, groupOf, namespaceOf } from '../../apiserver/object.js'
import type { Address, AskOfPlace } from '../../apiserver/scope.js'
import type { View } from '../../controllers/controller.js'
import { type Reads, kindOf } from './informers.js'
import type { Pending, World } from './world.js'

/** The view of one controller; it shows the world that `current` gives when it is read. */
export const viewOf = (reads: Reads, covers: AskOfPlace<boolean>, current: () => World): View => {
  /** Objects of a kind by uid, as they are where they differ from those of the server; undefined for none. */
  const lagging = (kind: string): ReadonlyMap<string, WholeObject | undefined> => {
    const pending = current().informers.get(kind)
    const reading = reads.reading(kind)
    if (pending === undefined || reading === 'Live') return nothing
    const old = firstOf(pending)
    if (reading === 'Cached') return old
    return new Map([...old].filter(([uid, before]) => before !== undefined && current().server.find(uid) === undefined))
  }
  const over = (
    objects: ReadonlyArray<WholeObject>,
    kinds: ReadonlyArray<string>,
    isMeant: (object: WholeObject) => boolean,
  ): ReadonlyArray<WholeObject> => {
    const shown: WholeObject[] = []
    const old = new Map(kinds.flatMap((kind) => [...lagging(kind)]))
    if (old.size === 0) return objects
    for (const object of objects) {
      const { uid } = object.metadata
      const other = old.has(uid) ? old.get(uid) : object
      old.delete(uid)
      if (other !== undefined && isMeant(other)) shown.push(other)
    }
    for (const other of old.values()) if (other !== undefined && isMeant(other)) shown.push(other)
    return shown
  }
  const allKinds = (): ReadonlyArray<string> => [...current().informers.keys()]
  const find = (uid: string): WholeObject | undefined => {
    for (const kind of allKinds()) {
      const old = lagging(kind)
      if (old.has(uid)) return old.get(uid)
    }
    return current().server.find(uid)
  }
  const list = (): ReadonlyArray<WholeObject> => over(current().server.list(), allKinds(), () => true)
  return {
    covers,
    get at() {
      return current().now
    },
    find,
    get: (address) => {
      const found = current().server.get(address)
      const old = lagging(kindOf(address))
      if (old.size === 0) return found
      const isThere = (object: WholeObject): boolean =>
        object.metadata.name === address.name && namespaceOf(object) === address.namespace
      if (found !== undefined && !old.has(found.metadata.uid)) return found
      return [...old.values()].find((object) => object !== undefined && isThere(object))
    },
    list,
    listIn: (namespace) =>
      over(current().server.listIn(namespace), allKinds(), (object) => namespaceOf(object) === namespace),
    listOf: (group, kind, namespace) =>
      over(
        current().server.listOf(group, kind, namespace),
        [`${kind}.${group}`],
        (object) =>
          object.kind === kind &&
          groupOf(object.apiVersion) === group &&
          (namespace === undefined || namespaceOf(object) === namespace),
      ),
    listBy: (index, key) => list().filter((object) => index(object) === key),
    isGone: (address) => current().server.isGone(address),
    addressOf: (object): Address | undefined => current().server.addressOf(object),
  }
}

const nothing: ReadonlyMap<string, undefined> = new Map()

/** What each object was before the first event that is to come. */
const firstOf = (pending: ReadonlyArray<Pending>): ReadonlyMap<string, WholeObject | undefined> => {
  const first = new Map<string, WholeObject | undefined>()
  for (const { change, before } of pending) {
    const { uid } = change.object.metadata
    if (!first.has(uid)) first.set(uid, before)
  }
  return first
}
