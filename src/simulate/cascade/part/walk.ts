/**
 * Walks from requests to all that their cascade may touch, then to what decides about that, and ends as soon as it is too
 * much.
 */
import { isPod } from '../../../apiserver/object.js'
import { isOf } from '../../../controllers/workload/pods.js'
import type { Holder } from '../../consequence/holder.js'
import type { CascadeRequest } from '../reason.js'
import { around } from './around.js'
import { facet } from './facets.js'
import { byItselfIn } from './inert.js'
import { lookAtServers } from './servers.js'
import { type Steps, lookAtFirst } from './steps.js'
import type { ObjectStore } from './store.js'
import { touchedBy } from './touched.js'

/** How far to go. */
export interface WalkLimits {
  /** So many objects may be touched. */
  readonly touched: number
  /** So many objects may be looked at in all. */
  readonly seen: number
}

/** Where a walk came to. */
export type Walked =
  | {
      readonly _tag: 'Done'
      readonly touched: number
      readonly reached: ReadonlySet<string>
      readonly seen: ReadonlySet<string>
    }
  | { readonly _tag: 'TooMany' }
  | { readonly _tag: 'TooWide'; readonly touched: number }

/** Everything that decides about what requests do. */
export const walk = (
  store: ObjectStore,
  requests: ReadonlyArray<CascadeRequest>,
  holders: ReadonlyArray<Holder>,
  limits: WalkLimits,
): Walked => {
  const touched = touchedBy(store, requests, limits.touched)
  if (touched.size > limits.touched) return { _tag: 'TooMany' }
  const reached = new Set(touched)
  const seen = new Set<string>()
  const steps = stepsOf(store, reached, seen)
  const { ofReached, ofSeen } = around(store, steps, holders)
  const isTooWide = (): boolean => reached.size + seen.size > limits.seen
  const namespaces = requests.flatMap((request) => (request._tag === 'DeleteNamespace' ? [request.namespace] : []))
  for (const namespace of namespaces)
    for (const uid of store.members(facet.at('', 'Namespace', namespace))) steps.reach(uid)
  for (let before = -1; before < reached.size + seen.size;) {
    before = reached.size + seen.size
    // A set that grows while it is gone through goes on with what came.
    for (const uid of reached) {
      ofReached(uid)
      if (isTooWide()) return { _tag: 'TooWide', touched: touched.size }
    }
    for (const uid of seen) {
      ofSeen(uid)
      if (isTooWide()) return { _tag: 'TooWide', touched: touched.size }
    }
    lookAtServers(store, steps, namespaces)
    lookAtOneNode(store, steps)
  }
  for (const uid of reached) seen.delete(uid)
  return { _tag: 'Done', touched: touched.size, reached, seen }
}

const stepsOf = (store: ObjectStore, reached: Set<string>, seen: Set<string>): Steps => {
  const { isInert, mayEnd } = byItselfIn(store)
  return {
    reached,
    seen,
    isInert,
    mayEnd,
    reach: (uid) => {
      reached.add(uid)
    },
    look: (uid) => {
      if (!reached.has(uid) && !seen.has(uid)) (isInert(uid) ? seen : reached).add(uid)
    },
  }
}

/** Where no node at all is shown none counts as gone, so that one has to be there if there is one. */
const lookAtOneNode = (store: ObjectStore, steps: Steps): void => {
  const hasPods = [...steps.reached, ...steps.seen].some((uid) => {
    const object = store.find(uid)
    return object !== undefined && (isPod(object) || isNode(object))
  })
  if (hasPods) lookAtFirst(store, steps, [facet.kind('Node')], isNode)
}

const isNode = isOf('', 'Node')
