/**
 * Old ReplicaSets of Deployments. Sets that aren't idle use up deletions without being deleted, so more than the limit
 * may stay.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
 */
import { deleteReplicaSet } from './action.js'
import {
  type DecidedPass,
  type Decisions,
  type PassInput,
  byController,
  claimed,
  compareNames,
  controllerOf,
  decisions,
  inTurn,
  keeperless,
  ownerOf,
} from './keeper.js'
import { compareCreation, sortReplicaSets } from './order.js'
import type { KeepReason, Owner } from './reason.js'
import { whyNotReached } from './rollout.js'
import type { Deployment, ReplicaSet, Template } from './snapshot.js'
import { sameTemplate, withoutHash } from '../template.js'
import { templateOf } from './template.js'

/** The pass over Deployments, by namespace and name. */
export const passDeployment = (input: PassInput): DecidedPass => {
  const { policy, snapshot, covers } = input
  const to = decisions()
  const sets = byController(snapshot.replicaSets, snapshot.deployments)
  const order = sortReplicaSets(policy.replicaSetOrder)
  const uids = new Set(snapshot.deployments.map(({ metadata }) => metadata.uid))
  for (const deployment of snapshot.deployments.toSorted(compareNames))
    cleanUp(to, order, deployment, sets.get(deployment.metadata.uid) ?? [])
  const why = keeperless('apps', ['Deployment'], covers)
  for (const set of snapshot.replicaSets)
    if (!uids.has(controllerOf(set)?.uid ?? '')) to.keepAs({ object: set, reasons: why(set) })
  return to.pass('deployment')
}

const cleanUp = (
  to: Decisions,
  order: ReturnType<typeof sortReplicaSets>,
  deployment: Deployment,
  sets: ReadonlyArray<ReplicaSet>,
): void => {
  const owner = ownerOf(deployment)
  const { selected, released } = claimed(deployment, sets)
  for (const set of released) to.keep(set, { _tag: 'NotSelected', owner })
  const old = oldOnes(to, deployment, owner, selected)
  const limit = deployment.spec?.revisionHistoryLimit ?? unlimited
  const because = whyNotReached(deployment) ?? whyNoLimit(owner, limit)
  // The search for the new set has put the list in the order of creation before old ones are counted.
  if (because === null) truncate(to, owner, limit, order(old.toSorted(compareCreation)))
  else for (const set of old) to.keep(set, because)
}

/** The largest number stands for no limit. */
const unlimited = 2 ** 31 - 1

const whyNoLimit = (owner: Owner, limit: number): KeepReason | null => {
  if (limit === unlimited) return { _tag: 'NoHistoryLimit', owner, counted: 'old-replica-sets' }
  return limit < 0 ? { _tag: 'NegativeHistoryLimit', owner, limit, controller: 'fails' } : null
}

/** Old sets that count; keeps the new one, what is being deleted, and what may be the new one. */
const oldOnes = (
  to: Decisions,
  deployment: Deployment,
  owner: Owner,
  sets: ReadonlyArray<ReplicaSet>,
): ReadonlyArray<ReplicaSet> => {
  const wanted = templateOf(deployment)
  if (wanted === undefined) {
    for (const set of sets) to.keep(set, { _tag: 'TemplateNotShown', owner, of: 'controller' })
    return []
  }
  const newSet = newReplicaSet(wanted, sets)
  return sets.filter((set) => {
    const { deletionTimestamp: since, finalizers = [] } = set.metadata
    if (set === newSet) to.keep(set, { _tag: 'CurrentTemplate', owner })
    else if (since !== undefined) to.keep(set, { _tag: 'BeingDeleted', since, finalizers })
    else if (templateOf(set) === undefined) to.keep(set, { _tag: 'TemplateNotShown', owner, of: 'object' })
    else return true
    return false
  })
}

/**
 * The set that has the template of the Deployment; of several the one created first.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go FindNewReplicaSet
 */
const newReplicaSet = (template: Template, sets: ReadonlyArray<ReplicaSet>): ReplicaSet | undefined => {
  const wanted = withoutHash(template)
  let found: ReplicaSet | undefined
  for (const set of sets) {
    if (found !== undefined && compareCreation(found, set) <= 0) continue
    const its = templateOf(set)
    if (its !== undefined && sameTemplate(withoutHash(its), wanted)) found = set
  }
  return found
}

const truncate = (to: Decisions, owner: Owner, limit: number, sets: ReadonlyArray<ReplicaSet>): void => {
  const of = sets.length
  const place = { owner, counted: 'old-replica-sets', of, limit } as const
  const remove = inTurn(to)
  sets.forEach((set, index) => {
    const use = useOf(set)
    if (index >= of - limit) to.keep(set, { _tag: 'WithinHistoryLimit', ...place, rank: of - index })
    else if (isIdle(use)) remove(set, { _tag: 'OverHistoryLimit', ...place, rank: index + 1 }, [deleteReplicaSet(set)])
    else to.keep(set, { _tag: 'Busy', ...place, rank: index + 1, ...use })
  })
}

type Use = Pick<
  Extract<KeepReason, { readonly _tag: 'Busy' }>,
  'wanted' | 'replicas' | 'generation' | 'observedGeneration'
>

const useOf = ({ metadata, spec, status }: ReplicaSet): Use => ({
  wanted: spec?.replicas ?? 1,
  replicas: status?.replicas ?? 0,
  generation: metadata.generation ?? 0,
  observedGeneration: status?.observedGeneration ?? 0,
})

const isIdle = ({ wanted, replicas, generation, observedGeneration }: Use): boolean =>
  wanted === 0 && replicas === 0 && generation <= observedGeneration
