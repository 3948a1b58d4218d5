/**
 * Who uses a ResourceClaim: entries of its status, which name pods or something else.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go syncClaim
 */
import {
  type OwnerReference,
  type WholeObject,
  groupOf,
  isBeingDeleted,
  isFinished,
  isPod,
  namespaceOf,
  nodeNameOf,
} from '../../apiserver/object.js'
import type { View } from '../controller.js'
import { controllerOf } from '../workload/ownership.js'
import { listIn, textIn } from '../workload/fields.js'

/** One user. */
export interface User {
  readonly uid: string | undefined
  /** The entry as it is written. */
  readonly entry: unknown
  /** Whether it uses the claim no longer; what may be there without being shown still does. */
  readonly isGone: (view: View, claim: WholeObject) => boolean
}

/** True for a claim that shows who uses it; one without specification and status shows its metadata alone. */
export const showsUsers = ({ spec, status }: WholeObject): boolean => spec !== undefined || status !== undefined

/** The users of a claim. */
export const usersOf = ({ status }: WholeObject): ReadonlyArray<User> =>
  listIn(status, 'reservedFor').map((entry) => {
    const uid = textIn(entry, 'uid')
    const names = (textIn(entry, 'apiGroup') ?? '') === '' && textIn(entry, 'resource') === 'pods'
    return {
      uid,
      entry,
      isGone: (view, claim) => {
        if (!names || uid === undefined) return false
        const pod = view.find(uid)
        return pod === undefined ? view.covers('v1', 'Pod', namespaceOf(claim)) : isDone(pod)
      },
    }
  })

/**
 * True for a pod that will not run any more: it has ended, or is deleted before it got a node.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go isPodDone
 */
export const isDone = (pod: WholeObject): boolean =>
  isPod(pod) && (isFinished(pod) || (isBeingDeleted(pod) && nodeNameOf(pod) === undefined))

/** The pod for which a claim was made. */
export const ownerPodOf = (claim: WholeObject): OwnerReference | undefined => {
  const owner = controllerOf(claim)
  return owner !== undefined && owner.kind === 'Pod' && groupOf(owner.apiVersion) === '' ? owner : undefined
}
