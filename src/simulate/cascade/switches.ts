/** What releases change in a cascade beside the owner collector, the API server included: one row for each rule. */
import { switches as server } from '../../apiserver/switches.js'
import type { Switches } from '../../core/switch.js'
import type { CascadePolicy } from './policy.js'

const folder = 'kubernetes 1.36.2 pkg/controller'

export const switches: Switches<CascadePolicy> = {
  ...server,
  namespaceContent: {
    decides: 'whether the content of a namespace goes at once, or all but pods only when no pod is left',
    gate: {
      name: 'OrderedNamespaceDeletion',
      stages: 'beta but off in 1.31.7 and 1.32.3, beta in 1.33, locked in 1.34',
    },
    upstream: `${folder}/namespace/deletion/namespaced_resources_deleter.go deleteAllContent`,
    example:
      'a namespace goes in which a finalizer holds a pod: ConfigMaps and Secrets go; they stay as long as the pod does',
  },
  podsOfDeletedJob: {
    decides: 'whether the end of a Job removes the tracking finalizer from its pods, or only events of the pods do',
    upstream: `${folder}/job/job_controller.go deleteJob`,
    example:
      'a Job is gone, and its ended pod, which is being deleted, has the tracking finalizer: it waits for an event of its own; it goes at once',
  },
  foreignJobs: {
    decides: 'whether pods of a Job that names another controller in `managedBy` lose the tracking finalizer',
    gate: { name: 'JobManagedBy', stages: 'alpha in 1.30, beta in 1.32, locked in 1.35' },
    upstream: `${folder}/job/job_controller.go syncOrphanPod`,
    example: 'an ended pod of a Job of another controller is being deleted: it goes; it waits for that controller',
  },
  resourceClaims: {
    decides: 'whether ResourceClaims are released, and those that were made for a pod go when it has ended',
    gate: { name: 'DynamicResourceAllocation', stages: 'alpha in 1.31, beta but off in 1.32, always on in 1.34' },
    upstream: `${folder}/resourceclaim/controller.go syncClaim`,
    example: 'a pod has ended for which a ResourceClaim was made: the claim stays; it goes',
  },
  classProtection: {
    decides: 'whether the finalizer of a VolumeAttributesClass goes once no claim and no volume names the class',
    gate: { name: 'VolumeAttributesClass', stages: 'beta but off in 1.31, always on in 1.34, locked in 1.36' },
    upstream: `${folder}/volume/vacprotection/vac_protection_controller.go processVAC`,
    example: 'a VolumeAttributesClass that nobody names is deleted: it is stuck; it goes',
  },
  serviceCidrs: {
    decides: 'whether ServiceCIDRs are protected',
    gate: { name: 'MultiCIDRServiceAllocator', stages: 'alpha in 1.27, beta but off in 1.31, always on in 1.33' },
    upstream: `${folder}/servicecidrs/servicecidrs_controller.go canDeleteCIDR`,
    example: 'a ServiceCIDR is deleted while a Service has an address of it: it goes; it waits for the Service',
  },
  groupProtection: {
    decides: 'whether PodGroups are protected',
    gate: { name: 'GenericWorkload', stages: 'alpha in 1.35' },
    upstream: `${folder}/scheduling/podgroupprotection/podgroup_protection_controller.go processPodGroup`,
    example: 'the gate is set, and a PodGroup is deleted while a pod names it: it goes; it waits for the pod',
  },
}
