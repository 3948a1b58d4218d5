/**
 * Number and bytes of a set of records. Only blobs and snapshots are counted; the others take next to no room.
 */
import type { Int64 } from '../../core/int64.js'

/** Size of a set of blobs and snapshots. */
export interface Extent {
  /** How many records of blobs and snapshots. */
  readonly records: number
  /** Bytes of those whose size is known, a blob once for every namespace that records it. */
  readonly bytes: Int64
  /** How many of the records are of unknown size, and so count no bytes. */
  readonly unknown: number
}

/** What becomes free with a number of blobs and snapshots. */
export interface Freed extends Extent {
  /**
   * Bytes among them that leave the disk: a blob is one file, which stays while another namespace keeps a record of it or
   * an ingest that expects it, or while an ingest whose expected blob is unknown is kept.
   */
  readonly onDisk: Int64
}
