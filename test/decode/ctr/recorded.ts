/**
 * Answers what the recorded tables of `ctr` are, by their names, and what the metadata of the same instant says.
 */
import type { Namespace, Snapshot } from '../../../src/containerd/index.js'
import type { FileDecoder, FileKind } from '../../../src/decode/index.js'
import {
  decodeContainerdSnapshot,
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
} from '../../../src/decode/index.js'
import { capture, capturesIn, right } from '../reading.js'

/** What each table is, by the end of its name; those without a reader are known and not read. */
export const tables: ReadonlyArray<
  readonly [ending: RegExp, kind: FileKind['_tag'], reader: FileDecoder<unknown> | null]
> = [
  [/\.images-ls\.txt$/, 'CtrImages', decodeCtrImages],
  [/\.content-ls\.txt$/, 'CtrContent', decodeCtrContent],
  [/\.content-active\.txt$/, 'CtrIngests', decodeCtrIngests],
  [/\.snapshots-ls\.txt$/, 'CtrSnapshots', decodeCtrSnapshots],
  [/\.snapshots-info\.json-seq\.txt$/, 'CtrSnapshotInfos', decodeCtrSnapshotInfos],
  [/\.snapshots-usage(-b)?\.txt$/, 'CtrSnapshotUsages', decodeCtrSnapshotUsages],
  [/\.containers-ls\.txt$/, 'CtrContainers', decodeCtrContainers],
  [/\.containers-info-\w+\.json$/, 'CtrContainerInfos', decodeCtrContainerInfos],
  [/\.leases-ls\.txt$/, 'CtrLeases', decodeCtrLeases],
  [/\/namespaces-ls\.txt$/, 'CtrNamespaces', decodeCtrNamespaces],
  [/\.images-check\.txt$/, 'CtrImagesCheck', null],
  [/\.snapshots-tree\.txt$/, 'CtrSnapshotTree', null],
  [/\.tasks-ls\.txt$/, 'CtrTasks', null],
  [/\.images-ls-q\.txt$/, 'Unrecognized', null],
]

/** Names of the recorded states. */
export const states = ['0-initial', '1-images-rm-sync', '2-leases-rm-sync', '3-images-rm-sync-k8s'] as const

/** Every recorded file with what it is. */
export const files = states
  .flatMap((state) => capturesIn(`containerd-2.1.9/ctr/${state}`))
  .map((file) => {
    const [, kind, reader] = tables.find(([ending]) => ending.test(file)) ?? [/$/, 'Empty' as const, null]
    return { file, kind, reader }
  })

/** The text of a table, e.g. `0-initial`, `k8s.io`, `images-ls.txt`. */
export const table = (state: string, namespace: string, name: string): string =>
  capture(`containerd-2.1.9/ctr/${state}/${namespace}.${name}`)

/** The whole metadata of a state. */
export const metadata = (state: string): Snapshot =>
  right(decodeContainerdSnapshot(capture(`containerd-2.1.9/metadata/${state}.json`)))

/** The namespaces of a state, with its name. */
export const namespaces: ReadonlyArray<{ readonly state: string; readonly namespace: Namespace }> = states.flatMap(
  (state) => metadata(state).namespaces.map((namespace) => ({ state, namespace })),
)
