/**
 * File detection by content, never by file name.
 */
import { either as E } from 'fp-ts'

import { own } from './codec.js'
import { identifyKubernetes, identifyObjects, isVersionInfo } from './detect-kubernetes.js'
import { identifyText } from './detect-text.js'
import { parseJsonText } from './json-text.js'
import { type FileKind, describeKind } from './kinds.js'
import { isRecord } from '../internal/lists.js'

/**
 * Says what a file is, and what to do if it cannot be read.
 *
 * Takes the text of a file, or JSON that is already parsed. Looks only at marks, so a file of a kind may still be broken.
 * A list without `kind` is crictl's.
 *
 * @example
 * ```ts
 * import { identify } from 'gcplan/decode'
 *
 * console.log(identify('{"containers": []}').is) // the container list of crictl ps
 * console.log(identify('IMAGE      TAG      IMAGE ID      SIZE').instead) // run crictl images -o json
 * ```
 */
export const identify = (input: unknown): FileKind => {
  const parsed = typeof input === 'string' ? parseJsonText('')(input) : E.right(input)
  return describeKind(E.isRight(parsed) ? identifyJson(parsed.right) : identifyText(String(input)))
}

/** The kind of an already parsed document. */
export const identifyJson = (value: unknown): FileKind['_tag'] => {
  if (Array.isArray(value)) return identifyArray(value)
  if (!isRecord(value)) return 'Unrecognized'
  const kind = own(value, 'kind')
  if (typeof kind === 'string') return identifyKubernetes(value, kind) ?? identifyKind(kind)
  if (isRecord(own(value, 'clientVersion')) || isVersionInfo(value)) return 'KubectlVersion'
  if (isRecord(own(value, 'kubeletconfig'))) return 'KubeletConfiguration'
  if (isRecord(own(value, 'node')) && Array.isArray(own(value, 'pods'))) return 'StatsSummary'
  return listMarks.find(([field]) => Array.isArray(own(value, field)))?.[1](value) ?? identifyObject(value)
}

const identifyKind = (kind: string): FileKind['_tag'] =>
  namedKinds.get(kind) ??
  (kind.startsWith('gcplan/') ? 'GcplanOther' : kind.endsWith('List') ? 'KubectlList' : 'KubernetesObject')

const namedKinds: ReadonlyMap<string, FileKind['_tag']> = new Map([
  ['PodList', 'KubeletPods'],
  ['KubeletConfiguration', 'KubeletConfiguration'],
  ['KubeletConfig', 'KubeletConfig'],
  ['gcplan/kubelet-container-snapshot', 'KubeletContainerSnapshot'],
  ['gcplan/kubelet-image-snapshot', 'KubeletImageSnapshot'],
  ['gcplan/kubelet-image-memory', 'KubeletImageMemory'],
  ['gcplan/containerd-snapshot', 'ContainerdSnapshot'],
  ['gcplan/kubernetes-memory', 'KubernetesMemory'],
  ['gcplan/lifecycle-policy', 'LifecyclePolicy'],
])

type Marked = Readonly<Record<string, unknown>>

const listMarks: ReadonlyArray<readonly [field: string, kindOf: (value: Marked) => FileKind['_tag']]> = [
  ['namespaces', (value) => (Object.hasOwn(value, 'now') ? 'ContainerdSnapshot' : 'Unrecognized')],
  ['containers', () => 'CrictlPs'],
  ['items', () => 'CrictlPods'],
  ['images', () => 'CrictlImages'],
  ['events', (value) => (Object.hasOwn(value, 'untilNs') ? 'ContainerdTrace' : 'Unrecognized')],
  ['stats', (value) => (areOfSandboxes(own(value, 'stats')) ? 'CrictlStatsp' : 'CrictlStats')],
]

/** Statistics of a sandbox carry the uid of its pod; those of a container do not. */
const areOfSandboxes = (stats: unknown): boolean => {
  const first: unknown = Array.isArray(stats) ? stats[0] : undefined
  const attributes = isRecord(first) ? own(first, 'attributes') : undefined
  const metadata = isRecord(attributes) ? own(attributes, 'metadata') : undefined
  return isRecord(metadata) && Object.hasOwn(metadata, 'uid')
}

const identifyArray = (values: ReadonlyArray<unknown>): FileKind['_tag'] => {
  const first = values[0]
  return isRecord(first) ? (identifyObjects(first) ?? identifyObject(first)) : 'Unrecognized'
}

const identifyObject = (value: Marked): FileKind['_tag'] => {
  const status = own(value, 'status')
  if (!isRecord(status)) return identifyStorage(value) ?? identifyCapital(value)
  if (Object.hasOwn(status, 'imageFilesystems') || Object.hasOwn(status, 'fsId')) return 'CrictlImagefsinfo'
  if (Object.hasOwn(status, 'repoTags')) return 'CrictlInspecti'
  if (Array.isArray(own(status, 'conditions'))) return 'CrictlInfo'
  const state = own(status, 'state')
  if (typeof state !== 'string') return 'Unrecognized'
  if (state.startsWith('CONTAINER_')) return 'CrictlInspect'
  return state.startsWith('SANDBOX_') ? 'CrictlInspectp' : 'Unrecognized'
}

/** A file of containers/storage; a layer that was not pulled has no mark. */
const identifyStorage = (value: Marked): FileKind['_tag'] | null => {
  if (typeof own(value, 'id') !== 'string') return null
  if (['big-data-names', 'big-data-sizes', 'names-history'].some((mark) => Object.hasOwn(value, mark)))
    return 'StorageImages'
  if (typeof own(value, 'layer') === 'string' && typeof own(value, 'image') === 'string') return 'StorageContainers'
  return Object.hasOwn(value, 'diff-digest') ? 'StorageLayers' : null
}

/** Docker's field names begin with a capital letter: `ID` in its command line, `Id` in its engine. So do those of ctr. */
const identifyCapital = (value: Marked): FileKind['_tag'] => {
  const has = (...names: ReadonlyArray<string>): boolean => names.every((name) => Object.hasOwn(value, name))
  if (has('runtimeName', 'runtimeVersion')) return 'CrictlVersion'
  if (has('ID', 'Snapshotter', 'SnapshotKey')) return 'CtrContainerInfos'
  if (has('Kind', 'Name', 'Created', 'Updated')) return 'CtrSnapshotInfos'
  if (has('ID', 'Names', 'Image')) return 'DockerPs'
  if (has('Id', 'State', 'Config')) return 'DockerInspect'
  if (has('Id', 'Names', 'ImageID')) return 'DockerApiContainers'
  if (has('Id', 'RepoTags', 'RootFS')) return 'DockerImageInspect'
  if (has('LayersSize', 'Images', 'Containers')) return 'DockerDisk'
  return dockerMarks.some((names) => has(...names)) ? 'DockerOther' : 'Unrecognized'
}

const dockerMarks: ReadonlyArray<ReadonlyArray<string>> = [
  ['ID', 'Repository'],
  ['Id', 'RepoTags'],
  ['Client'],
  ['ServerVersion'],
  ['LayersSize'],
  ['Name', 'Driver'],
  ['TotalCount', 'Reclaimable'],
]
