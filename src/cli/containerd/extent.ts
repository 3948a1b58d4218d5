/** Wording for the number and size of records. */
import type { Extent, Freed } from '../../containerd/analysis/index.js'
import { formatBytes } from '../../render/index.js'
import type { Format } from '../plan/flags.js'

/** Bytes and blobs and snapshots of one extent; bytes are exact in `wide`. */
export const sayExtent =
  (format: Format) =>
  ({ bytes, records, unknown }: Extent): string => {
    if (records === 0) return 'nothing'
    if (unknown === records) return `${unknown} of unknown size`
    return unknown === 0
      ? `${sizeIn(format, bytes)} in ${records}`
      : `${sizeIn(format, bytes)} in ${records - unknown}, and ${unknown} of unknown size`
  }

/** Bytes freed on disk; records of unknown size may add to them. */
export const sayOnDisk =
  (format: Format) =>
  ({ onDisk, records, unknown }: Freed): string => {
    if (records > 0 && unknown === records) return 'unknown'
    return `${sizeIn(format, onDisk)}${unknown === 0 ? '' : ' or more'}`
  }

/** Bytes, exact in `wide`. */
export const sizeIn = (format: Format, bytes: Extent['bytes']): string =>
  format === 'wide' ? `${bytes} B` : formatBytes(bytes)
