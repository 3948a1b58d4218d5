import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import { mapped } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { name } from '../leaf.js'
import { usageSize } from './size.js'
import { cells, tableOf } from './table.js'

/** What a snapshot takes by itself, its parents excluded. */
export interface CtrSnapshotUsage {
  readonly key: string
  /** Bytes; unknown where the table rounds, which it does without `-b`. */
  readonly usage: Knowledge<Int64>
}

/**
 * Reads what snapshots take from `ctr -n NAMESPACE snapshots --snapshotter NAME usage -b`.
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
  mapped(cells({ KEY: name, SIZE: usageSize }), ({ KEY, SIZE }) => ({ key: KEY, usage: SIZE })),
)
