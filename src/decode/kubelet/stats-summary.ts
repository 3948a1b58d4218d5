import { option as O } from 'fp-ts'

import type { ImageFsStats } from '../../kubelet/image/snapshot.js'
import { type Decoder, inside, optional, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { instantText, size, text } from '../leaf.js'

/** Numbers of one filesystem; none where the kubelet reports none. */
export interface FilesystemStats extends ImageFsStats {
  /** When they were taken. */
  readonly at: Date
}

/** What the summary says of a node's disks. */
export interface StatsSummary {
  readonly nodeName: string
  /** The image filesystem; none while the kubelet has no numbers. */
  readonly imageFs: O.Option<FilesystemStats>
}

const filesystem: Decoder<FilesystemStats> = record({
  at: ['time', instantText],
  availableBytes: optional(size),
  capacityBytes: optional(size),
})

const imageFs: Decoder<O.Option<FilesystemStats>> = withDefault(inside('imageFs', optional(filesystem)), O.none)

/**
 * Reads the image filesystem from the kubelet's statistics summary.
 *
 * Takes text or parsed JSON. Units: bytes. Fails as {@link decodeCrictlContainers} does; rejects `crictl imagefsinfo`,
 * which has no capacity.
 *
 * @example
 * ```ts
 * import { decodeStatsSummary } from 'gcplan/decode'
 *
 * const imageFs = { time: '2026-11-21T03:02:28Z', availableBytes: 65232384000, capacityBytes: 270553174016 }
 * const decoded = decodeStatsSummary({ node: { nodeName: 'node-a', runtime: { imageFs } }, pods: [] })
 * if (decoded._tag === 'Right') console.log(JSON.stringify(decoded.right.imageFs))
 * // {"_tag":"Some","value":{"at":"2026-11-21T03:02:28.000Z","availableBytes":{"_tag":"Some","value":65232384000},"capacityBytes":{"_tag":"Some","value":270553174016}}}
 * ```
 */
export const decodeStatsSummary: FileDecoder<StatsSummary> = fileOf(
  'StatsSummary',
  'kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary',
  inside('node', record({ nodeName: text, imageFs: ['runtime', imageFs] })),
)
