/**
 * Decoder of `crictl imagefsinfo -o json`: the used bytes and inodes of the image filesystems, without capacity.
 */
import type { Int64 } from '../../core/int64.js'
import { type Decoder, decoder, inside, items, mapped, own, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { nanoseconds, size, text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** The use of one image filesystem. */
export interface ImageFsUse {
  readonly mountpoint: string
  readonly at: Date
  /** Bytes on disk, unpacked; not comparable with image sizes. */
  readonly usedBytes: Int64
  readonly inodesUsed: Int64
}

const quantity: Decoder<Int64> = withDefault(inside('value', withDefault(size, 0)), 0)

const use: Decoder<ImageFsUse> = record({
  mountpoint: ['fsId', withDefault(inside('mountpoint', withDefault(text, '')), '')],
  at: ['timestamp', nanoseconds],
  usedBytes: quantity,
  inodesUsed: quantity,
})

const listed = inside('imageFilesystems', items(use))
const single: Decoder<ReadonlyArray<ImageFsUse>> = mapped(use, (only) => [only])

/** Old releases of crictl print the first filesystem in place of the list. */
const status: Decoder<ReadonlyArray<ImageFsUse>> = decoder('an object', (value, context) =>
  (isRecord(value) && own(value, 'imageFilesystems') === undefined ? single : listed).validate(value, context),
)

/**
 * Reads the use of the image filesystems from `crictl imagefsinfo -o json`.
 *
 * Takes text or parsed JSON, of old and new crictl. The image collector also needs capacity and free space: see
 * {@link decodeStatsSummary}. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeCrictlImageFsInfo } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlImageFsInfo(
 *   '{"status": {"timestamp": "1795229552556364291", "fsId": {"mountpoint": "/m"}, "usedBytes": {"value": "3264512"}}}',
 * )
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.usedBytes) // 3264512
 * ```
 */
export const decodeCrictlImageFsInfo: FileDecoder<ReadonlyArray<ImageFsUse>> = fileOf(
  'CrictlImagefsinfo',
  'crictl imagefsinfo -o json',
  inside('status', status),
)
