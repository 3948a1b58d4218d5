/** Which command, with which flag, takes a file of a kind. */
import { type FileKind, type WrongFile, identify, kindFound } from '../decode/index.js'
import type { Text } from './command.js'

const container = 'plan kubelet-container'
const reclaim = 'plan reclaim'
const tables = 'plan containerd --ctr NAMESPACE=FILE,...'

const takers: Readonly<Partial<Record<FileKind['_tag'], string>>> = {
  CrictlPs: 'plan kubelet-image --containers',
  CrictlPods: `${container} --sandboxes`,
  CrictlImages: 'plan kubelet-image --images',
  CrictlStats: 'forecast node --container-stats',
  CrictlInspect: 'plan kubelet-image --inspect',
  CrictlInspecti: `${reclaim} --inspecti`,
  StorageLayers: `${reclaim} --storage-layers`,
  StorageImages: `${reclaim} --storage-images`,
  StorageContainers: `${reclaim} --storage-containers`,
  DockerImageInspect: `${reclaim} --docker-images`,
  DockerDisk: `${reclaim} --docker-disk`,
  DockerPs: `${container} --containers`,
  DockerInspect: `${container} --containers`,
  KubeletPods: `${container} --pods`,
  StatsSummary: 'plan kubelet-image --stats',
  KubeletConfiguration: 'lint kubelet',
  KubeletConfigurationYaml: 'lint kubelet',
  KubeletConfig: 'lint kubelet',
  KubectlList: 'plan kubernetes',
  KubernetesObject: 'plan kubernetes',
  KubernetesObjects: 'plan kubernetes',
  KubernetesYaml: 'plan kubernetes',
  KubectlVersion: 'plan kubernetes',
  ApiResources: 'plan kubernetes --api-resources',
  KubeletContainerSnapshot: `${container} --snapshot`,
  KubeletImageSnapshot: 'plan kubelet-image --snapshot',
  KubeletImageMemory: 'plan kubelet-image --memory',
  KubernetesMemory: 'plan kubernetes --memory',
  LifecyclePolicy: 'plan kubernetes --lifecycle',
  ContainerdTrace: 'schedule containerd',
  ContainerdSnapshot: 'plan containerd',
  CtrImages: tables,
  CtrContent: tables,
  CtrIngests: tables,
  CtrSnapshots: tables,
  CtrSnapshotInfos: tables,
  CtrSnapshotUsages: tables,
  CtrContainers: tables,
  CtrContainerInfos: tables,
  CtrLeases: tables,
  CtrNamespaces: 'plan containerd --namespaces',
  GcplanOther: 'diff, digest or apply, if it is a plan,',
}

/** A clause that says who takes a file of this kind; nothing for what nobody reads. */
export const sayTaker = (tag: FileKind['_tag']): string | undefined => {
  const taker = takers[tag]
  return taker === undefined ? undefined : `gcplan ${taker} takes it`
}

/** The same behind what is wrong with the file. */
export const alsoTaker = (tag: FileKind['_tag']): string => {
  const taker = sayTaker(tag)
  return taker === undefined ? '' : `; ${taker}`
}

/** What a file is that an error calls another one: of one that was read in parts the text is but the beginning. */
export const kindOf = ({ text, listing }: Pick<Text, 'text' | 'listing'>, error: WrongFile): FileKind =>
  listing === undefined ? identify(text) : kindFound(error)
