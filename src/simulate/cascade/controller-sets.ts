/** Named sets of controllers that take part in a simulation beside the owner collector and kubelets. */
import type { Controller } from '../../controllers/controller.js'
import { type DefinitionRules, crdController } from '../../controllers/crd/controller.js'
import { type CronRules, cronJobController } from '../../controllers/cronjob/controller.js'
import { daemonSetController } from '../../controllers/daemonset/controller.js'
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
import { rootCaPublisher } from '../../controllers/root-ca-publisher/controller.js'
import { serviceAccountController } from '../../controllers/serviceaccount/controller.js'
import { tokensController } from '../../controllers/serviceaccount-token/controller.js'
import { releasingControllers, smallProtections } from './controllers.js'
import { millis } from '../../core/time.js'
import { type CascadePolicy, defaultCascadePolicy } from './policy.js'
import type { Why } from './reason.js'

/**
 * A named set. `cascade`: whatever deletes, protects or reclaims. `recorded`: that, and those that make objects, as in the
 * recordings of `vectors/kubernetes-actors`. `all`: also those that make what every namespace has. `none`: only the owner
 * collector, the namespace controller and kubelets.
 */
export type ControllerSet = 'none' | 'cascade' | 'recorded' | 'all'

/** Those of `releasingControllers`, and those that make objects. */
const makingControllers = (
  rules: CronRules & DefinitionRules = {},
  policy: CascadePolicy = defaultCascadePolicy,
): ReadonlyArray<Controller<Why>> => [
  pvcProtectionController(),
  pvProtectionController(),
  pvBinderController(),
  statefulSetController(),
  jobController({ podsOfDeletedJob: policy.podsOfDeletedJob, foreignJobs: policy.foreignJobs }),
  cronJobController(rules),
  deploymentController(),
  replicaSetController(),
  daemonSetController(),
  endpointsController(),
  endpointSliceController(),
  mirroringController(),
  tokensController(),
  ...(policy.resourceClaims === 'on' ? [resourceClaimController()] : []),
  ...smallProtections(policy),
  crdController(rules),
]

/** Whoever runs a set moves its clock, and does not wait for the next look of a controller. */
const inTime: CronRules & DefinitionRules = { waitsForSchedule: true, looksEvery: millis(0) }

/** The controllers of a set in a release, except those of namespaces and pod GC; faster ones first. */
export const controllersIn = (set: ControllerSet, policy: CascadePolicy): ReadonlyArray<Controller<Why>> => {
  switch (set) {
    case 'none':
      return []
    case 'cascade':
      return releasingControllers(policy, inTime)
    case 'recorded':
      return makingControllers(inTime, policy)
    case 'all':
      return [...makingControllers(inTime, policy), serviceAccountController(), rootCaPublisher()]
  }
}

/** The controllers of a kube-controller-manager 1.36 in the recordings of `vectors/kubernetes-actors`. */
export const recordedControllers = (): ReadonlyArray<Controller<Why>> => [
  ...makingControllers(),
  namespaceController(),
  podController(defaultPodPolicy),
]
