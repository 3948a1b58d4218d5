/**
 * DaemonSets keep a pod on each node that they mean: they take over what their selector meets, make what is missing, and
 * delete what has ended or is on another node. One that is being deleted does nothing. Changes of a template are rollouts,
 * which are not played, nor is the time that passes before a failed pod is replaced.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go syncDaemonSet
 */
import { type WholeObject, groupOf, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { type Change, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, done, inTurn } from '../program.js'
import {
  adopt,
  claimedBy,
  controllerOf,
  controllersIn,
  ownerKey,
  ownershipWhy,
  release,
} from '../workload/ownership.js'
import { createEach, deleteNow, freePodNames, isOf, podsFor } from '../workload/pods.js'
import { isMissingRevision, newRevision } from '../workload/revision.js'
import { type Meets, meetsSelector } from '../workload/selector.js'
import { changesOn, podFor } from './pods.js'
import type { DaemonWhy } from './reason.js'

/** The key of all DaemonSets, for changes of nodes; it is no uid. */
const every = '/'

const isDaemonSet: ReturnType<typeof isOf> = isOf('apps', 'DaemonSet')
const isRevision: ReturnType<typeof isOf> = isOf('apps', 'ControllerRevision')

/** The controller; its keys are uids of DaemonSets, of pods that nobody controls, and one for all DaemonSets. */
export const daemonSetController = (): Controller<DaemonWhy> => ({
  name: 'daemonset-controller',
  /** @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go processNextWorkItem */
  retries: 'refusals',
  watches: ['DaemonSet', 'Pod', 'Node', 'ControllerRevision'],
  keysOf: (change) => {
    const { _tag, object } = change
    if (isDaemonSet(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.uid]
    if (isPod(object)) return keysOfPod(change)
    if (isRevision(object)) return _tag === 'Deleted' ? controllersIn(change, isDaemonSet) : noKeys
    return object.kind === 'Node' && groupOf(object.apiVersion) === '' ? [every] : noKeys
  },
  reconcile: (view) => (key) => {
    const sets = key === every ? view.listOf('apps', 'DaemonSet') : meant(view, key)
    const reasons = new Map<string, DaemonWhy>()
    return andThen(inTurn(sets.map((set) => () => sync(view, set, reasons))), () => done(ended(view, reasons)))
  },
})

const keysOfPod = (change: Change): ReadonlyArray<string> => {
  const { _tag, object } = change
  const keys = controllersIn(change, isDaemonSet)
  return controllerOf(object) === undefined && _tag !== 'Deleted' ? [...keys, object.metadata.uid] : keys
}

/** The DaemonSet of a uid, or the one that takes over the pod of a uid. */
const meant = (view: View, uid: string): ReadonlyArray<WholeObject> => {
  const object = view.find(uid)
  if (object === undefined) return []
  if (isDaemonSet(object)) return [object]
  const takes = (one: WholeObject): boolean => !isBeingDeleted(one) && selectorOf(one)?.(object) === true
  return view.listOf('apps', 'DaemonSet', namespaceOf(object)).filter(takes).slice(0, 1)
}

const selectorOf = ({ spec }: WholeObject): Meets | undefined => meetsSelector(ownField(spec, 'selector'))

/** Reasons by the uid of what is deleted; what is made has none yet. */
const ended = (view: View, reasons: ReadonlyMap<string, DaemonWhy>): Reconciled<DaemonWhy> => ({
  why: ({ before }) => {
    const planned = reasons.get(before.metadata.uid)
    if (planned !== undefined) return [planned]
    const uid = controllerOf(before)?.uid
    const daemonSet = (uid === undefined ? undefined : view.find(uid))?.metadata.name ?? ''
    return [{ _tag: before.kind === 'Pod' ? 'DaemonPodMissing' : 'DaemonRevisionMissing', daemonSet }]
  },
})

/** What one DaemonSet does now; the reasons are noted for what is there already. */
const sync = (view: View, set: WholeObject, reasons: Map<string, DaemonWhy>): Program<unknown> => {
  const meets = selectorOf(set)
  const template = ownField(set.spec, 'template')
  if (meets === undefined || template === undefined || isBeingDeleted(set)) return done(undefined)
  const { owned, toAdopt, toRelease } = claimedBy(set, meets, podsFor(view, set))
  const { name } = set.metadata
  const pods = [...owned, ...toAdopt]
  const { missing, going } = changesOn(template, view.listOf('', 'Node'), pods, view.covers('v1', 'Node'))
  for (const pod of [...toAdopt, ...toRelease]) reasons.set(pod.metadata.uid, ownershipWhy(set, pod))
  const revision = newRevision(set)
  return inTurn([
    ...toAdopt.map((pod) => () => adopt(view, set)(pod)),
    ...toRelease.map((pod) => () => release(view, set)(pod)),
    () => createEach(view, hasRevision(view, set) || !isMissingRevision(view, revision) ? [] : [revision]),
    ...going.map(({ pod, why: _tag }) => () => {
      reasons.set(pod.metadata.uid, { _tag, daemonSet: name })
      return deleteNow(view, pod.metadata.uid)
    }),
    () => createEach(view, newPods(view, set, missing, meets, revision.metadata.name)),
  ])
}

/** Revisions by the uid of their controller. */
const revisionIndex = (object: WholeObject): string | undefined => (isRevision(object) ? ownerKey(object) : undefined)

const hasRevision = (view: View, { metadata: { uid } }: WholeObject): boolean =>
  view.listBy(revisionIndex, uid).length > 0

/** None where the selector does not meet its own template, which the API refuses. */
const newPods = (
  view: View,
  set: WholeObject,
  nodes: ReadonlyArray<string>,
  meets: Meets,
  hash: string,
): ReadonlyArray<WholeObject> => {
  const names = freePodNames(view, set, `${set.metadata.name}-`, nodes.length)
  return nodes.flatMap((node, index) => {
    const name = names[index]
    const pod = name === undefined ? undefined : podFor(set, name, node, hash)
    return pod !== undefined && meets(pod) ? [pod] : []
  })
}
