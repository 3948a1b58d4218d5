import { describe, expect, it } from 'vitest'

import type { FileDecoder, FileKind } from '../../src/decode/index.js'
import {
  decodeCrictlContainers,
  decodeCrictlImageFsInfo,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeCrictlInspecti,
  decodeCrictlSandboxes,
  decodeCrictlStats,
  decodeDockerInspect,
  decodeDockerPs,
  decodeKubeletConfiguration,
  decodeKubeletPods,
  decodeStatsSummary,
  identify,
} from '../../src/decode/index.js'
import { capture, capturesIn, right, wrongIn } from './reading.js'

const readers: ReadonlyMap<FileKind['_tag'], FileDecoder<unknown>> = new Map<FileKind['_tag'], FileDecoder<unknown>>([
  ['CrictlPs', decodeCrictlContainers],
  ['CrictlPods', decodeCrictlSandboxes],
  ['CrictlImages', decodeCrictlImages],
  ['CrictlImagefsinfo', decodeCrictlImageFsInfo],
  ['CrictlStats', decodeCrictlStats],
  ['CrictlInspect', decodeCrictlInspect],
  ['CrictlInspecti', decodeCrictlInspecti],
  ['KubeletPods', decodeKubeletPods],
  ['StatsSummary', decodeStatsSummary],
  ['DockerPs', decodeDockerPs],
  ['DockerInspect', decodeDockerInspect],
  ['KubeletConfiguration', (input) => decodeKubeletConfiguration(JSON.parse(String(input)))],
])

/** What every capture is, by the end of its name. */
const kinds: ReadonlyArray<readonly [ending: RegExp, kind: FileKind['_tag']]> = [
  [/crictl-ps-a\.json$|\/(old-)?ps-a\.json$/, 'CrictlPs'],
  [/crictl-pods\.json$|\/(old-)?pods\.json$/, 'CrictlPods'],
  [/crictl-images\.json$|\/(old-|after-)?images\.json$/, 'CrictlImages'],
  [/imagefsinfo\.json$/, 'CrictlImagefsinfo'],
  [/stats-a\.json$/, 'CrictlStats'],
  [/inspect-\w+\.json$/, 'CrictlInspect'],
  [/\d-[\w-]+\.pods\.json$/, 'KubeletPods'],
  [/stats-summary\.json$/, 'StatsSummary'],
  [/configz\.json$/, 'KubeletConfiguration'],
  [/inspecti-\w+\.json$/, 'CrictlInspecti'],
  [/statsp\.json$/, 'CrictlStatsp'],
  [/\/info\.json$/, 'CrictlInfo'],
  [/version\.txt$/, 'CrictlVersion'],
  [/ps-a(-default)?\.txt$/, 'CrictlPsTable'],
  [/pods\.txt$/, 'CrictlPodsTable'],
  [/images\.txt$/, 'CrictlImagesTable'],
  [/images-v\.txt$/, 'CrictlImagesListing'],
  [/ps-a\.yaml$/, 'CrictlYaml'],
  [/config-\d\.yaml$/, 'KubeletConfigurationYaml'],
  [/taken-at\.txt$/, 'Time'],
  [/\.log\.txt$/, 'KubeletLog'],
]

const files = [...capturesIn('containerd-2.1.9/crictl'), ...capturesIn('kubelet-1.36.2')].map((file) => ({
  file,
  kind: kinds.find(([ending]) => ending.test(file))?.[1] ?? 'Unrecognized',
}))

describe('every capture of crictl and of the kubelet', () => {
  it('is there', () => {
    expect(files.length).toBe(62)
  })

  it.each(files)('$file is known as $kind', ({ file, kind }) => {
    expect(identify(capture(file))._tag).toBe(kind)
    expect(kind).not.toBe('Unrecognized')
  })

  it.each(files.filter(({ kind }) => readers.has(kind)))('$file is read', ({ file, kind }) => {
    expect(right(readers.get(kind)?.(capture(file)) ?? { _tag: 'Left', left: 'no reader' })).toBeDefined()
  })

  it.each(files)(
    '$file is refused by every reader of other files, with what it is and what to do',
    ({ file, kind }) => {
      for (const [wanted, read] of readers) {
        if (wanted === kind || wanted === 'KubeletConfiguration') continue
        const [line = ''] = wrongIn(read(capture(file)))
        expect(line.startsWith(`this is ${identify(capture(file)).is}, not `), `${wanted}: ${line}`).toBe(true)
        expect(line).toMatch(/; run (crictl|kubectl|docker) /)
      }
    },
  )

  it.each(files.filter(({ kind }) => !readers.has(kind)))('$file comes with advice', ({ file }) => {
    expect(identify(capture(file)).instead).toMatch(/^(run|give) .+|-o json/)
  })
})

describe('other files', () => {
  it.each<[string, unknown, FileKind['_tag']]>([
    ['lines of docker ps', capture('docker-28-overlay2/ps-a.jsonl'), 'DockerPs'],
    ['docker inspect', capture('docker-28-overlay2/container-inspect.json'), 'DockerInspect'],
    ['the layers of a store', capture('podman-4.3.1-vfs/storage-layers.json'), 'StorageLayers'],
    ['the images of a store', capture('podman-4.3.1-vfs/storage-images.json'), 'StorageImages'],
    ['the containers of a store', capture('podman-4.3.1-vfs/storage-containers.json'), 'StorageContainers'],
    ['docker image inspect', capture('docker-28-snapshotter/image-inspect.json'), 'DockerImageInspect'],
    ['the disk usage of the Docker API', capture('docker-20-vfs/api-system-df.json'), 'DockerDisk'],
    ['a list of kubectl', { kind: 'List', apiVersion: 'v1', items: [] }, 'KubectlList'],
    ['an object of kubectl', { kind: 'Pod', apiVersion: 'v1' }, 'KubernetesObject'],
    ['an OpenShift KubeletConfig', { kind: 'KubeletConfig' }, 'KubeletConfig'],
    ['a container snapshot', { kind: 'gcplan/kubelet-container-snapshot' }, 'KubeletContainerSnapshot'],
    ['an image snapshot', { kind: 'gcplan/kubelet-image-snapshot' }, 'KubeletImageSnapshot'],
    ['an image memory', { kind: 'gcplan/kubelet-image-memory' }, 'KubeletImageMemory'],
    ['a snapshot of containerd', { kind: 'gcplan/containerd-snapshot' }, 'ContainerdSnapshot'],
    ['a recording of metadata', { now: '2026-01-01T00:00:00Z', namespaces: [] }, 'ContainerdSnapshot'],
    ['namespaces of something else', { namespaces: [] }, 'Unrecognized'],
    ['a plan', { kind: 'gcplan/plan' }, 'GcplanOther'],
    ['crictl version as JSON', { version: '0.1.0', runtimeName: 'c', runtimeVersion: '2' }, 'CrictlVersion'],
    ['crictl inspectp', { status: { state: 'SANDBOX_READY' }, info: {} }, 'CrictlInspectp'],
    ['a status of no known state', { status: { state: 'ON' } }, 'Unrecognized'],
    ['a status without state', { status: {} }, 'Unrecognized'],
    ['the Engine API', [{ Id: 'a', Names: ['/a'], ImageID: 'sha256:a' }], 'DockerApiContainers'],
    ['docker images', { ID: 'a', Repository: 'r' }, 'DockerOther'],
    ['a table of docker', 'CONTAINER ID   IMAGE     COMMAND', 'DockerTable'],
    ['a table of kubectl', 'NAME   READY   STATUS', 'KubectlTable'],
    ['a lifecycle policy as YAML', '# Rules.\nkind: gcplan/lifecycle-policy\nversion: 1\n', 'LifecyclePolicy'],
    ['YAML of kubectl', 'apiVersion: v1\nkind: Pod\n', 'KubernetesYaml'],
    ['a table of crictl stats', 'CONTAINER   NAME   CPU %   MEM', 'CrictlStatsTable'],
    ['an empty list of statistics', { stats: [] }, 'CrictlStats'],
    ['nothing', '', 'Empty'],
    ['other text', 'connection refused', 'Unrecognized'],
    ['an empty object', {}, 'Unrecognized'],
    ['an empty array', [], 'Unrecognized'],
    ['a number', 7, 'Unrecognized'],
    ['null', null, 'Unrecognized'],
    ['nothing at all', undefined, 'Unrecognized'],
  ])('%s is known', (_, input, kind) => {
    expect(identify(input)._tag).toBe(kind)
  })
})
