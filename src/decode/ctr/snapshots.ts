import { mapped } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { name, text, word } from '../leaf.js'
import { cells, tableOf } from './table.js'

/** A snapshot as `ctr` lists it: neither its snapshotter nor its labels. */
export interface CtrSnapshot {
  readonly key: string
  /** Empty for none. */
  readonly parent: string
}

/**
 * Reads the snapshots of one namespace and snapshotter from `ctr -n NAMESPACE snapshots --snapshotter NAME ls`.
 *
 * Takes the text of the table. Without `--snapshotter` it is that of `overlayfs`, unless the environment says otherwise.
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
  mapped(
    cells({ KEY: name, PARENT: text, KIND: word('Committed', 'Active', 'View', 'Unknown') }),
    ({ KEY, PARENT }) => ({ key: KEY, parent: PARENT }),
  ),
)
