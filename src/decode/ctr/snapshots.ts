/**
 * Snapshots as `ctr snapshots list`, `info` and `usage` print them.
 */
import { type Decoder, mapped, oneOrMore, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, text, word } from '../leaf.js'
import { tableOf } from './table.js'
import type { Labels } from '../../containerd/snapshot.js'
import { pairs } from '../document/read.js'
import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import { usageSize } from './size.js'

/** A snapshot as `ctr` lists it: neither its snapshotter nor its labels. */
export interface CtrSnapshot {
  readonly key: string
  /** Empty for none. */
  readonly parent: string
}

const kind = word('Committed', 'Active', 'View', 'Unknown')

/**
 * Reads the snapshots of one namespace and snapshotter from `ctr -n NAMESPACE snapshots --snapshotter NAME ls`.
 *
 * Takes the text of the table. The default snapshotter is `overlayfs`, unless the environment sets another.
 * Order: as printed, by key. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrSnapshots } from 'gcplan/decode'
 *
 * const decoded = decodeCtrSnapshots(`KEY   PARENT KIND
 * base         Committed
 * app-1 base   Active
 * `)
 * if (decoded._tag === 'Right') console.log(decoded.right.map(({ parent }) => parent)) // [ '', 'base' ]
 * ```
 */
export const decodeCtrSnapshots: FileDecoder<ReadonlyArray<CtrSnapshot>> = tableOf(
  {
    tag: 'CtrSnapshots',
    source: 'ctr -n NAMESPACE snapshots ls',
    columns: ['KEY', 'PARENT', 'KIND'],
    filledBy: 'blanks',
  },
  mapped(record({ key: ['KEY', name], parent: ['PARENT', text], kind: ['KIND', kind] }), ({ key, parent }) => ({
    key,
    parent,
  })),
)

/** A snapshot in `ctr snapshots info`. */
export interface CtrSnapshotInfo {
  readonly key: string
  /** Empty for none. */
  readonly parent: string
  readonly labels: Labels
}

/** Labels as Go prints them: left out or null when there are none. */
export const labels: Decoder<Labels> = withDefault(pairs, [])

const info: Decoder<CtrSnapshotInfo> = mapped(
  record({
    kind: ['Kind', kind],
    key: ['Name', name],
    parent: ['Parent', withDefault(text, '')],
    labels: ['Labels', labels],
  }),
  ({ key, parent, labels: own }) => ({ key, parent, labels: own }),
)

/**
 * Reads snapshots from `ctr -n NAMESPACE snapshots --snapshotter NAME info KEY`, for one key or for several one after
 * the other.
 *
 * Takes text or parsed JSON. Order: as printed. Failures: as of {@link decodeCrictlContainers}.
 *
 * @example
 * ```ts
 * import { decodeCtrSnapshotInfos } from 'gcplan/decode'
 *
 * const decoded = decodeCtrSnapshotInfos(`{
 *     "Kind": "Committed",
 *     "Name": "base"
 * }
 * {
 *     "Kind": "Active",
 *     "Name": "app",
 *     "Parent": "base",
 *     "Labels": { "containerd.io/gc.root": "2026-11-21T00:00:00Z" }
 * }`)
 * if (decoded._tag === 'Right') console.log(decoded.right.map(({ labels }) => labels.length)) // [ 0, 1 ]
 * ```
 */
export const decodeCtrSnapshotInfos: FileDecoder<ReadonlyArray<CtrSnapshotInfo>> = fileOf(
  'CtrSnapshotInfos',
  'ctr -n NAMESPACE snapshots info KEY',
  oneOrMore(info),
)

/** A snapshot's size without its parents. */
export interface CtrSnapshotUsage {
  readonly key: string
  /** Bytes; unknown where the table rounds, which it does without `-b`. */
  readonly usage: Knowledge<Int64>
}

/**
 * Reads sizes of snapshots from `ctr -n NAMESPACE snapshots --snapshotter NAME usage -b`.
 *
 * Takes the text of the table. Order: as printed, by key. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrSnapshotUsages } from 'gcplan/decode'
 *
 * const decoded = decodeCtrSnapshotUsages(`KEY  SIZE    INODES
 * base 212992  7
 * app  4.0 KiB 1
 * `)
 * if (decoded._tag === 'Right') console.log(decoded.right.map(({ usage }) => usage._tag)) // [ 'Known', 'Unknown' ]
 * ```
 */
export const decodeCtrSnapshotUsages: FileDecoder<ReadonlyArray<CtrSnapshotUsage>> = tableOf(
  {
    tag: 'CtrSnapshotUsages',
    source: 'ctr -n NAMESPACE snapshots usage -b',
    columns: ['KEY', 'SIZE', 'INODES'],
    filledBy: 'blanks',
  },
  record({ key: ['KEY', name], usage: ['SIZE', usageSize] }),
)
