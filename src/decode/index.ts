/**
 * Decoders for tool output and for gcplan's own files: unknown text in, typed values out, with every problem reported.
 *
 * @module
 */
export type { ContainerdSchedulerConfig } from './containerd-config/configuration.js'
export { decodeContainerdConfig, explainClamp } from './containerd-config/configuration.js'
export type { ContainerdConfigVersion } from './containerd-config/keys.js'
export { containerdConfigToml, defaultContainerdConfig } from './containerd-config/toml.js'
export { decodeContainerdTrace } from './containerd-config/trace.js'
export { type ImageFsUse, decodeCrictlImageFsInfo } from './crictl/imagefsinfo.js'
export { decodeCrictlImages } from './crictl/images.js'
export { type ContainerVolumes, decodeCrictlInspect } from './crictl/inspect.js'
export { decodeCrictlSandboxes } from './crictl/pods.js'
export { type CrictlContainer, decodeCrictlContainers } from './crictl/ps.js'
export { type ContainerUse, decodeCrictlStats } from './crictl/stats.js'
export {
  type CtrContainer,
  type CtrContainerInfo,
  decodeCtrContainerInfos,
  decodeCtrContainers,
} from './ctr/containers.js'
export { type CtrContent, type CtrIngest, decodeCtrContent, decodeCtrIngests } from './ctr/content.js'
export { type CtrImage, decodeCtrImages } from './ctr/images.js'
export type { JoinedLabels } from './ctr/labels.js'
export { type CtrLease, decodeCtrLeases } from './ctr/leases.js'
export { type CtrNamespace, decodeCtrNamespaces } from './ctr/namespaces.js'
export {
  type CtrSnapshot,
  type CtrSnapshotInfo,
  type CtrSnapshotUsage,
  decodeCtrSnapshotInfos,
  decodeCtrSnapshotUsages,
  decodeCtrSnapshots,
} from './ctr/snapshots.js'
export { identify } from './detect.js'
export { decodeDockerInspect } from './docker/inspect.js'
export { type DockerName, parseDockerName } from './docker/name.js'
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
export { decodeKubernetesMemory, encodeKubernetesMemory } from './document/kubernetes-memory.js'
export { decodeLifecyclePolicy } from './document/lifecycle-policy.js'
export { type DecodeError, type WrongFile, linesOf } from './error.js'
export type { FileDecoder } from './file.js'
export { parseRfc3339 } from './instant.js'
export { parseJsonText } from './json-text.js'
export type { FileKind, ReadTag, UnreadTag } from './kinds.js'
export { type DecodedApiServerFlags, decodeApiServerFlags } from './kube-config/api-server.js'
export {
  type ControllerManagerFlags,
  type ControllerManagerPolicies,
  type DecodedControllerManagerFlags,
  controllerManagerPolicies,
  decodeControllerManagerFlags,
} from './kube-config/controller-manager.js'
export * from './kubelet-config/index.js'
export {
  type LoggedImageRun,
  type LoggedRemoval,
  type LoggedUsage,
  decodeKubeletGcLog,
  usageOfLoggedRuns,
} from './kubelet/gc-log.js'
export { decodePressurePods } from './kubelet/pressure-pods.js'
export { type PressureStats, decodePressureStats } from './kubelet/pressure-stats.js'
export { type ContainerdLayersOf, containerdLayers } from './layers/containerd-store.js'
export { type CrictlImageLayers, decodeCrictlInspecti } from './layers/crictl-inspecti.js'
export { type CrictlLayerParts, crictlLayers } from './layers/crictl-store.js'
export { type DockerDisk, decodeDockerDisk } from './layers/docker-disk.js'
export { type DockerImage, decodeDockerImages } from './layers/docker-images.js'
export { type DockerLayerParts, dockerLayers } from './layers/docker-store.js'
export {
  type StorageContainer,
  type StorageImage,
  type StorageLayer,
  decodeStorageContainers,
  decodeStorageImages,
  decodeStorageLayers,
} from './layers/storage-files.js'
export { type StorageParts, storageLayers } from './layers/storage-store.js'
export type { DecodedLayers } from './layers/store.js'
export { type KubeletPod, decodeKubeletPods } from './kubelet/pods.js'
export { type FilesystemStats, type StatsSummary, decodeStatsSummary } from './kubelet/stats-summary.js'
export { decodeApiResources } from './kubectl/api-resources.js'
export type { ListedObject, Listing, ListRead, ObjectType, Recreated } from './kubectl/listing.js'
export { decodeKubectlObjects, decodeKubectlObjectsOf } from './kubectl/objects.js'
export { logLinksInListings, namesInListing } from './log-listing.js'
export { type KubeletContainerParts, kubeletContainerSnapshot } from './snapshot/kubelet-container.js'
export { type AssembledContainerd, containerdSnapshot } from './snapshot/containerd.js'
export type {
  ContainerdNamespaceParts,
  ContainerdParts,
  CtrNote,
  CtrStatement,
  CtrSnapshotter,
} from './snapshot/containerd-parts.js'
export type { ImageHistory, ImageVolumes, KubeletImageParts } from './snapshot/image-parts.js'
export type { CoverageStatement } from './snapshot/kubernetes-coverage.js'
export { type KubernetesClusterParts, kubernetesClusterSnapshot } from './snapshot/kubernetes-cluster.js'
export { type KubernetesEvent, kubernetesEvents } from './snapshot/kubernetes-events.js'
export { type KubernetesHistoryParts, kubernetesHistorySnapshot } from './snapshot/kubernetes-history.js'
export { type KubernetesTtlParts, kubernetesTtlSnapshot } from './snapshot/kubernetes-jobs.js'
export { type KubernetesOwnerParts, kubernetesOwnerSnapshot } from './snapshot/kubernetes-owners.js'
export { type KubernetesPodGcParts, kubernetesPodGcSnapshot } from './snapshot/kubernetes-pods.js'
export { imageFsOf, kubeletImageSnapshot } from './snapshot/kubelet-image.js'
