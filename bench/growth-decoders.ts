/**
 * Answers what the growth of decoders is measured on: captures of the tools, with one of their items over and over, each
 * under ids and names of its own; and the files of gcplan itself.
 */
import { readFileSync } from 'node:fs'

import { either as E } from 'fp-ts'

import * as Decode from '../src/decode/index.js'
import { databaseOf, graphOf } from './containerd.input.js'
import type { Growing } from './growing.js'
import { containerSnapshot } from './kubelet-container.input.js'
import { imageSnapshot } from './kubelet-image.input.js'
import { objectsOf } from './kubernetes-owner.input.js'

const capture = (file: string): string => readFileSync(`captures/${file}`, 'utf8')

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** The text with ids and names of a copy's own. */
const copyOf = (text: string, index: number): string => {
  const hex = index.toString(16).padStart(8, '0')
  return text
    .replace(/[0-9a-f]{56}(?=[0-9a-f]{8}\b)[0-9a-f]{8}/g, (digest) => digest.slice(0, 56) + hex)
    .replace(/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/g, (uuid) => hex + uuid.slice(8))
    .replace(/("(?:name|Name|Names|uid)": *"[^"/]+)(?=")/g, `$1-${index}`)
}

/** The list at a path of keys, itself at an empty one. */
const listAt = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((from, key) => Object.entries(from ?? {}).find(([name]) => name === key)?.[1], value)

/** JSON whose list at a path is replaced by copies of its items. */
const grown = (file: string, path: ReadonlyArray<string>, size: number): string => {
  const whole: unknown = JSON.parse(capture(file))
  const list = listAt(whole, path)
  const items = (Array.isArray(list) ? list : [whole]).map((item: unknown) => JSON.stringify(item))
  const copies = `[${times(size, (index) => copyOf(items[index % items.length] ?? '', index)).join()}]`
  return path.length === 0 ? copies : JSON.stringify(whole).replace(JSON.stringify(list), () => copies)
}

type Read = Decode.FileDecoder<unknown>

const json = (name: string, file: string, path: ReadonlyArray<string>, read: Read): Growing => ({
  name: `decode ${name}`,
  prepare: (size) => {
    const text = grown(file, path, size)
    return () => read(text)
  },
})

const crictl = 'containerd-2.1.9/crictl'
const jsons: ReadonlyArray<Growing> = [
  json('crictl ps', `${crictl}/ps-a.json`, ['containers'], Decode.decodeCrictlContainers),
  json('crictl pods', `${crictl}/pods.json`, ['items'], Decode.decodeCrictlSandboxes),
  json('crictl images', `${crictl}/images.json`, ['images'], Decode.decodeCrictlImages),
  json('crictl stats', `${crictl}/stats-a.json`, ['stats'], Decode.decodeCrictlStats),
  json('crictl inspect', `${crictl}/inspect-running.json`, [], Decode.decodeCrictlInspect),
  json('crictl inspecti', `${crictl}/inspecti-all.json`, [], Decode.decodeCrictlInspecti),
  json(
    'crictl imagefsinfo',
    `${crictl}/imagefsinfo.json`,
    ['status', 'imageFilesystems'],
    Decode.decodeCrictlImageFsInfo,
  ),
  json('kubelet pods', 'kubelet-1.36.2/1-running.pods.json', ['items'], Decode.decodeKubeletPods),
  json('pressure pods', 'kubelet-1.36.2/1-running.pods.json', ['items'], Decode.decodePressurePods),
  json('stats summary', 'kubelet-1.36.2/1-running.stats-summary.json', ['pods'], Decode.decodeStatsSummary),
  json('pressure stats', 'kubelet-1.36.2/1-running.stats-summary.json', ['pods'], Decode.decodePressureStats),
  json('docker inspect', 'docker-28-overlay2/container-inspect.json', [], Decode.decodeDockerInspect),
  json('docker images', 'docker-28-snapshotter/image-inspect.json', [], Decode.decodeDockerImages),
  json('docker disk', 'docker-28-snapshotter/api-system-df.json', ['Images'], Decode.decodeDockerDisk),
  json('storage layers', 'podman-4.3.1-overlay/storage-layers.json', [], Decode.decodeStorageLayers),
  json('storage images', 'podman-4.3.1-overlay/storage-images.json', [], Decode.decodeStorageImages),
  json('storage containers', 'podman-4.3.1-overlay/storage-containers.json', [], Decode.decodeStorageContainers),
  json('kubectl objects', 'kubectl/list-caches.json', ['items'], Decode.decodeKubectlObjects),
]

/** A file with so many rows: the first ones, then copies of the last one. */
const rows = (name: string, file: string, read: Read, mark: (line: string, index: number) => string): Growing => ({
  name: `decode ${name}`,
  prepare: (size) => {
    const lines = capture(file).trimEnd().split('\n')
    const last = lines.pop() ?? ''
    const text = `${[...lines, ...times(size, (index) => mark(last, index))].join('\n')}\n`
    return () => read(text)
  },
})

const ctr = 'containerd-2.1.9/ctr/0-initial'
const inDigest = (line: string, index: number): string => copyOf(line, index)
/** Pads the first word by a number as long as the end that it takes away, so that columns stay in place. */
const inWord = (line: string, index: number): string =>
  line.replace(
    /\S+/,
    (word) =>
      word.slice(0, Math.max(1, word.length - 6)) +
      String(index)
        .padStart(6, '0')
        .slice(-Math.min(6, word.length - 1)),
  )

const tables: ReadonlyArray<Growing> = [
  rows('ctr images', `${ctr}/k8s.io.images-ls.txt`, Decode.decodeCtrImages, inWord),
  rows('ctr content', `${ctr}/build.content-ls.txt`, Decode.decodeCtrContent, inDigest),
  rows('ctr content active', `${ctr}/build.content-active.txt`, Decode.decodeCtrIngests, inWord),
  rows('ctr snapshots', `${ctr}/default.snapshots-ls.txt`, Decode.decodeCtrSnapshots, inDigest),
  rows('ctr usages', `${ctr}/default.snapshots-usage.txt`, Decode.decodeCtrSnapshotUsages, inDigest),
  rows('ctr containers', `${ctr}/k8s.io.containers-ls.txt`, Decode.decodeCtrContainers, inDigest),
  rows('ctr leases', `${ctr}/build.leases-ls.txt`, Decode.decodeCtrLeases, inWord),
  rows('docker ps', 'docker-28-overlay2/ps-a.jsonl', Decode.decodeDockerPs, inDigest),
  rows('api resources', 'kubectl/api-resources.txt', Decode.decodeApiResources, inWord),
]

const of = (name: string, textOf: (size: number) => string, read: (text: string) => unknown): Growing => ({
  name: `decode ${name}`,
  prepare: (size) => {
    const text = textOf(size)
    return () => read(text)
  },
})

/** The text of a file of gcplan's own. */
const textIn = (written: E.Either<unknown, string>): string => (E.isRight(written) ? written.right : '')

const objectsText = (size: number): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(size) })

const others: ReadonlyArray<Growing> = [
  of('kubectl pods and sets', objectsText, Decode.decodeKubectlObjects),
  of(
    'kubectl json lines',
    (size) =>
      objectsOf(size)
        .map((one) => JSON.stringify(one))
        .join('\n'),
    Decode.decodeKubectlObjects,
  ),
  of(
    'kubectl, one object n times',
    (size) => JSON.stringify(times(size, () => objectsOf(22)[0])),
    Decode.decodeKubectlObjects,
  ),
  of(
    'kubectl, n problems',
    (size) => JSON.stringify(times(size, () => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 1 } }))),
    Decode.decodeKubectlObjects,
  ),
  of(
    'kubectl, nested lists',
    (size) => '{"a":'.repeat(Math.min(size, 4000)) + '1' + '}'.repeat(Math.min(size, 4000)) + ' '.repeat(size),
    Decode.decodeKubectlObjects,
  ),
  of('identify', objectsText, Decode.identify),
  of(
    'containerd snapshot',
    (size) => textIn(Decode.encodeContainerdSnapshot(databaseOf(graphOf(size)))),
    Decode.decodeContainerdSnapshot,
  ),
  of(
    'kubelet container snapshot',
    (size) => textIn(Decode.encodeKubeletContainerSnapshot(containerSnapshot(size))),
    Decode.decodeKubeletContainerSnapshot,
  ),
  of(
    'kubelet image snapshot',
    (size) => textIn(Decode.encodeKubeletImageSnapshot(imageSnapshot(size))),
    Decode.decodeKubeletImageSnapshot,
  ),
  of(
    'kubelet image memory',
    (size) => textIn(Decode.encodeKubeletImageMemory(imageSnapshot(size).memory)),
    Decode.decodeKubeletImageMemory,
  ),
  of(
    'log directories',
    (size) => times(size, (index) => `shop_web-${index}_uid-${index}`).join('\n') + '\n',
    Decode.namesInListing,
  ),
  of('broken JSON', (size) => objectsText(size).slice(0, -1), Decode.parseJsonText('a file')),
]

export const decoders: ReadonlyArray<Growing> = [...jsons, ...tables, ...others]
