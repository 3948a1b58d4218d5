/**
 * The ResourceClaim controller: removes pods that no longer use a claim from its status, deallocates devices that nobody
 * uses, and removes its finalizer. A claim that was created for a pod is deleted when the pod has ended.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go syncClaim
 */
import { type WholeObject, groupOf, hasFinalizer, isBeingDeleted, isPod } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { ownField } from '../../internal/lists.js'
import { deleteOf, takeFinalizer } from '../acts.js'
import { type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { namespacedKey, partsOf } from '../keys.js'
import { type Program, andThen, call, done } from '../program.js'
import { fieldsOf, listIn } from '../workload/fields.js'
import { isDone, ownerPodOf, showsUsers, usersOf } from './users.js'

/** Why a claim changes or goes. */
export type ResourceClaimWhy =
  /**
   * Pods that used it are gone or have ended.
   * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go syncClaim
   */
  | { readonly _tag: 'DevicesReleased' }
  /**
   * Nobody uses it, and it has no devices any more.
   * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go syncClaim
   */
  | { readonly _tag: 'DevicesUnused' }
  /**
   * The pod for which it was made has ended.
   * @upstream kubernetes 1.36.2 pkg/controller/resourceclaim/controller.go syncClaim
   */
  | { readonly _tag: 'PodOfClaimEnded' }

/** What it is called. */
const resourceClaimControllerName = 'resource-claim-controller'

/** The finalizer of claims that have devices. */
const claimFinalizer = 'resource.kubernetes.io/delete-protection'

/** The controller; its keys are uids of claims, and `namespace/uid` of pods that no longer use theirs. */
export const resourceClaimController = (): Controller<ResourceClaimWhy> => ({
  name: resourceClaimControllerName,
  watches: ['ResourceClaim', 'Pod'],
  needs: ['ResourceClaim'],
  keysOf: ({ _tag, object }) => {
    if (isResourceClaim(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.uid]
    const isLeaving = isPod(object) && (_tag === 'Deleted' || isDone(object))
    return isLeaving && listIn(object.spec, 'resourceClaims').length > 0
      ? namespacedKey(object, object.metadata.uid)
      : noKeys
  },
  reconcile: (view) => (key) => {
    const claim = view.find(key)
    const claims = claim !== undefined && isResourceClaim(claim) ? [claim] : claimsOf(view, key)
    return syncEach(view, claims.filter(showsUsers), end)
  },
})

const isResourceClaim = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'ResourceClaim' && groupOf(apiVersion) === 'resource.k8s.io'

const claimsOf = (view: View, key: string): ReadonlyArray<WholeObject> => {
  const [namespace, uid] = partsOf(key)
  return view.listOf('resource.k8s.io', 'ResourceClaim', namespace).filter((claim) => isClaimOf(claim, uid))
}

const isClaimOf = (claim: WholeObject, uid: string): boolean =>
  ownerPodOf(claim)?.uid === uid || usersOf(claim).some((user) => user.uid === uid)

const end: Reconciled<ResourceClaimWhy> = {
  why: ({ request }) => [
    request._tag === 'Delete'
      ? { _tag: 'PodOfClaimEnded' }
      : request._tag === 'Update' && request.subresource === 'status'
        ? { _tag: 'DevicesReleased' }
        : { _tag: 'DevicesUnused' },
  ],
}

/** Each claim for itself; where a request is refused, the key comes back. */
const syncEach = (
  view: View,
  [claim, ...others]: ReadonlyArray<WholeObject>,
  ended: Reconciled<ResourceClaimWhy>,
): Program<Reconciled<ResourceClaimWhy>> =>
  claim === undefined
    ? done(ended)
    : andThen(untilRefused(claim, stepsOf(view, claim)), (isRefused) =>
        syncEach(view, others, isRefused ? { ...ended, again: { _tag: 'Retry' }, failed: true } : ended),
      )

/** A request about a claim, if it is due. */
type Step = (claim: WholeObject) => ReadonlyArray<ApiRequest>

/** Each step is taken on the claim as those before it left it; true where one was refused, which ends them. */
const untilRefused = (claim: WholeObject, [step, ...others]: ReadonlyArray<Step>): Program<boolean> => {
  if (step === undefined) return done(false)
  const [one] = step(claim)
  return one === undefined
    ? untilRefused(claim, others)
    : andThen(call(one), (answer) =>
        answer._tag === 'Accepted' ? untilRefused(answer.object ?? claim, others) : done(true),
      )
}

const stepsOf = (view: View, claim: WholeObject): ReadonlyArray<Step> => {
  const { uid } = claim.metadata
  const users = usersOf(claim)
  const left = users.filter(({ isGone }) => !isGone(view, claim))
  const isFree = left.length === 0
  const hasDevices = ownField(claim.status, 'allocation') !== undefined
  const owner = ownerPodOf(claim)
  const pod = owner === undefined ? undefined : view.find(owner.uid)
  return [
    () =>
      left.length < users.length || (isFree && hasDevices && isBeingDeleted(claim)) ? [released(claim, left)] : [],
    (now) => {
      const isDue = isFree && (users.length > 0 || isBeingDeleted(claim))
      return isDue && hasFinalizer(claimFinalizer)(now) ? [takeFinalizer(now, claimFinalizer)] : []
    },
    () => {
      const now = view.find(uid)
      const isDue = isFree && pod !== undefined && isDone(pod)
      return now !== undefined && isDue && !isBeingDeleted(now) ? deleteOf(view, now, { preconditions: { uid } }) : []
    },
  ]
}

const given: ReadonlySet<string> = new Set(['allocation', 'reservedFor'])

/** The status without users that are gone; without users, devices are let go as well. */
const released = (claim: WholeObject, left: ReadonlyArray<{ readonly entry: unknown }>): ApiRequest => {
  const fields = fieldsOf(claim.status)
  const status =
    left.length === 0
      ? Object.fromEntries(Object.entries(fields).filter(([field]) => !given.has(field)))
      : { ...fields, reservedFor: left.map(({ entry }) => entry) }
  return { _tag: 'Update', object: { ...claim, status }, subresource: 'status' }
}
