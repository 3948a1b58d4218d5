/** The part of a cluster that each collector reads. */
import type { KubeObject, WholeObject } from '../../apiserver/index.js'
import { groupOf } from '../../apiserver/object.js'
import { elementAt } from '../../internal/lists.js'
import type * as History from '../../controllers/history/snapshot.js'
import type * as Lifecycle from '../../controllers/lifecycle/snapshot.js'
import type * as Owner from '../../controllers/owner/snapshot.js'
import type * as PodGc from '../../controllers/pod/snapshot.js'
import type * as Ttl from '../../controllers/ttl/snapshot.js'
import type { Snapshot } from './snapshot.js'

type Listed = Omit<History.Snapshot, 'at' | 'coverage'> & { readonly nodes: ReadonlyArray<PodGc.Node> }

/** One snapshot, as each collector takes it. What the lists hold is for the check of each collector. */
export interface Views {
  readonly Pod: PodGc.Snapshot<PodGc.Pod & KubeObject>
  readonly Ttl: Ttl.Snapshot
  readonly History: History.Snapshot
  /** Without what owners say, which costs a look at every reference. */
  readonly Lifecycle: Omit<Lifecycle.Snapshot, 'owners'>
  readonly Owner: Owner.Snapshot
  readonly listing: Listing
}

/** The lists of objects of one kind. */
export type ListName = keyof Listed

/** Where each object of a snapshot is listed by its kind. */
export interface Listing {
  readonly lists: Listed
  /** The number of its list in {@link listNames}, plus one; zero for none. */
  readonly numbers: Uint8Array
  /** Its index in that list. */
  readonly indexes: Int32Array
}

const lists: ReadonlyMap<string, keyof Listed> = new Map([
  ['Deployment apps', 'deployments'],
  ['ReplicaSet apps', 'replicaSets'],
  ['StatefulSet apps', 'statefulSets'],
  ['DaemonSet apps', 'daemonSets'],
  ['ControllerRevision apps', 'controllerRevisions'],
  ['CronJob batch', 'cronJobs'],
  ['Job batch', 'jobs'],
  ['Pod ', 'pods'],
  ['Node ', 'nodes'],
] as const)

/** All lists, in order. */
export const listNames: ReadonlyArray<ListName> = [...lists.values()]

const listingOf = (objects: ReadonlyArray<WholeObject>): Listing => {
  const found = listNames.map((): WholeObject[] => [])
  const numbers = new Uint8Array(objects.length)
  const indexes = new Int32Array(objects.length)
  // A version and a kind come many times; text of them is put together once.
  const known = new Map<string, Map<string, number>>()
  for (let place = 0; place < objects.length; place++) {
    const object = elementAt(objects, place)
    const { apiVersion, kind } = object
    let kinds = known.get(apiVersion)
    if (kinds === undefined) known.set(apiVersion, (kinds = new Map<string, number>()))
    let number = kinds.get(kind)
    if (number === undefined) {
      const name = lists.get(`${kind} ${groupOf(apiVersion)}`)
      kinds.set(kind, (number = name === undefined ? 0 : listNames.indexOf(name) + 1))
    }
    if (number === 0) continue
    numbers[place] = number
    indexes[place] = elementAt(found, number - 1).push(object) - 1
  }
  const named = Object.fromEntries(listNames.map((name, number) => [name, found[number]]))
  return { lists: named as unknown as Listed, numbers, indexes }
}

/** The views of a snapshot whose metadata is sound. */
export const viewsOf = (snapshot: Snapshot): Views => {
  const { at, objects, scopes, coverage, apiNodes, failedLookups, unsyncedKinds, undiscoveredGroups, memory } = snapshot
  const listing = listingOf(objects)
  const { nodes, ...controllers } = listing.lists
  return {
    Pod: {
      at,
      pods: controllers.pods,
      nodes,
      coverage,
      apiNodes,
      ...(failedLookups === undefined ? {} : { failedLookups }),
      memory: memory.pod,
    },
    Ttl: { at, jobs: controllers.jobs },
    History: { at, ...controllers, coverage },
    Lifecycle: { at, objects, scopes, coverage, undiscoveredGroups, memory: memory.lifecycle },
    Owner: { at, objects, scopes, coverage, unsyncedKinds, undiscoveredGroups },
    listing,
  }
}
