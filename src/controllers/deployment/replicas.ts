/**
 * How many pods the ReplicaSet with the template of a Deployment is to have, beside those of other templates.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go NewRSNewReplicas
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { countIn } from '../workload/fields.js'

/** The replicas that a ReplicaSet or Deployment states, or one. */
export const replicasOf = ({ spec }: WholeObject): number => countIn(spec, 'replicas') ?? 1

/** The replicas of the ReplicaSet, which has so many so far; others are the ReplicaSets of other templates. */
export const newReplicas = (deployment: WholeObject, soFar: number, others: ReadonlyArray<WholeObject>): number => {
  const wanted = replicasOf(deployment)
  const now = Math.min(soFar, wanted)
  const left = others.reduce((sum, set) => sum + replicasOf(set), 0)
  if (ownField(ownField(deployment.spec, 'strategy'), 'type') === 'Recreate') return left > 0 ? now : wanted
  const room = wanted + surgeOf(deployment, wanted) - left - now
  return now + Math.max(0, Math.min(room, wanted - now))
}

/** How many pods there may be beyond those that are wanted: a number, or a share that is rounded up. */
const surgeOf = ({ spec }: WholeObject, wanted: number): number => {
  const rolling = ownField(ownField(spec, 'strategy'), 'rollingUpdate')
  const surge = ownField(rolling, 'maxSurge')
  const share = typeof surge === 'string' ? /^(\d{1,9})%$/.exec(surge)?.[1] : undefined
  return share === undefined
    ? (countIn(rolling, 'maxSurge') ?? Math.ceil(wanted / 4))
    : Math.ceil((wanted * Number(share)) / 100)
}
