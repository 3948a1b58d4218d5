import { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import { type Decoder, inside, items, mapped, optional, record } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, size } from '../leaf.js'

/** The writable layer of one container. */
export interface ContainerUse {
  readonly id: string
  /** Bytes of the writable layer; none when the runtime has no number yet. */
  readonly usedBytes: O.Option<Int64>
}

const use: Decoder<ContainerUse> = record({
  id: ['attributes', inside('id', name)],
  usedBytes: ['writableLayer', mapped(optional(inside('usedBytes', optional(inside('value', size)))), O.flatten)],
})

/**
 * Reads what containers wrote from `crictl stats -a -o json`.
 *
 * Takes text or parsed JSON. No collector reads it; it shows what a removal may free.
 * Order: as printed. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeCrictlStats } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlStats({
 *   stats: [{ attributes: { id: 'a1' }, writableLayer: { usedBytes: { value: '20480' } } }],
 * })
 * if (decoded._tag === 'Right') console.log(JSON.stringify(decoded.right))
 * // [{"id":"a1","usedBytes":{"_tag":"Some","value":20480}}]
 * ```
 */
export const decodeCrictlStats: FileDecoder<ReadonlyArray<ContainerUse>> = fileOf(
  'CrictlStats',
  'crictl stats -a -o json',
  inside('stats', items(use)),
)
