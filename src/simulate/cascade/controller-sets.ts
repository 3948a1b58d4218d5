/** Named sets of controllers that take part in a simulation beside the owner collector and kubelets. */
import type { Controller } from '../../controllers/controller.js'
import { crdController } from '../../controllers/crd/controller.js'
import { deploymentController } from '../../controllers/deployment/controller.js'
import { endpointsController } from '../../controllers/endpoints/controller.js'
import { mirroringController } from '../../controllers/endpointslice-mirroring/controller.js'
import { endpointSliceController } from '../../controllers/endpointslice/controller.js'
import { jobController } from '../../controllers/job/controller.js'
import { namespaceController } from '../../controllers/namespace/controller.js'
import { podController } from '../../controllers/pod/controller.js'
import { defaultPolicy as defaultPodPolicy } from '../../controllers/pod/policy.js'
import { pvBinderController } from '../../controllers/pv-binder/controller.js'
import { pvProtectionController } from '../../controllers/pv-protection/controller.js'
import { pvcProtectionController } from '../../controllers/pvc-protection/controller.js'
import { statefulSetController } from '../../controllers/statefulset/controller.js'
import { replicaSetController } from '../../controllers/replicaset/controller.js'
import { resourceClaimController } from '../../controllers/resource-claim/controller.js'
import { tokensController } from '../../controllers/serviceaccount-token/controller.js'
import type { Why } from './reason.js'

/** Those of a kube-controller-manager 1.36 in the recordings of `vectors/kubernetes-actors`; faster ones first. */
export const recordedControllers = (): ReadonlyArray<Controller<Why>> => [
  pvcProtectionController(),
  pvProtectionController(),
  pvBinderController(),
  statefulSetController(),
  jobController(),
  deploymentController(),
  replicaSetController(),
  endpointsController(),
  endpointSliceController(),
  mirroringController(),
  tokensController(),
  resourceClaimController(),
  crdController(),
  namespaceController(),
  podController(defaultPodPolicy),
]

/** The rules of the controllers of a cascade. */
export interface CascadeRules {
  /** Whether the whole content of a namespace is shown. */
  readonly showsContent: (namespace: string) => boolean
}

/** Whatever deletes, protects or reclaims; nobody that makes objects. */
export const deletingControllers = ({ showsContent }: CascadeRules): ReadonlyArray<Controller<Why>> => [
  pvcProtectionController(),
  pvProtectionController(),
  pvBinderController(),
  jobController({ makesPods: false }),
  endpointsController({ makesEndpoints: false }),
  mirroringController({ makesSlices: false }),
  tokensController(),
  resourceClaimController(),
  crdController(),
  namespaceController({ showsContent }),
  podController(defaultPodPolicy),
]
