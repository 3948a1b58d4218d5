/** The part of a cluster that each collector reads. */
import type { KubeObject, WholeObject } from '../../apiserver/index.js'
import { groupOf } from '../../apiserver/object.js'
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

const listed = (objects: ReadonlyArray<WholeObject>): Listed => {
  const found = Object.fromEntries([...lists.values()].map((list) => [list, [] as WholeObject[]]))
  // A version and a kind come many times; text of them is put together once.
  const places = new Map<string, Map<string, WholeObject[] | undefined>>()
  for (const object of objects) {
    const { apiVersion, kind } = object
    let kinds = places.get(apiVersion)
    if (kinds === undefined) places.set(apiVersion, (kinds = new Map<string, WholeObject[] | undefined>()))
    let list = kinds.get(kind)
    if (list === undefined && !kinds.has(kind))
      kinds.set(kind, (list = found[lists.get(`${kind} ${groupOf(apiVersion)}`) ?? '']))
    list?.push(object)
  }
  return found as unknown as Listed
}

/** The views of a snapshot whose metadata is sound. */
export const viewsOf = (snapshot: Snapshot): Views => {
  const { at, objects, scopes, coverage, apiNodes, failedLookups, unsyncedKinds, undiscoveredGroups, memory } = snapshot
  const { nodes, ...controllers } = listed(objects)
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
  }
}
