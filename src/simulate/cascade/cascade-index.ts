/**
 * Cuts out of a cluster what a cascade can have to do with, so that its plan takes time by the size of the cascade and not by
 * that of the cluster.
 */
import type { WatchEvent } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import { defaultPolicy as defaultPodPolicy } from '../../controllers/pod/policy.js'
import type { Holder } from '../consequence/holder.js'
import { knownHolders } from '../consequence/holders.js'
import type { CascadeRequest } from './reason.js'
import { facet } from './part/facets.js'
import { objectStore } from './part/store.js'
import { walk } from './part/walk.js'

/** What may be cut out. */
export interface PartLimits {
  /** So many objects may be touched at most. Default: no limit. */
  readonly touched?: number | undefined
  /** So many objects may decide about the cascade, those included. Default: four times as many, and a thousand. */
  readonly seen?: number | undefined
}

/** What was cut out. */
export type CascadePart =
  /**
   * The plan on these objects is that on all of them. `touched`: so many of them may be touched. `reached`: uids of those that
   * take part; the others are only read, and what a plan says of them is not the whole truth.
   */
  | {
      readonly _tag: 'Part'
      readonly objects: ReadonlyArray<WholeObject>
      readonly touched: number
      readonly reached: ReadonlySet<string>
    }
  /** More objects than the limit may be touched. */
  | { readonly _tag: 'OverLimit'; readonly limit: number }
  /** Too much decides about it: only a plan on all objects tells. */
  | { readonly _tag: 'TooWide'; readonly touched: number }

/** The objects of a cluster, indexed by what they have to do with each other. */
export interface CascadeIndex {
  /** Takes note of a change. An object that is there already is replaced, and keeps its place in the order. */
  readonly tell: (event: WatchEvent<WholeObject>) => void
  /** The object of a uid. */
  readonly find: (uid: string) => WholeObject | undefined
  /** The object at an address, whatever its version. */
  readonly at: (group: string, kind: string, name: string, namespace?: string) => WholeObject | undefined
  /** How many objects there are of a kind, in a namespace, or of a kind in a namespace. */
  readonly countOf: (kind?: string, namespace?: string) => number
  /** All objects, in the order in which they came. */
  readonly objects: () => ReadonlyArray<WholeObject>
  /** How many objects there are. */
  readonly size: () => number
  /** What decides about these requests. */
  readonly partOf: (requests: ReadonlyArray<CascadeRequest>, limits?: PartLimits) => CascadePart
}

/**
 * Indexes the objects of a cluster.
 *
 * Shape: `partOf` gives the objects on which `planCascade` says of these requests what it says on all objects: of every object
 * that the requests reach, the same changes in the same order, with the same reasons; the same ends, blockers, data, holders
 * and unknowns. Not in it: what controllers do elsewhere without any request, and the time that passes meanwhile. The policy
 * has to be one of a release, and there are no controllers of your own; pass your own `holders` here too.
 * Order: of objects as they came.
 *
 * @example
 * ```ts
 * import { cascadeIndex } from 'gcplan/simulate/cascade'
 *
 * const metadata = { namespace: 'shop', name: 'web', uid: 'u-1' }
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1' }
 * const index = cascadeIndex([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata }])
 * for (const name of ['web-0', 'web-1', 'web-2'])
 *   index.tell({
 *     _tag: 'Added',
 *     object: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name, uid: name, ownerReferences: [owner] } },
 *   })
 * const requests = [{ _tag: 'Delete' as const, target: 'u-1', options: {} }]
 * console.log(index.partOf(requests)._tag, index.partOf(requests, { touched: 3 })) // Part { _tag: 'OverLimit', limit: 3 }
 * ```
 */
export const cascadeIndex = (
  objects: ReadonlyArray<WholeObject>,
  { holders = [] }: { readonly holders?: ReadonlyArray<Holder> } = {},
): CascadeIndex => {
  const store = objectStore(objects)
  const table = [...holders, ...knownHolders]
  return {
    tell: store.tell,
    find: store.find,
    at: (group, kind, name, namespace) => {
      for (const uid of store.members(facet.at(group, kind, name, namespace))) return store.find(uid)
      return undefined
    },
    countOf: (kind, namespace) => {
      if (kind !== undefined)
        return store.count(namespace === undefined ? facet.kind(kind) : facet.kindIn(kind, namespace))
      return namespace === undefined ? store.size() : store.count(facet.content(namespace))
    },
    objects: store.list,
    size: store.size,
    partOf: (requests, { touched: limit = Infinity, seen = 4 * limit + 1000 } = {}) => {
      // Beyond this many, pods that have ended are deleted anywhere, the oldest first.
      if (store.count(facet.ended) > defaultPodPolicy.terminatedPodGcThreshold) seen = 0
      const walked = walk(store, requests, table, { touched: limit, seen })
      switch (walked._tag) {
        case 'Done':
          return {
            _tag: 'Part',
            objects: store.inOrder([...walked.reached, ...walked.seen]),
            touched: walked.touched,
            reached: walked.reached,
          }
        case 'TooMany':
          return { _tag: 'OverLimit', limit }
        case 'TooWide':
          return walked
      }
    },
  }
}
