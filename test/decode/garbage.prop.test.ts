/**
 * Answers whether the readers survive what is not theirs to read: captures with something changed, cut texts, anything.
 */
import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, it } from 'vitest'

import type { DecodeError, FileDecoder } from '../../src/decode/index.js'
import {
  decodeApiResources,
  decodeContainerdSnapshot,
  decodeCrictlContainers,
  decodeCrictlImageFsInfo,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeCrictlInspecti,
  decodeCrictlSandboxes,
  decodeCrictlStats,
  decodeCtrContainerInfos,
  decodeCtrContainers,
  decodeCtrContent,
  decodeCtrImages,
  decodeCtrIngests,
  decodeCtrLeases,
  decodeCtrNamespaces,
  decodeCtrSnapshotInfos,
  decodeCtrSnapshots,
  decodeCtrSnapshotUsages,
  decodeDockerDisk,
  decodeDockerImages,
  decodeDockerInspect,
  decodeDockerPs,
  decodeKubectlObjects,
  decodeKubectlObjectsOf,
  decodeKubeletContainerSnapshot,
  decodeKubeletImageMemory,
  decodeKubeletImageSnapshot,
  decodeKubeletPods,
  decodeStatsSummary,
  decodeStorageContainers,
  decodeStorageImages,
  decodeStorageLayers,
  identify,
  linesOf,
  parseDockerName,
  parseJsonText,
} from '../../src/decode/index.js'
import { runs } from '../runs.js'
import { mutated } from './mutate.js'
import { capture, right } from './reading.js'

const readers: ReadonlyArray<readonly [file: string, read: FileDecoder<unknown>]> = [
  ['containerd-2.1.9/crictl/ps-a.json', decodeCrictlContainers],
  ['containerd-2.1.9/crictl/old-ps-a.json', decodeCrictlContainers],
  ['containerd-2.1.9/crictl/pods.json', decodeCrictlSandboxes],
  ['containerd-2.1.9/crictl/images.json', decodeCrictlImages],
  ['containerd-2.1.9/crictl/imagefsinfo.json', decodeCrictlImageFsInfo],
  ['containerd-2.1.9/crictl/old-imagefsinfo.json', decodeCrictlImageFsInfo],
  ['containerd-2.1.9/crictl/stats-a.json', decodeCrictlStats],
  ['containerd-2.1.9/crictl/inspect-running.json', decodeCrictlInspect],
  ['kubelet-1.36.2/1-running.pods.json', decodeKubeletPods],
  ['kubelet-1.36.2/1-running.stats-summary.json', decodeStatsSummary],
  ['containerd-2.1.9/metadata/3-images-rm-sync-k8s.json', decodeContainerdSnapshot],
  ['containerd-2.1.9/ctr/0-initial/default.snapshots-info.json-seq.txt', decodeCtrSnapshotInfos],
  ['containerd-2.1.9/ctr/0-initial/k8s.io.containers-info-sandbox.json', decodeCtrContainerInfos],
  ['containerd-2.1.9/crictl/inspecti-all.json', decodeCrictlInspecti],
  ['podman-4.3.1-overlay/storage-layers.json', decodeStorageLayers],
  ['podman-4.3.1-overlay/storage-images.json', decodeStorageImages],
  ['podman-4.3.1-overlay/storage-containers.json', decodeStorageContainers],
  ['docker-28-snapshotter/image-inspect.json', decodeDockerImages],
  ['docker-28-snapshotter/api-system-df.json', decodeDockerDisk],
  ['docker-28-overlay2/ps-a.jsonl', decodeDockerPs],
  ['docker-28-overlay2/container-inspect.json', decodeDockerInspect],
  ['kubectl/list-caches.json', decodeKubectlObjects],
  ['kubectl/cascade-foreground.1-just-after-delete.json', decodeKubectlObjects],
  ['kubectl/raw-podlist.json', decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'Pod' })],
]
const tables: ReadonlyArray<readonly [file: string, read: FileDecoder<unknown>]> = [
  ['k8s.io.images-ls.txt', decodeCtrImages],
  ['build.content-ls.txt', decodeCtrContent],
  ['build.content-active.txt', decodeCtrIngests],
  ['default.snapshots-ls.txt', decodeCtrSnapshots],
  ['default.snapshots-usage.txt', decodeCtrSnapshotUsages],
  ['k8s.io.containers-ls.txt', decodeCtrContainers],
  ['build.leases-ls.txt', decodeCtrLeases],
  ['namespaces-ls.txt', decodeCtrNamespaces],
]
const all = [
  ...new Set([
    ...readers.map(([, read]) => read),
    decodeApiResources,
    ...tables.map(([, read]) => read),
    decodeKubeletContainerSnapshot,
    decodeKubeletImageSnapshot,
    decodeKubeletImageMemory,
  ]),
]

/** Says whether an answer is a value, or a refusal that a person can use. */
const isAnswer = (read: E.Either<DecodeError, unknown>): boolean => {
  if (E.isRight(read)) return true
  const error = read.left
  const lines = linesOf(error)
  if (lines.length === 0 || lines.length > 100 || !lines.every((line) => line.length < 400)) return false
  return error._tag === 'WrongFile'
    ? error.found !== '' && error.instead !== '' && error.source !== ''
    : error.problems.every(({ expected, actual }) => expected !== '' && actual !== '')
}

const textOf = (json: unknown): string =>
  Array.isArray(json) ? json.map((each) => JSON.stringify(each)).join('\n') : JSON.stringify(json)

describe('a changed capture', () => {
  it.each(readers)('%s is read or refused', (file, read) => {
    const json = right(parseJsonText(file)(capture(file)))
    fc.assert(
      fc.property(mutated(json), (changed) => isAnswer(read(changed)) && isAnswer(read(textOf(changed) ?? ''))),
      { numRuns: runs(100) },
    )
  })

  it.each(readers)('%s is read or refused when it is cut, or two of it are joined', (file, read) => {
    const text = capture(file)
    const cuts = fc.nat(text.length)
    fc.assert(
      fc.property(
        cuts,
        cuts,
        (to, from) => isAnswer(read(text.slice(0, to))) && isAnswer(read(text + text.slice(from))),
      ),
      { numRuns: runs(50) },
    )
  })
})

describe('a changed table', () => {
  it.each(tables)('%s is read or refused', (file, read) => {
    const lines = capture(`containerd-2.1.9/ctr/0-initial/${file}`).split('\n')
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        '\t',
        '-',
        ',',
        '=',
        'ä',
        '😀',
        '__proto__',
        '0B',
        '1e9',
        '\r',
        '\n',
        '2026-01-01T00:00:00Z',
      ),
      fc.string(),
    )
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(80), cell), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(changes, (edits) => {
        const changed = edits.reduce<ReadonlyArray<string>>((before, [row, from, length, put]) => {
          const line = before[row % before.length] ?? ''
          const start = from % (line.length + 1)
          return before.with(row % before.length, line.slice(0, start) + put + line.slice(start + length))
        }, lines)
        return isAnswer(read(changed.join('\n')))
      }),
      { numRuns: runs(200) },
    )
  })

  it.each(tables)('%s that is cut is refused, unless it is cut at the end of a line', (file, read) => {
    const text = capture(`containerd-2.1.9/ctr/0-initial/${file}`)
    fc.assert(
      fc.property(fc.nat(text.length - 1), (end) => {
        const answer = read(text.slice(0, end))
        return isAnswer(answer) && (E.isLeft(answer) || text[end - 1] === '\n')
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('anything at all', () => {
  it('is read or refused by every reader', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withNullPrototype: true }), (value) =>
        all.every((read) => isAnswer(read(value))),
      ),
      { numRuns: runs(500) },
    )
  })

  it('is refused as text by every reader, or read', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
      fc.json(),
    )
    fc.assert(
      fc.property(texts, (text) => all.every((read) => isAnswer(read(text)))),
      { numRuns: runs(500) },
    )
  })

  it('is of some kind', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.string()), (value) => identify(value).is !== ''))
  })

  it('is some Docker name', () => {
    const names = fc.array(fc.constantFrom('/', 'k8s', '_', '.', 'a', '__proto__', '\n')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(names, (name) => {
        const parsed = parseDockerName(name)
        return (parsed._tag === 'Foreign') === !/^\/?k8s_/.test(name)
      }),
    )
  })
})
