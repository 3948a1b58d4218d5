/**
 * Decoder of `ctr snapshots info`: the labels and parents of snapshots.
 */
import type { Labels } from '../../containerd/snapshot.js'
import { type Decoder, fields, mapped, oneOrMore, withDefault } from '../codec.js'
import { pairs } from '../document/read.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, text, word } from '../leaf.js'

/** A snapshot as `ctr` details it. */
export interface CtrSnapshotInfo {
  readonly key: string
  /** Empty for none. */
  readonly parent: string
  readonly labels: Labels
}

/** Labels as Go prints them: left out or null when there are none. */
export const labels: Decoder<Labels> = withDefault(pairs, [])

const info: Decoder<CtrSnapshotInfo> = mapped(
  fields({
    Kind: word('Committed', 'Active', 'View', 'Unknown'),
    Name: name,
    Parent: withDefault(text, ''),
    Labels: labels,
  }),
  ({ Name, Parent, Labels }) => ({ key: Name, parent: Parent, labels: Labels }),
)

/**
 * Reads snapshots from `ctr -n NAMESPACE snapshots --snapshotter NAME info KEY`, for one key or for several one after the
 * other.
 *
 * Takes the text of the file, or its JSON already parsed. Order: as printed. Failures: as of
 * {@link decodeCrictlContainers}.
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
