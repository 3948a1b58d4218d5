/**
 * Content as `ctr content ls` and ingests as `ctr content active` print them.
 */
import type { Int64 } from '../../core/int64.js'
import { mapped, record } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { digest, name } from '../leaf.js'
import { type JoinedLabels, joinedLabels } from './labels.js'
import { decimalSize } from './size.js'
import { tableOf } from './table.js'

/** A blob as `ctr` lists it. */
export interface CtrContent {
  readonly digest: string
  /** Bytes, rounded to four digits from a thousand on. */
  readonly size: Int64
  /** True when the size is not rounded. */
  readonly exact: boolean
  readonly labels: JoinedLabels
}

/**
 * Reads the blobs of one namespace from `ctr -n NAMESPACE content ls`.
 *
 * Takes the text of the table. Order: as printed, by digest. Units: bytes; the table rounds to four digits.
 * Labels and failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrContent } from 'gcplan/decode'
 *
 * const decoded = decodeCtrContent('DIGEST\tSIZE\tAGE\tLABELS\nsha256:a\t65.35kB\t2 seconds\tmirror=shop/web,team/batch\n')
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.size, decoded.right[0]?.labels.pairs) // 65350 [ [ 'mirror', 'shop/web,team/batch' ] ]
 * ```
 */
export const decodeCtrContent: FileDecoder<ReadonlyArray<CtrContent>> = tableOf(
  {
    tag: 'CtrContent',
    source: 'ctr -n NAMESPACE content ls',
    columns: ['DIGEST', 'SIZE', 'AGE', 'LABELS'],
    filledBy: 'tabs',
  },
  mapped(
    record({ digest: ['DIGEST', digest], size: ['SIZE', decimalSize], labels: ['LABELS', joinedLabels] }),
    ({ size: { bytes, exact }, ...blob }) => ({ ...blob, size: bytes, exact }),
  ),
)

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
  mapped(record({ ref: ['REF', name], size: ['SIZE', decimalSize] }), ({ ref }) => ({ ref })),
)
