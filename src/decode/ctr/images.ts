import { record } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { digest, name } from '../leaf.js'
import { type JoinedLabels, joinedLabels } from './labels.js'
import { tableOf } from './table.js'

/** An image as `ctr` lists it. */
export interface CtrImage {
  readonly name: string
  /** Digest of the blob that it names. */
  readonly target: string
  readonly labels: JoinedLabels
}

/**
 * Reads the image names of one namespace from `ctr -n NAMESPACE images ls`.
 *
 * Takes the text of the table. Each name is one record; sizes are not read. Labels are separated by commas, which
 * values may contain too: if another reading would matter, they are not `certain`.
 * Order: as printed, by name. Fails with WrongFile for another kind of file, and with InvalidInput for a truncated
 * table or misplaced columns.
 *
 * @example
 * ```ts
 * import { decodeCtrImages } from 'gcplan/decode'
 *
 * const table = `REF   TYPE DIGEST   SIZE  PLATFORMS LABELS
 * app:1 m    sha256:a 3 KiB -         containerd.io/gc.expire=2026-01-01T00:00:00Z
 * `
 * const decoded = decodeCtrImages(table)
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.target, decoded.right[0]?.labels.certain) // sha256:a true
 * ```
 */
export const decodeCtrImages: FileDecoder<ReadonlyArray<CtrImage>> = tableOf(
  {
    tag: 'CtrImages',
    source: 'ctr -n NAMESPACE images ls',
    columns: ['REF', 'TYPE', 'DIGEST', 'SIZE', 'PLATFORMS', 'LABELS'],
    filledBy: 'blanks',
  },
  record({ name: ['REF', name], target: ['DIGEST', digest], labels: ['LABELS', joinedLabels] }),
)
