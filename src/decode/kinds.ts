/**
 * The table of file kinds: a description of each, and what to run or do with it.
 */
import type { WrongFile } from './error.js'

/** A file kind that one of the decoders reads. */
export type ReadTag =
  | 'CrictlPs'
  | 'CrictlPods'
  | 'CrictlImages'
  | 'CrictlImagefsinfo'
  | 'CrictlStats'
  | 'CrictlInspect'
  | 'CrictlInspecti'
  | 'StorageLayers'
  | 'StorageImages'
  | 'StorageContainers'
  | 'DockerImageInspect'
  | 'DockerDisk'
  | 'KubeletPods'
  | 'StatsSummary'
  | 'KubeletConfiguration'
  | 'KubeletConfig'
  | 'DockerPs'
  | 'DockerInspect'
  | 'KubectlList'
  | 'KubernetesObject'
  | 'KubernetesObjects'
  | 'KubernetesMetadata'
  | 'KubectlVersion'
  | 'ApiResources'
  | 'KubeletContainerSnapshot'
  | 'KubeletImageSnapshot'
  | 'KubeletImageMemory'
  | 'KubernetesMemory'
  | 'LifecyclePolicy'
  | 'ContainerdTrace'
  | 'ContainerdSnapshot'
  | 'CtrImages'
  | 'CtrContent'
  | 'CtrIngests'
  | 'CtrSnapshots'
  | 'CtrSnapshotInfos'
  | 'CtrSnapshotUsages'
  | 'CtrContainers'
  | 'CtrContainerInfos'
  | 'CtrLeases'
  | 'CtrNamespaces'

/** A file kind that is recognized but not decoded. */
export type UnreadTag =
  | 'CrictlPsTable'
  | 'CrictlPodsTable'
  | 'CrictlImagesTable'
  | 'CrictlImagesListing'
  | 'CrictlStatsTable'
  | 'CrictlYaml'
  | 'CrictlVersion'
  | 'CrictlInfo'
  | 'CrictlInspectp'
  | 'CrictlStatsp'
  | 'KubeletConfigurationYaml'
  | 'KubernetesYaml'
  | 'KubectlTable'
  | 'KubernetesTable'
  | 'KubernetesStatus'
  | 'KubernetesWatch'
  | 'AuditLog'
  | 'KubeletLog'
  | 'DockerTable'
  | 'DockerApiContainers'
  | 'DockerOther'
  | 'CtrImagesCheck'
  | 'CtrSnapshotTree'
  | 'CtrTasks'
  | 'GcplanOther'
  | 'Time'
  | 'Empty'
  | 'Unrecognized'

/** What a file is. */
export interface FileKind {
  readonly _tag: ReadTag | UnreadTag
  /** In words, to stand after "this is". */
  readonly is: string
  /** How to get such a file; for a kind that is not decoded, how to get one that is. */
  readonly instead: string
}

const run = (command: string): string => `run ${command}`
const ps = run('crictl ps -a -o json')
const pods = run('crictl pods -o json')
const images = run('crictl images -o json')
const kubeletPods = run('kubectl get --raw /api/v1/nodes/NODE/proxy/pods')
const statsSummary = run('kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary')
const kubectlGet = run('kubectl get KINDS -A -o json')
const dockerPs = run("docker ps -a --no-trunc --format '{{json .}}'")
const dockerInspect = run('docker inspect $(docker ps -aq)')
const storage = (name: string): string => `give /var/lib/containers/storage/overlay-${name}/${name}.json`
const ctr = (command: string): string => run(`ctr -n NAMESPACE ${command}`)
const anyFile = 'give JSON of crictl, docker or the kubelet, what ctr prints, or a snapshot'

const kinds: Readonly<Record<FileKind['_tag'], readonly [is: string, instead: string]>> = {
  CrictlPs: ['the container list of crictl ps', ps],
  CrictlPods: ['the sandbox list of crictl pods', pods],
  CrictlImages: ['the image list of crictl images', images],
  CrictlImagefsinfo: ['the answer of crictl imagefsinfo, which knows no capacity', run('crictl imagefsinfo -o json')],
  CrictlStats: ['the container statistics of crictl stats', run('crictl stats -a -o json')],
  CrictlInspect: ['the container status of crictl inspect', run('crictl inspect -o json $(crictl ps -aq)')],
  CrictlInspecti: ['the image status of crictl inspecti', run('crictl inspecti -o json $(crictl images -q)')],
  StorageLayers: ['the layers of containers/storage', storage('layers')],
  StorageImages: ['the images of containers/storage', storage('images')],
  StorageContainers: ['the containers of containers/storage', storage('containers')],
  DockerImageInspect: [
    'the image details of docker image inspect',
    run('docker image inspect $(docker image ls -aq --no-trunc)'),
  ],
  DockerDisk: [
    'the disk usage of the Docker Engine API',
    run('curl --unix-socket /var/run/docker.sock http://localhost/system/df'),
  ],
  KubeletPods: ['the pod list of a kubelet', kubeletPods],
  StatsSummary: ['the statistics summary of a kubelet', statsSummary],
  KubeletConfiguration: ['a KubeletConfiguration', run('kubectl get --raw /api/v1/nodes/NODE/proxy/configz')],
  KubeletConfig: ['a KubeletConfig of OpenShift', run('oc get kubeletconfig NAME -o json')],
  DockerPs: ['the container list of docker ps', dockerPs],
  DockerInspect: ['the container details of docker inspect', dockerInspect],
  KubeletContainerSnapshot: ['a kubelet-container snapshot', 'give a file of kind gcplan/kubelet-container-snapshot'],
  KubeletImageSnapshot: ['a kubelet-image snapshot', 'give a file of kind gcplan/kubelet-image-snapshot'],
  KubeletImageMemory: ['a kubelet-image memory', 'give a file of kind gcplan/kubelet-image-memory'],
  KubernetesMemory: ['a Kubernetes memory', 'give a file of kind gcplan/kubernetes-memory'],
  LifecyclePolicy: ['a lifecycle policy', 'give a file of kind gcplan/lifecycle-policy'],
  ContainerdTrace: [
    'a course of events for the scheduler of containerd',
    'write one: {"events": [{"at": "2s", "type": "trigger"}], "untilNs": "1m"}',
  ],
  ContainerdSnapshot: ['a containerd snapshot', 'give a file of kind gcplan/containerd-snapshot'],
  CtrImages: ['the table of ctr images ls', ctr('images ls')],
  CtrContent: ['the table of ctr content ls', ctr('content ls')],
  CtrIngests: ['the table of ctr content active', ctr('content active')],
  CtrSnapshots: ['the table of ctr snapshots ls', ctr('snapshots --snapshotter NAME ls')],
  CtrSnapshotInfos: ['the answer of ctr snapshots info', ctr('snapshots --snapshotter NAME info KEY, for every key')],
  CtrSnapshotUsages: ['the table of ctr snapshots usage', ctr('snapshots --snapshotter NAME usage -b')],
  CtrContainers: ['the table of ctr containers ls', ctr('containers ls')],
  CtrContainerInfos: ['the answer of ctr containers info', ctr('containers info ID, for every id')],
  CtrLeases: ['the table of ctr leases ls', ctr('leases ls')],
  CtrNamespaces: ['the table of ctr namespaces ls', run('ctr namespaces ls')],
  CrictlPsTable: ['the table of crictl ps', ps],
  CrictlPodsTable: ['the table of crictl pods', pods],
  CrictlImagesTable: ['the table of crictl images', images],
  CrictlImagesListing: ['the listing of crictl images -v', images],
  CrictlStatsTable: ['the table of crictl stats', run('crictl stats -a -o json')],
  CrictlYaml: ['output of crictl as YAML', 'run the same command with -o json'],
  CrictlVersion: ['the answer of crictl version', ps],
  CrictlInfo: ['the runtime status of crictl info', ps],
  CrictlInspectp: ['the sandbox status of crictl inspectp', pods],
  CrictlStatsp: ['the sandbox statistics of crictl statsp', statsSummary],
  KubeletConfigurationYaml: [
    'a KubeletConfiguration as YAML',
    'give it as the policy, or run kubectl get --raw /api/v1/nodes/NODE/proxy/configz',
  ],
  KubernetesYaml: ['a Kubernetes object as YAML', 'run kubectl get with -o json, or convert it with yq -o json'],
  KubectlTable: ['a table of kubectl get', kubectlGet],
  KubectlList: ['a list of kubectl get, where static pods have other uids than on their node', kubectlGet],
  KubectlVersion: ['the answer of kubectl version', run('kubectl version -o json')],
  KubernetesObject: ['a Kubernetes object', kubectlGet],
  KubernetesObjects: ['Kubernetes objects, one after the other', kubectlGet],
  KubernetesMetadata: ['metadata of Kubernetes objects that does not say of which kind they are', kubectlGet],
  KubernetesTable: ['a Table of the API server, which shows no owners', kubectlGet],
  KubernetesStatus: ['an answer of the API server that says how a request ended', kubectlGet],
  KubernetesWatch: ['events of a watch', kubectlGet],
  ApiResources: ['a list of API resources', run('kubectl api-resources -o wide')],
  AuditLog: ['an audit log of the API server', kubectlGet],
  KubeletLog: ['a log, as the kubelet writes it', anyFile],
  DockerTable: ['a table of docker', dockerPs],
  DockerApiContainers: ['the container list of the Docker Engine API', dockerInspect],
  DockerOther: ['output of docker about something else than containers and images', dockerPs],
  CtrImagesCheck: ['the table of ctr images check', ctr('images ls')],
  CtrSnapshotTree: ['the tree of ctr snapshots tree', ctr('snapshots --snapshotter NAME ls')],
  CtrTasks: ['the table of ctr tasks ls', ctr('containers ls')],
  GcplanOther: ['a file of gcplan, but neither a snapshot nor a memory', anyFile],
  Time: ['a time', anyFile],
  Empty: ['an empty file', 'see whether the command that should have written it printed an error'],
  Unrecognized: ['a file of no known kind', anyFile],
}

const isTag = (name: string): name is FileKind['_tag'] => Object.hasOwn(kinds, name)

/** What is known of a kind. */
export const describeKind = (_tag: FileKind['_tag']): FileKind => {
  const [is, instead] = kinds[_tag]
  return { _tag, is, instead }
}

/**
 * The kind of the file that an error found in place of the right one.
 *
 * Shape: `Unrecognized` for words that are none of this table's. For a file that was read in parts, where there is no text to look at.
 *
 * @example
 * ```ts
 * import { decodeCrictlImages, kindFound } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlImages('{"containers": []}')
 * if (decoded._tag === 'Left' && decoded.left._tag === 'WrongFile') console.log(kindFound(decoded.left)._tag) // CrictlPs
 * ```
 */
export const kindFound = ({ found }: WrongFile): FileKind => {
  const isFound = (is: string): boolean => found === is || found.startsWith(`${is}, at `)
  const tag = Object.keys(kinds)
    .filter(isTag)
    .find((one) => isFound(describeKind(one).is))
  return describeKind(tag ?? 'Unrecognized')
}
