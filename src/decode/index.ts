/**
 * Reads what tools print and what gcplan writes: from unknown text to typed values, with every problem named.
 *
 * @module
 */
export type { ContainerdSchedulerConfig } from './containerd-config/configuration.js'
export { decodeContainerdConfig, explainClamp } from './containerd-config/configuration.js'
export type { ContainerdConfigVersion } from './containerd-config/keys.js'
export { containerdConfigToml, defaultContainerdConfig } from './containerd-config/toml.js'
export { decodeContainerdTrace } from './containerd-config/trace.js'
export type { ImageFsUse } from './crictl/imagefsinfo.js'
export { decodeCrictlImageFsInfo } from './crictl/imagefsinfo.js'
export { decodeCrictlImages } from './crictl/images.js'
export type { ContainerVolumes } from './crictl/inspect.js'
export { decodeCrictlInspect } from './crictl/inspect.js'
export { decodeCrictlSandboxes } from './crictl/pods.js'
export type { CrictlContainer } from './crictl/ps.js'
export { decodeCrictlContainers } from './crictl/ps.js'
export type { ContainerUse } from './crictl/stats.js'
export { decodeCrictlStats } from './crictl/stats.js'
export type { CtrContainerInfo } from './ctr/container-infos.js'
export { decodeCtrContainerInfos } from './ctr/container-infos.js'
export type { CtrContainer } from './ctr/containers.js'
export { decodeCtrContainers } from './ctr/containers.js'
export type { CtrContent } from './ctr/content.js'
export { decodeCtrContent } from './ctr/content.js'
export type { CtrImage } from './ctr/images.js'
export { decodeCtrImages } from './ctr/images.js'
export type { CtrIngest } from './ctr/ingests.js'
export { decodeCtrIngests } from './ctr/ingests.js'
export type { JoinedLabels } from './ctr/labels.js'
export type { CtrLease } from './ctr/leases.js'
export { decodeCtrLeases } from './ctr/leases.js'
export type { CtrNamespace } from './ctr/namespaces.js'
export { decodeCtrNamespaces } from './ctr/namespaces.js'
export type { CtrSnapshotInfo } from './ctr/snapshot-infos.js'
export { decodeCtrSnapshotInfos } from './ctr/snapshot-infos.js'
export type { CtrSnapshotUsage } from './ctr/snapshot-usages.js'
export { decodeCtrSnapshotUsages } from './ctr/snapshot-usages.js'
export type { CtrSnapshot } from './ctr/snapshots.js'
export { decodeCtrSnapshots } from './ctr/snapshots.js'
export { identify } from './detect.js'
export { decodeDockerInspect } from './docker/inspect.js'
export type { DockerName } from './docker/name.js'
export { parseDockerName } from './docker/name.js'
export type { DockerContainers } from './docker/node-containers.js'
export { decodeDockerPs } from './docker/ps.js'
export { decodeContainerdSnapshot, encodeContainerdSnapshot } from './document/containerd-snapshot.js'
export {
  decodeKubeletContainerSnapshot,
  encodeKubeletContainerSnapshot,
} from './document/kubelet-container-snapshot.js'
export {
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  encodeKubeletImageMemory,
  encodeKubeletImageSnapshot,
} from './document/kubelet-image-snapshot.js'
export type { DecodeError, WrongFile } from './error.js'
export { linesOf } from './error.js'
export type { FileDecoder } from './file.js'
export { parseRfc3339 } from './instant.js'
export { parseJsonText } from './json-text.js'
export type { FileKind, ReadTag, UnreadTag } from './kinds.js'
export type { DecodedApiServerFlags } from './kube-config/api-server.js'
export { decodeApiServerFlags } from './kube-config/api-server.js'
export type {
  ControllerManagerFlags,
  ControllerManagerPolicies,
  DecodedControllerManagerFlags,
} from './kube-config/controller-manager.js'
export { controllerManagerPolicies, decodeControllerManagerFlags } from './kube-config/controller-manager.js'
export * from './kubelet-config/index.js'
export { decodePressurePods } from './kubelet/pressure-pods.js'
export type { PressureStats } from './kubelet/pressure-stats.js'
export { decodePressureStats } from './kubelet/pressure-stats.js'
export type { KubeletPod } from './kubelet/pods.js'
export { decodeKubeletPods } from './kubelet/pods.js'
export type { FilesystemStats, StatsSummary } from './kubelet/stats-summary.js'
export { decodeStatsSummary } from './kubelet/stats-summary.js'
export { decodeApiResources } from './kubectl/api-resources.js'
export type { ListedObject, Listing, ListRead, ObjectType, Recreated } from './kubectl/listing.js'
export { decodeKubectlObjects, decodeKubectlObjectsOf } from './kubectl/objects.js'
export { logLinksInListings, namesInListing } from './log-listing.js'
export type { KubeletContainerParts } from './snapshot/container-parts.js'
export type { AssembledContainerd } from './snapshot/containerd.js'
export { containerdSnapshot } from './snapshot/containerd.js'
export type {
  ContainerdNamespaceParts,
  ContainerdParts,
  CtrNote,
  CtrStatement,
  CtrSnapshotter,
} from './snapshot/containerd-parts.js'
export type { ImageHistory, ImageVolumes, KubeletImageParts } from './snapshot/image-parts.js'
export { kubeletContainerSnapshot } from './snapshot/kubelet-container.js'
export type { CoverageStatement } from './snapshot/kubernetes-coverage.js'
export type { KubernetesClusterParts } from './snapshot/kubernetes-cluster.js'
export { kubernetesClusterSnapshot } from './snapshot/kubernetes-cluster.js'
export type { KubernetesHistoryParts } from './snapshot/kubernetes-history.js'
export { kubernetesHistorySnapshot } from './snapshot/kubernetes-history.js'
export type { KubernetesTtlParts } from './snapshot/kubernetes-jobs.js'
export { kubernetesTtlSnapshot } from './snapshot/kubernetes-jobs.js'
export type { KubernetesOwnerParts } from './snapshot/kubernetes-owners.js'
export { kubernetesOwnerSnapshot } from './snapshot/kubernetes-owners.js'
export type { KubernetesPodGcParts } from './snapshot/kubernetes-pods.js'
export { kubernetesPodGcSnapshot } from './snapshot/kubernetes-pods.js'
export { imageFsOf, kubeletImageSnapshot } from './snapshot/kubelet-image.js'
