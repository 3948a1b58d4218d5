/**
 * ReplicaSets and ReplicationControllers keep as many pods as they want: they take over what their selector meets, make what
 * is missing and delete what is too much. One that is being deleted does nothing.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/replicaset/replica_set.go syncReplicaSet
 * @upstream kubernetes 1.36.2 pkg/controller/replication/replication_controller.go NewReplicationManager
 */
import { type KubeObject, type WholeObject, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { type Change, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, done, inTurn } from '../program.js'
import { countIn } from '../workload/fields.js'
import { adopt, claimedBy, controllerOf, controllersIn, ownershipWhy, release } from '../workload/ownership.js'
import { createEach, deleteNow, freePodNames, isActive, isOf, podOf, podsFor } from '../workload/pods.js'
import { type Meets, meetsLabels, meetsSelector } from '../workload/selector.js'
import type { ReplicasWhy } from './reason.js'
import { surplusOf } from './surplus.js'

/** What it is called; the real control plane has one for each of the two kinds. */
const replicaSetControllerName = 'replicaset-controller'

/** So many pods at most are made or deleted at once; the events of these bring the next ones. */
const burst = 500

/** A replica count beyond what any cluster holds is a mistake, and nothing is made for it. */
const mostReplicas = 150_000

const isReplicaSet = isOf('apps', 'ReplicaSet')
const isReplicationController = isOf('', 'ReplicationController')

/** True for what keeps a number of equal pods. */
const isKeeper = (one: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean =>
  isReplicaSet(one) || isReplicationController(one)

/** The controller; its keys are uids of ReplicaSets and ReplicationControllers, and of pods that nobody controls. */
export const replicaSetController = (): Controller<ReplicasWhy> => ({
  name: replicaSetControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/replicaset/replica_set.go processNextWorkItem */
  retries: 'refusals',
  watches: ['ReplicaSet', 'ReplicationController', 'Pod'],
  keysOf: (change) => {
    const { _tag, object } = change
    if (isKeeper(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.uid]
    return isPod(object) ? keysOfPod(change) : noKeys
  },
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const keeper = object === undefined || isKeeper(object) ? object : keeperFor(view, object)
    return keeper === undefined ? idle : sync(view, keeper)
  },
})

const keysOfPod = (change: Change): ReadonlyArray<string> => {
  const { _tag, object } = change
  const keys = controllersIn(change, isKeeper)
  return controllerOf(object) === undefined && _tag !== 'Deleted' ? [...keys, object.metadata.uid] : keys
}

/** Who takes over a pod that nobody controls. */
const keeperFor = (view: View, pod: WholeObject): WholeObject | undefined =>
  [
    ...view.listOf('apps', 'ReplicaSet', namespaceOf(pod)),
    ...view.listOf('', 'ReplicationController', namespaceOf(pod)),
  ].find((keeper) => !isBeingDeleted(keeper) && selectorOf(keeper)?.(pod) === true)

const selectorOf = ({ apiVersion, kind, spec }: WholeObject): Meets | undefined => {
  const selector = ownField(spec, 'selector')
  return isReplicaSet({ apiVersion, kind }) ? meetsSelector(selector) : meetsLabels(selector)
}

const idle: Program<Reconciled<ReplicasWhy>> = done({
  why: () => [{ _tag: 'TooFewReplicas', kind: '', wanted: 0, present: 0 }],
})

const sync = (view: View, keeper: WholeObject): Program<Reconciled<ReplicasWhy>> => {
  const meets = selectorOf(keeper)
  if (meets === undefined || isBeingDeleted(keeper)) return idle
  const { owned, toAdopt, toRelease } = claimedBy(keeper, meets, podsFor(view, keeper).filter(isActive))
  const stated = countIn(keeper.spec, 'replicas')
  const wanted = stated ?? 1
  const present = [...owned, ...toAdopt]
  const kind = keeper.kind
  const end: Reconciled<ReplicasWhy> = {
    about: keeper.metadata.uid,
    why: ({ request, before }) => {
      if (request._tag === 'Patch') return [ownershipWhy(keeper, before)]
      const counts = { kind, wanted, present: present.length }
      return [
        request._tag === 'Delete' ? { _tag: 'TooManyReplicas', ...counts } : { _tag: 'TooFewReplicas', ...counts },
      ]
    },
  }
  const program = inTurn([
    ...toAdopt.map((pod) => () => adopt(view, keeper)(pod)),
    ...toRelease.map((pod) => () => release(view, keeper)(pod)),
    // Where no count is stated, the default may stand for one that is not shown: nothing is deleted for it.
    ...surplusOf(present, stated === undefined ? 0 : Math.min(burst, present.length - wanted)).map(
      ({ metadata }) =>
        () =>
          deleteNow(view, metadata.uid),
    ),
    () => createEach(view, missing(view, keeper, meets, wanted - present.length)),
  ])
  return andThen(program, () => done(end))
}

/** Pods to be made; none where the selector does not meet its own template, which the API refuses. */
const missing = (view: View, keeper: WholeObject, meets: Meets, count: number): ReadonlyArray<WholeObject> => {
  const template = ownField(keeper.spec, 'template')
  if (count <= 0 || count > mostReplicas || template === undefined) return []
  return freePodNames(view, keeper, `${keeper.metadata.name}-`, Math.min(burst, count)).flatMap((name) => {
    const pod = podOf(keeper, template, name)
    return pod !== undefined && meets(pod) ? [pod] : []
  })
}
