/**
 * The protection of PersistentVolumeClaims: a claim that is being deleted keeps its finalizer while a pod uses it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC
 */
import { hasFinalizer, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import { putFinalizer, takeFinalizer } from '../acts.js'
import { type Controller, noKeys } from '../controller.js'
import { claimNamed, isClaim } from '../volumes.js'
import { claimsOf, hasVolumes, userOf } from './in-use.js'

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

/** The controller; its keys are `namespace/name` of claims. */
export const pvcProtectionController = (): Controller<ClaimProtectionWhy> => ({
  name: claimProtection,
  keysOf: ({ _tag, object }) => {
    const namespace = namespaceOf(object)
    if (namespace === undefined) return noKeys
    if (isClaim(object)) return _tag === 'Deleted' ? noKeys : [`${namespace}/${object.metadata.name}`]
    return isPod(object) && hasVolumes(object) ? claimsOf(object).map(({ name }) => `${namespace}/${name}`) : noKeys
  },
  reconcile: (view) => (key) => {
    const [namespace = '', name = ''] = key.split('/')
    const claim = view.get(claimNamed(namespace, name))
    if (claim === undefined) return { requests: [], why: { _tag: 'ClaimUnused' } }
    const has = hasFinalizer(claimFinalizer)(claim)
    if (!isBeingDeleted(claim))
      return { requests: has ? [] : [putFinalizer(claim, claimFinalizer)], why: { _tag: 'ClaimProtected' } }
    // A pod that is not shown may use it.
    const isFree =
      has && view.covers('v1', 'Pod', namespace) && userOf(claim, view.listOf('', 'Pod', namespace)) === undefined
    return { requests: isFree ? [takeFinalizer(claim, claimFinalizer)] : [], why: { _tag: 'ClaimUnused' } }
  },
})
