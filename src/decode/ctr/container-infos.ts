import type { Container } from '../../containerd/snapshot.js'
import { type Decoder, fields, mapped, oneOrMore, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, text } from '../leaf.js'
import { labels } from './snapshot-infos.js'

/** A container as `ctr` details it. */
export type CtrContainerInfo = Container

const info: Decoder<CtrContainerInfo> = mapped(
  fields({
    ID: name,
    Image: withDefault(text, ''),
    Snapshotter: withDefault(text, ''),
    SnapshotKey: withDefault(text, ''),
    Labels: labels,
  }),
  ({ ID, Image, Snapshotter, SnapshotKey, Labels }) => ({
    id: ID,
    snapshotter: Snapshotter,
    snapshotKey: SnapshotKey,
    image: Image,
    labels: Labels,
  }),
)

/**
 * Reads containers from `ctr -n NAMESPACE containers info ID`, for one id or for several one after the other.
 *
 * Takes the text of the file, or its JSON already parsed. Order: as printed. Failures: as of
 * {@link decodeCrictlContainers}.
 *
 * @example
 * ```ts
 * import { decodeCtrContainerInfos } from 'gcplan/decode'
 *
 * const decoded = decodeCtrContainerInfos({
 *   ID: 'web-1',
 *   Labels: { app: 'web' },
 *   Image: 'app:1',
 *   SnapshotKey: 'web-1',
 *   Snapshotter: 'overlayfs',
 *   Runtime: {},
 * })
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.snapshotter, decoded.right[0]?.snapshotKey) // overlayfs web-1
 * ```
 */
export const decodeCtrContainerInfos: FileDecoder<ReadonlyArray<CtrContainerInfo>> = fileOf(
  'CtrContainerInfos',
  'ctr -n NAMESPACE containers info ID',
  oneOrMore(info),
)
