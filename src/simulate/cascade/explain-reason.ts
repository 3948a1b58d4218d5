/** Sentences for why controllers act. */
import { explainDefinition } from '../../controllers/crd/explain.js'
import { explainCron } from '../../controllers/cronjob/explain.js'
import { explainDaemon } from '../../controllers/daemonset/explain.js'
import { explainDeployment } from '../../controllers/deployment/explain.js'
import { explainEndpoints } from '../../controllers/endpoints/explain.js'
import { explainMirror } from '../../controllers/endpointslice-mirroring/explain.js'
import { explainSlice } from '../../controllers/endpointslice/explain.js'
import { explainJob } from '../../controllers/job/explain.js'
import { explain } from '../../controllers/owner/explain.js'
import { explain as explainPodGc } from '../../controllers/pod/explain.js'
import { explainBinder } from '../../controllers/pv-binder/explain.js'
import { explainGroupProtection } from '../../controllers/podgroup-protection/explain.js'
import { explainRange } from '../../controllers/service-cidr/explain.js'
import { explainClassProtection } from '../../controllers/vac-protection/explain.js'
import { explainVolumeProtection } from '../../controllers/pv-protection/explain.js'
import { explainClaimProtection } from '../../controllers/pvc-protection/explain.js'
import { explainReplicas } from '../../controllers/replicaset/explain.js'
import { explainResourceClaim } from '../../controllers/resource-claim/explain.js'
import { explainToken } from '../../controllers/serviceaccount-token/explain.js'
import { explainAccount } from '../../controllers/serviceaccount/explain.js'
import { explainCertificate } from '../../controllers/root-ca-publisher/explain.js'
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
      return 'its conditions report what is left in it'
    case 'PodCollected':
      return explainPodGc(said.reason)
    case 'ClaimUnused':
    case 'ClaimProtected':
      return explainClaimProtection(said)
    case 'VolumeUnbound':
    case 'VolumeProtected':
      return explainVolumeProtection(said)
    case 'ClassUnused':
    case 'ClassProtected':
      return explainClassProtection(said)
    case 'RangeUnused':
    case 'RangeInUse':
    case 'RangeProtected':
      return explainRange(said)
    case 'GroupUnused':
      return explainGroupProtection()
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
    case 'CronJobDue':
    case 'CronJobReplaced':
    case 'CronJobReported':
      return explainCron(said)
    case 'DaemonPodMissing':
    case 'DaemonPodMisplaced':
    case 'DaemonPodEnded':
    case 'DaemonPodSurplus':
    case 'DaemonRevisionMissing':
      return explainDaemon(said)
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
      return explainAccount(said)
    case 'CertificateMissing':
      return explainCertificate(said)
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
