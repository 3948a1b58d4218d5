/**
 * Replays `kubernetes/history-deployment`: the clean-up of old ReplicaSets by itself, and with what comes before it.
 */
import type { Deployment, ReplicaSet } from '../../src/controllers/history/index.js'
import { compareCreation, sortReplicaSets } from '../../src/controllers/history/order.js'
import { whyNotReached } from '../../src/controllers/history/rollout.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { Controller, Recorded, Run } from './kubernetes-history.js'
import { asHanded, controlledBy, objectOf, run } from './kubernetes-history.js'

interface Input {
  readonly deployment: Controller
  readonly oldReplicaSets?: ReadonlyArray<Recorded>
  readonly replicaSets?: ReadonlyArray<Recorded>
  readonly notFoundOnDelete?: ReadonlyArray<string>
  readonly deleteErrorOn?: string
}

const replay = async ({ input }: Case): Promise<Replayed> => {
  const { deployment, oldReplicaSets, replicaSets = [], notFoundOnDelete = [], deleteErrorOn } = input as Input
  const isAlone = oldReplicaSets !== undefined
  const subject = objectOf(isAlone ? paused(deployment) : selected(deployment)) as Deployment
  const all = isAlone ? [...oldReplicaSets.map(outdated), newest(deployment)] : replicaSets
  const handed = all.map(controlledBy(deployment)).map((set) => objectOf(set) as ReplicaSet)
  const sets = isAlone ? placed(handed) : handed
  const internal = deleteErrorOn === undefined ? [] : [deleteErrorOn]
  const ran = await run({ deployments: [subject], replicaSets: sets }, { notFound: notFoundOnDelete, internal })
  const { plan, calls, error } = ran
  return {
    _tag: 'Replayed',
    tags: tagsOf(plan),
    actual: { calls, error, ...(isAlone ? {} : history(ran, subject, sets)) },
  }
}

/**
 * The clean-up alone is told which sets are old, whatever their labels and templates: the Deployment comes to it when
 * paused, the sets have another template than it, and a set that is none of them is its new one.
 */
const paused = (deployment: Controller): Recorded =>
  asHanded(deployment, { paused: true, template: templateNamed('new') })

const templateNamed = (name: string): object => ({ metadata: { name } })

const outdated = (set: Recorded): Recorded => {
  const { spec } = set as Controller
  return { ...set, ...{ spec: { ...spec, template: templateNamed('old') } } }
}

const newest = ({ metadata: { namespace } }: Controller): Recorded => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    ...(namespace === undefined ? {} : { namespace }),
    name: newName,
    uid: newName,
    creationTimestamp: '1970-01-01T00:00:00Z',
  },
  ...{ spec: { template: templateNamed('new') } },
})

/**
 * The clean-up alone sorts the list as it is handed, a plan that list in the order of creation, in which the search for
 * the new set leaves it. Where that makes a difference, each set is given its place as its revision.
 */
const placed = (sets: ReadonlyArray<ReplicaSet>): ReadonlyArray<ReplicaSet> => {
  const counted = sets.filter(({ metadata }) => metadata.deletionTimestamp === undefined && metadata.name !== newName)
  const order = sortReplicaSets('revision')
  const [asHandedOver, asCreated] = [order(counted), order(counted.toSorted(compareCreation))]
  if (asHandedOver.every((set, place) => set === asCreated[place])) return sets
  return sets.map((set) => {
    const annotations = { 'deployment.kubernetes.io/revision': `${asHandedOver.indexOf(set)}` }
    return { ...set, metadata: { ...set.metadata, annotations } }
  })
}

const newName = 'the-new-one'

/** The history is told which sets the Deployment has: they were selected before. */
const selected = (deployment: Controller): Recorded => {
  const spec = Object.fromEntries(Object.entries(deployment.spec ?? {}).filter(([field]) => field !== 'selector'))
  return { ...deployment, ...{ spec } }
}

const history = ({ plan }: Run, deployment: Deployment, sets: ReadonlyArray<ReplicaSet>): object => {
  const current = plan.passes[0].kept.find(({ reasons: [reason] }) => reason._tag === 'CurrentTemplate')
  return {
    newReplicaSet: current?.target.name ?? null,
    oldReplicaSets: sortReplicaSets('creation')(sets)
      .map(({ metadata }) => metadata.name)
      .filter((name) => name !== current?.target.name),
    cleanupReached: whyNotReached(deployment) === null,
  }
}

/** Clean-ups of Deployments. */
export const kubernetesHistoryDeployment: Shape = {
  shape: 'kubernetes/history-deployment',
  compared: {
    calls: 'ordered',
    error: 'ordered',
    newReplicaSet: 'ordered',
    oldReplicaSets: 'ordered',
    cleanupReached: 'ordered',
  },
  replay,
}
