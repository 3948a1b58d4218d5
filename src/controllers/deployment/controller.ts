/**
 * Deployments: each has a ReplicaSet of its template, which it makes again when it goes, and takes over ReplicaSets that its
 * selector meets. How it moves from one template to the next is not played: ReplicaSets of other templates stay as they are.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/deployment_controller.go syncDeployment
 */
import { type WholeObject, isBeingDeleted, namespaceOf } from '../../apiserver/object.js'
import { compareText, ownField } from '../../internal/lists.js'
import { type Change, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, call, done, inTurn } from '../program.js'
import { countIn, fieldsOf } from '../workload/fields.js'
import { adopt, claimedBy, controllerOf, ownerKey, ownershipWhy, release, unownedKey } from '../workload/ownership.js'
import { createEach, isOf } from '../workload/pods.js'
import { type Meets, meetsSelector } from '../workload/selector.js'
import { hasTemplateOf, newSet, showsTemplate } from './new-set.js'
import type { DeploymentWhy } from './reason.js'
import { newReplicas, replicasOf } from './replicas.js'

/** What it is called. */
const deploymentControllerName = 'deployment-controller'

const isDeployment: ReturnType<typeof isOf> = isOf('apps', 'Deployment')
const isReplicaSet: ReturnType<typeof isOf> = isOf('apps', 'ReplicaSet')

/** The controller; its keys are uids of Deployments, and of ReplicaSets that nobody controls. */
export const deploymentController = (): Controller<DeploymentWhy> => ({
  name: deploymentControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/deployment/deployment_controller.go handleErr */
  retries: 'refusals',
  watches: ['Deployment', 'ReplicaSet'],
  keysOf: (change) => {
    const { _tag, object } = change
    if (isDeployment(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.uid]
    return isReplicaSet(object) ? keysOfSet(change) : noKeys
  },
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const deployment = object === undefined || isDeployment(object) ? object : deploymentFor(view, object)
    return deployment === undefined ? idle : sync(view, deployment)
  },
})

/** ReplicaSets by the uid of their controller; those that nobody controls by their namespace. */
const setIndex = (object: WholeObject): string | undefined => (isReplicaSet(object) ? ownerKey(object) : undefined)

const keysOfSet = (change: Change): ReadonlyArray<string> => {
  const { _tag, object } = change
  const owner = controllerOf(object)
  const before = _tag === 'Updated' && change.old !== undefined ? controllerOf(change.old) : undefined
  const keys = [owner, before].flatMap((one) => (one !== undefined && isDeployment(one) ? [one.uid] : []))
  return owner === undefined && _tag !== 'Deleted' ? [...keys, object.metadata.uid] : keys
}

const selectorOf = ({ spec }: WholeObject): Meets | undefined => meetsSelector(ownField(spec, 'selector'))

/** Who takes over a ReplicaSet that nobody controls. */
const deploymentFor = (view: View, set: WholeObject): WholeObject | undefined =>
  view
    .listOf('apps', 'Deployment', namespaceOf(set))
    .find((one) => !isBeingDeleted(one) && selectorOf(one)?.(set) === true)

const idle: Program<Reconciled<DeploymentWhy>> = done({ why: () => [{ _tag: 'ReplicaSetMissing', deployment: '' }] })

const sync = (view: View, deployment: WholeObject): Program<Reconciled<DeploymentWhy>> => {
  const meets = selectorOf(deployment)
  if (meets === undefined || isBeingDeleted(deployment)) return idle
  const { name, uid } = deployment.metadata
  const beside = [...view.listBy(setIndex, uid), ...view.listBy(setIndex, unownedKey(deployment))]
  const { owned, toAdopt, toRelease } = claimedBy(deployment, meets, beside)
  const sets = [...owned, ...toAdopt]
  const current = sets.filter(hasTemplateOf(deployment)).sort(byAge)[0]
  const others = sets.filter((set) => set !== current)
  const wanted = newReplicas(deployment, current === undefined ? 0 : replicasOf(current), others)
  const program = inTurn([
    ...toAdopt.map((set) => () => adopt(view, deployment)(set)),
    ...toRelease.map((set) => () => release(view, deployment)(set)),
    () => {
      if (current !== undefined) return scaled(view, deployment, current, wanted)
      return sets.every(showsTemplate) ? made(view, deployment, meets, wanted) : done(undefined)
    },
  ])
  const end: Reconciled<DeploymentWhy> = {
    about: uid,
    why: ({ request, before }) => {
      if (request._tag === 'Patch') return [ownershipWhy(deployment, before)]
      return [
        request._tag === 'Create'
          ? { _tag: 'ReplicaSetMissing', deployment: name }
          : { _tag: 'ReplicaSetScaled', deployment: name, wanted },
      ]
    },
  }
  return andThen(program, () => done(end))
}

/** Of several, the oldest counts. */
const byAge = (a: WholeObject, b: WholeObject): number =>
  (a.metadata.creationTimestamp?.getTime() ?? 0) - (b.metadata.creationTimestamp?.getTime() ?? 0) ||
  compareText(a.metadata.name, b.metadata.name)

const isPaused = ({ spec }: WholeObject): boolean => ownField(spec, 'paused') === true

const made = (view: View, deployment: WholeObject, meets: Meets, replicas: number): Program<unknown> => {
  const set = isPaused(deployment) ? undefined : newSet(view, deployment, replicas)
  // The API refuses a Deployment whose selector does not meet its own template.
  return set !== undefined && meets(set) ? createEach(view, [set]) : done(undefined)
}

/** A count that is not stated may be one that is not shown: then nothing is scaled. */
const scaled = (view: View, deployment: WholeObject, current: WholeObject, replicas: number): Program<unknown> => {
  const now = view.find(current.metadata.uid)
  const isStated = countIn(deployment.spec, 'replicas') !== undefined && countIn(current.spec, 'replicas') !== undefined
  return now === undefined || isBeingDeleted(now) || !isStated || replicas === replicasOf(now)
    ? done(undefined)
    : call({ _tag: 'Update', object: { ...now, spec: { ...fieldsOf(now.spec), replicas } } })
}
