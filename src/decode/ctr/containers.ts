/**
 * Containers as `ctr containers list` and `ctr containers info` print them.
 */
import { type Decoder, mapped, oneOrMore, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, text } from '../leaf.js'
import { tableOf } from './table.js'
import type { Container } from '../../containerd/snapshot.js'
import { labels } from './snapshots.js'

/** A container as `ctr` lists it: neither its snapshot nor its labels. */
export interface CtrContainer {
  readonly id: string
  /** Name of its image; empty for none. */
  readonly image: string
}

/**
 * Reads the containers of one namespace from `ctr -n NAMESPACE containers ls`.
 *
 * Takes the text of the table. What containers refer to is in {@link decodeCtrContainerInfos}.
 * Order: as printed, by id. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrContainers } from 'gcplan/decode'
 *
 * const decoded = decodeCtrContainers(`CONTAINER    IMAGE    RUNTIME
 * web-1        app:1    io.containerd.runc.v2
 * `)
 * if (decoded._tag === 'Right') console.log(decoded.right) // [ { id: 'web-1', image: 'app:1' } ]
 * ```
 */
export const decodeCtrContainers: FileDecoder<ReadonlyArray<CtrContainer>> = tableOf(
  {
    tag: 'CtrContainers',
    source: 'ctr -n NAMESPACE containers ls',
    columns: ['CONTAINER', 'IMAGE', 'RUNTIME'],
    filledBy: 'blanks',
  },
  record({ id: ['CONTAINER', name], image: ['IMAGE', mapped(text, (image) => (image === '-' ? '' : image))] }),
)

/** A container in `ctr containers info`. */
export type CtrContainerInfo = Container

const info: Decoder<CtrContainerInfo> = record({
  id: ['ID', name],
  image: ['Image', withDefault(text, '')],
  snapshotter: ['Snapshotter', withDefault(text, '')],
  snapshotKey: ['SnapshotKey', withDefault(text, '')],
  labels: ['Labels', labels],
})

/**
 * Reads containers from `ctr -n NAMESPACE containers info ID`, for one id or for several one after the other.
 *
 * Takes text or parsed JSON. Order: as printed. Failures: as of {@link decodeCrictlContainers}.
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
