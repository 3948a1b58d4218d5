/**
 * The protection of PersistentVolumeClaims: a claim that is being deleted keeps its finalizer while a pod uses it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC
 */
import { type WholeObject, hasFinalizer, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { putFinalizer, takeFinalizer } from '../acts.js'
import { type Controller, type View, noKeys } from '../controller.js'
import { partsOf } from '../keys.js'
import { claimNamed, isClaim } from '../volumes.js'
import { type UsedClaim, claimsOf, userOf } from './in-use.js'

/** Why a claim is protected, or no longer. */
export type ClaimProtectionWhy =
  /**
   * It is being deleted, and no pod uses it.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go removeFinalizer
   */
  | { readonly _tag: 'ClaimUnused' }
  /**
   * Every claim has the finalizer.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go addFinalizer
   */
  | { readonly _tag: 'ClaimProtected' }

/** What it is called. */
const claimProtection = 'persistentvolumeclaim-protection-controller'

/** The finalizer of claims. */
export const claimFinalizer = 'kubernetes.io/pvc-protection'

/** The controller; its keys are `namespace/name` of claims, and `namespace/` for whatever a pod used that did not show it. */
export const pvcProtectionController = (): Controller<ClaimProtectionWhy> => ({
  name: claimProtection,
  /** @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go processNextWorkItem */
  retries: 'refusals',
  watches: ['PersistentVolumeClaim', 'Pod'],
  needs: ['PersistentVolumeClaim'],
  keysOf: ({ _tag, object }) => {
    const namespace = namespaceOf(object)
    if (namespace === undefined) return noKeys
    if (isClaim(object)) return _tag === 'Deleted' ? noKeys : [`${namespace}/${object.metadata.name}`]
    if (!isPod(object)) return noKeys
    return _tag === 'Deleted' && object.spec === undefined ? [`${namespace}/`] : keysIn(namespace, claimsOf(object))
  },
  reconcile: (view) => (key) => {
    const [namespace, name] = partsOf(key)
    const claim = view.get(claimNamed(namespace, name))
    if (claim !== undefined && !isBeingDeleted(claim)) {
      const has = hasFinalizer(claimFinalizer)(claim)
      return { requests: has ? [] : [putFinalizer(claim, claimFinalizer)], why: { _tag: 'ClaimProtected' } }
    }
    const named = claim === undefined ? [] : [claim]
    const claims = name === '' ? view.listOf('', 'PersistentVolumeClaim', namespace) : named
    return { requests: claims.flatMap(releaseOf(view, namespace)), why: { _tag: 'ClaimUnused' } }
  },
})

const keysIn = (namespace: string, claims: ReadonlyArray<UsedClaim>): ReadonlyArray<string> =>
  claims.map(({ name }) => `${namespace}/${name}`)

const releaseOf =
  (view: View, namespace: string) =>
  (claim: WholeObject): ReadonlyArray<ApiRequest> =>
    isBeingDeleted(claim) &&
    hasFinalizer(claimFinalizer)(claim) &&
    // A pod that is not shown may use it.
    view.covers('v1', 'Pod', namespace) &&
    userOf(claim, view.listOf('', 'Pod', namespace)) === undefined
      ? [takeFinalizer(claim, claimFinalizer)]
      : []
