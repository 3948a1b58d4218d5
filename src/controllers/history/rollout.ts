/**
 * Whether a Deployment cleans up its history: only when it is paused, or its rollout is complete.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/deployment_controller.go syncDeployment
 */
import { ownerOf } from './keeper.js'
import type { KeepReason, Rollout } from './reason.js'
import { selectsEverything } from '../selector.js'
import type { Deployment } from './snapshot.js'

/** Why it does not; null when it does. */
export const whyNotReached = (deployment: Deployment): KeepReason | null => {
  const { metadata, spec } = deployment
  const owner = ownerOf(deployment)
  if (spec?.selector !== undefined && selectsEverything(spec.selector)) return { _tag: 'OwnerSelectsEverything', owner }
  if (metadata.deletionTimestamp !== undefined)
    return { _tag: 'OwnerBeingDeleted', owner, since: metadata.deletionTimestamp }
  if (metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, rollback))
    return { _tag: 'RollbackPending', owner }
  if (spec?.paused === true) return null
  const rollout = rolloutOf(deployment)
  return isComplete(rollout) ? null : { _tag: 'RolloutNotComplete', owner, rollout }
}

const rollback = 'deprecated.deployment.rollback.to'

const rolloutOf = ({ metadata, spec, status }: Deployment): Rollout => ({
  wanted: spec?.replicas ?? 1,
  replicas: status?.replicas ?? 0,
  updated: status?.updatedReplicas ?? 0,
  available: status?.availableReplicas ?? 0,
  generation: metadata.generation ?? 0,
  observedGeneration: status?.observedGeneration ?? 0,
})

const isComplete = ({ wanted, replicas, updated, available, generation, observedGeneration }: Rollout): boolean =>
  updated === wanted && replicas === wanted && available === wanted && observedGeneration >= generation
