/** What requests may touch: their targets, and what goes or changes along with these. */
import { isInstanceOf } from '../../../apiserver/definition.js'
import type { WholeObject } from '../../../apiserver/object.js'
import type { CascadeRequest } from '../reason.js'
import { facet } from './facets.js'
import { follows, instancesOf } from './relations.js'
import type { ObjectStore } from './store.js'

/** Uids of what may be touched; no more than one beyond the limit, as the rest is of no interest then. */
export const touchedBy = (
  store: ObjectStore,
  requests: ReadonlyArray<CascadeRequest>,
  limit: number,
): ReadonlySet<string> => {
  const touched = new Set<string>()
  const add = (uids: Iterable<string>): void => {
    for (const uid of uids) {
      if (touched.size > limit) return
      touched.add(uid)
    }
  }
  for (const request of requests)
    if (request._tag !== 'DeleteNamespace') add([request.target])
    else {
      add(store.members(facet.at('', 'Namespace', request.namespace)))
      add(store.members(facet.content(request.namespace)))
    }
  for (const uid of touched) {
    if (touched.size > limit) return touched
    add(store.members(facet.owner(uid)))
    const object = store.find(uid)
    if (object !== undefined) for (const uids of alongWith(store, object)) add(uids)
  }
  return touched
}

/** Groups of uids that go or change along with an object. */
export const alongWith = function* (store: ObjectStore, object: WholeObject): Iterable<Iterable<string>> {
  for (const key of follows(object)) yield store.members(key)
  const defined = instancesOf(object)
  if (defined === undefined) return
  const isInstance = isInstanceOf(defined)
  yield (function* () {
    for (const uid of store.members(facet.kind(defined.kind))) {
      const instance = store.find(uid)
      if (instance !== undefined && isInstance(instance)) yield uid
    }
  })()
}
