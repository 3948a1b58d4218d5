import { mapped } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { name } from '../leaf.js'
import { decimalSize } from './size.js'
import { cells, tableOf } from './table.js'

/** An unfinished write as `ctr` lists it: neither its expiry time nor the digest it expects. */
export interface CtrIngest {
  readonly ref: string
}

/**
 * Reads the unfinished writes of one namespace from `ctr -n NAMESPACE content active`.
 *
 * Takes the text of the table. Order: as printed. Failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrIngests } from 'gcplan/decode'
 *
 * const decoded = decodeCtrIngests('REF\tSIZE\tAGE\t\nlayer-1\t12B\t2 seconds\t\n')
 * if (decoded._tag === 'Right') console.log(decoded.right) // [ { ref: 'layer-1' } ]
 * ```
 */
export const decodeCtrIngests: FileDecoder<ReadonlyArray<CtrIngest>> = tableOf(
  { tag: 'CtrIngests', source: 'ctr -n NAMESPACE content active', columns: ['REF', 'SIZE', 'AGE'], filledBy: 'tabs' },
  mapped(cells({ REF: name, SIZE: decimalSize }), ({ REF }) => ({ ref: REF })),
)
