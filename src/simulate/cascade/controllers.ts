/**
 * Which controllers take part in a cascade, and in which order they act: the owner collector, the namespace controller, those
 * of the caller, and when all of them are quiet, kubelets.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { Controller } from '../../controllers/controller.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { type OwnerRules, ownerController } from '../../controllers/owner/controller.js'
import type { Event } from '../../controllers/owner/reason.js'
import { kubelet, kubelets } from '../kubelet/controller.js'
import { deletingControllers } from './deleting-controllers.js'
import type { CascadePolicy } from './policy.js'
import type { Why } from './reason.js'

/** Controllers of one simulation. */
export interface Participants {
  readonly controllers: ReadonlyArray<Controller<Why>>
  /** The events recorded since the last call. */
  readonly takeWarnings: () => ReadonlyArray<Event>
}

/** Controllers that don't act before the requests: pods and namespaces that were terminating already are left alone. */
export const afterRequests: ReadonlySet<string> = new Set([namespaceControllerName, kubelet])

/** Kubelets, which act last. */
export const onlyKubelets: ReadonlySet<string> = new Set([kubelet])

/** Kubelets, without those that confirm nothing. */
const kubeletsBut = (isLost: (pod: WholeObject) => boolean = () => false): Controller<Why> =>
  kubelets((pod) => (isLost(pod) ? 'unknown' : 'now'))

/** The built-in controllers, and those of the caller. */
export const cascadeControllers =
  (others: ReadonlyArray<Controller>, policy?: CascadePolicy, isLost?: (pod: WholeObject) => boolean) =>
  (rules: OwnerRules, showsContent: (namespace: string) => boolean): Participants => {
    const owner = ownerController(rules)
    return {
      controllers: [owner, ...deletingControllers({ showsContent, policy }), ...others, kubeletsBut(isLost)],
      takeWarnings: owner.takeWarnings,
    }
  }

/** The owner collector alone. */
export const ownerAlone = (rules: OwnerRules): Participants => {
  const owner = ownerController(rules)
  return { controllers: [owner], takeWarnings: owner.takeWarnings }
}
