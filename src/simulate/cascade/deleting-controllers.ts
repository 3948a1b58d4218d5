/** The controllers that delete, protect or reclaim; nobody that makes objects. */
import type { Controller } from '../../controllers/controller.js'
import { crdController } from '../../controllers/crd/controller.js'
import { endpointsController } from '../../controllers/endpoints/controller.js'
import { mirroringController } from '../../controllers/endpointslice-mirroring/controller.js'
import { jobController } from '../../controllers/job/controller.js'
import { namespaceController } from '../../controllers/namespace/controller.js'
import { podController } from '../../controllers/pod/controller.js'
import { defaultPolicy as defaultPodPolicy } from '../../controllers/pod/policy.js'
import { pvBinderController } from '../../controllers/pv-binder/controller.js'
import { pvProtectionController } from '../../controllers/pv-protection/controller.js'
import { pvcProtectionController } from '../../controllers/pvc-protection/controller.js'
import { resourceClaimController } from '../../controllers/resource-claim/controller.js'
import { tokensController } from '../../controllers/serviceaccount-token/controller.js'
import type { Why } from './reason.js'

/** The rules of the controllers of a cascade. */
export interface CascadeRules {
  /** Whether the whole content of a namespace is shown. */
  readonly showsContent: (namespace: string) => boolean
}

/** Those that protect, release or reclaim; faster ones first. */
export const releasingControllers = (): ReadonlyArray<Controller<Why>> => [
  pvcProtectionController(),
  pvProtectionController(),
  pvBinderController(),
  jobController({ makesPods: false }),
  endpointsController({ makesEndpoints: false }),
  mirroringController({ makesSlices: false }),
  tokensController(),
  resourceClaimController(),
  crdController(),
]

/** Whatever deletes, protects or reclaims; nobody that makes objects. */
export const deletingControllers = ({ showsContent }: CascadeRules): ReadonlyArray<Controller<Why>> => [
  ...releasingControllers(),
  namespaceController({ showsContent }),
  podController(defaultPodPolicy),
]
