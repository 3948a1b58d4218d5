/** Sentences for why controllers act. */
import { explainDefinition } from '../../controllers/crd/explain.js'
import { explainDeployment } from '../../controllers/deployment/explain.js'
import { explainEndpoints } from '../../controllers/endpoints/explain.js'
import { explainMirror } from '../../controllers/endpointslice-mirroring/explain.js'
import { explainSlice } from '../../controllers/endpointslice/explain.js'
import { explainJob } from '../../controllers/job/explain.js'
import { explain } from '../../controllers/owner/explain.js'
import { explain as explainPodGc } from '../../controllers/pod/explain.js'
import { explainBinder } from '../../controllers/pv-binder/explain.js'
import { explainVolumeProtection } from '../../controllers/pv-protection/explain.js'
import { explainClaimProtection } from '../../controllers/pvc-protection/explain.js'
import { explainReplicas } from '../../controllers/replicaset/explain.js'
import { explainResourceClaim } from '../../controllers/resource-claim/explain.js'
import { explainToken } from '../../controllers/serviceaccount-token/explain.js'
import { explainSet } from '../../controllers/statefulset/explain.js'
import { explainOwnership } from '../../controllers/workload/explain.js'
import type { CascadeReason } from './reason.js'

type Told =
  | Parameters<typeof explain>[0]
  | Exclude<
      CascadeReason,
      { readonly _tag: 'Requested' | 'Vanished' | 'UnblockedInCycle' | 'ByController' | 'PodEnded' }
    >

/** One line for why a controller acts, or does not. */
export const explainReason = (said: Told): string => {
  switch (said._tag) {
    case 'NamespaceDeleted':
      return `the namespace ${said.namespace} is being deleted`
    case 'NamespaceEmpty':
      return 'it is empty'
    case 'NamespaceReported':
      return 'its conditions tell what is left in it'
    case 'PodCollected':
      return explainPodGc(said.reason)
    case 'ClaimUnused':
    case 'ClaimProtected':
      return explainClaimProtection(said)
    case 'VolumeUnbound':
    case 'VolumeProtected':
      return explainVolumeProtection(said)
    case 'VolumeReleased':
    case 'VolumeAvailable':
    case 'VolumeBound':
    case 'StorageDeleted':
    case 'NotReclaimable':
    case 'VolumeGuarded':
    case 'ClaimLost':
    case 'VolumeProvisioned':
      return explainBinder(said)
    case 'DefinitionDeleted':
    case 'InstancesGone':
    case 'DefinitionReported':
      return explainDefinition(said)
    case 'SetPodMissing':
    case 'SetClaimMissing':
    case 'SetPodEnded':
    case 'SetScaledDown':
    case 'SetClaimRetention':
    case 'SetClaimOfAnother':
    case 'SetRevisionMissing':
      return explainSet(said)
    case 'Adopted':
    case 'Released':
      return explainOwnership(said)
    case 'ReplicaSetMissing':
    case 'ReplicaSetScaled':
      return explainDeployment(said)
    case 'TooFewReplicas':
    case 'TooManyReplicas':
      return explainReplicas(said)
    case 'JobPodCounted':
    case 'JobBeingDeleted':
    case 'JobFinished':
    case 'NoJobForPod':
    case 'JobPodMissing':
    case 'JobPodSurplus':
    case 'JobReported':
      return explainJob(said)
    case 'EndpointsMissing':
    case 'EndpointsWithoutService':
      return explainEndpoints(said)
    case 'SliceMissing':
    case 'SliceAdopted':
    case 'SliceOfAnother':
      return explainSlice(said)
    case 'MirrorMissing':
    case 'NothingToMirror':
      return explainMirror(said)
    case 'AccountMissing':
      return `every namespace has an account default, and ${said.namespace} has none`
    case 'CertificateMissing':
      return `every namespace has the root certificate, and ${said.namespace} has none`
    case 'TokenWithoutAccount':
      return explainToken(said)
    case 'DevicesReleased':
    case 'DevicesUnused':
    case 'PodOfClaimEnded':
      return explainResourceClaim(said)
    default:
      return explain(said)
  }
}
