/**
 * Which controllers take part in a cascade, and in which order they act: the owner collector, those that delete, protect or
 * reclaim, those of the caller, and when all of them are quiet, kubelets. Nobody makes objects.
 */
import type { Controller } from '../../controllers/controller.js'
import { type DefinitionRules, crdController } from '../../controllers/crd/controller.js'
import { endpointsController } from '../../controllers/endpoints/controller.js'
import { mirroringController } from '../../controllers/endpointslice-mirroring/controller.js'
import { jobController } from '../../controllers/job/controller.js'
import { namespaceController, namespaceControllerName } from '../../controllers/namespace/controller.js'
import { podController } from '../../controllers/pod/controller.js'
import { defaultPolicy as defaultPodPolicy } from '../../controllers/pod/policy.js'
import { podGroupProtectionController } from '../../controllers/podgroup-protection/controller.js'
import { serviceCidrController } from '../../controllers/service-cidr/controller.js'
import { vacProtectionController } from '../../controllers/vac-protection/controller.js'
import { pvBinderController } from '../../controllers/pv-binder/controller.js'
import { pvProtectionController } from '../../controllers/pv-protection/controller.js'
import { pvcProtectionController } from '../../controllers/pvc-protection/controller.js'
import { resourceClaimController } from '../../controllers/resource-claim/controller.js'
import { tokensController } from '../../controllers/serviceaccount-token/controller.js'
import { type CascadePolicy, defaultCascadePolicy } from './policy.js'
import type { Why } from './reason.js'
import type { WholeObject } from '../../apiserver/object.js'
import { type OwnerRules, ownerController } from '../../controllers/owner/controller.js'
import type { Event } from '../../controllers/owner/reason.js'
import { kubelet, kubelets } from '../kubelet/controller.js'

/** What the controllers of a cascade need to know. */
export interface CascadeRules {
  /** Whether the whole content of a namespace is shown. */
  readonly showsContent: (namespace: string) => boolean
  /** Default: that of Kubernetes 1.36. */
  readonly policy?: CascadePolicy | undefined
}

/** Those that protect, release or reclaim; faster ones first. */
export const releasingControllers = (
  policy: CascadePolicy = defaultCascadePolicy,
  definitions: DefinitionRules = {},
): ReadonlyArray<Controller<Why>> => [
  pvcProtectionController(),
  pvProtectionController(),
  pvBinderController(),
  jobController({ makesPods: false, podsOfDeletedJob: policy.podsOfDeletedJob, foreignJobs: policy.foreignJobs }),
  endpointsController({ makesEndpoints: false }),
  mirroringController({ makesSlices: false }),
  tokensController(),
  ...(policy.resourceClaims === 'on' ? [resourceClaimController()] : []),
  ...smallProtections(policy),
  crdController(definitions),
]

/** Protections that came with later releases. */
export const smallProtections = (policy: CascadePolicy): ReadonlyArray<Controller<Why>> => [
  ...(policy.classProtection === 'on' ? [vacProtectionController()] : []),
  ...(policy.serviceCidrs === 'on' ? [serviceCidrController()] : []),
  ...(policy.groupProtection === 'on' ? [podGroupProtectionController()] : []),
]

/** The controllers that delete, protect or reclaim; none that creates objects. */
export const deletingControllers = ({
  showsContent,
  policy = defaultCascadePolicy,
}: CascadeRules): ReadonlyArray<Controller<Why>> => [
  ...releasingControllers(policy),
  namespaceController({ showsContent, orderedDeletion: policy.namespaceContent === 'pods-first' }),
  podController(defaultPodPolicy),
]

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
