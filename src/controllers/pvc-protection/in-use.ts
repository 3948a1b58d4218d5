/**
 * Which claims a pod uses, and whether a claim is in use.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVC
 */
import { type WholeObject, isBeingDeleted, isPod, nodeNameOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'

/** A claim that a pod names among its volumes. */
export interface UsedClaim {
  readonly name: string
  /** Made for the pod, and its own as long as the pod controls it. */
  readonly isEphemeral: boolean
}

const noClaims: ReadonlyArray<UsedClaim> = []

/** The claims that a pod names, in the order of its volumes. */
export const claimsOf = (pod: WholeObject): ReadonlyArray<UsedClaim> => {
  const volumes = ownField(pod.spec, 'volumes')
  if (!Array.isArray(volumes)) return noClaims
  return volumes.flatMap((volume: unknown): ReadonlyArray<UsedClaim> => {
    const name = ownField(ownField(volume, 'persistentVolumeClaim'), 'claimName')
    if (typeof name === 'string') return [{ name, isEphemeral: false }]
    const own = ownField(volume, 'name')
    return ownField(volume, 'ephemeral') === undefined || typeof own !== 'string'
      ? []
      : [{ name: `${pod.metadata.name}-${own}`, isEphemeral: true }]
  })
}

/**
 * The pod that uses a claim: one that is bound to a node, whatever its phase. A pod that has been shut down lets go only of
 * the claims that were made for it. One that is shown without a specification may use any.
 */
export const userOf = (claim: WholeObject, pods: ReadonlyArray<WholeObject>): WholeObject | undefined =>
  pods.find((pod) => isPod(pod) && (pod.spec === undefined || (nodeNameOf(pod) !== undefined && names(pod, claim))))

const names = (pod: WholeObject, claim: WholeObject): boolean =>
  claimsOf(pod).some(
    ({ name, isEphemeral }) => name === claim.metadata.name && (!isEphemeral || (isOf(pod, claim) && !isShutDown(pod))),
  )

const isOf = (pod: WholeObject, claim: WholeObject): boolean =>
  claim.metadata.ownerReferences?.some(({ uid, controller }) => controller === true && uid === pod.metadata.uid) ===
  true

const isShutDown = (pod: WholeObject): boolean =>
  isBeingDeleted(pod) && (pod.metadata.deletionGracePeriodSeconds ?? 0) === 0
