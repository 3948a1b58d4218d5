/**
 * Sums sizes for many sets of records at once, in columns of doubles. If the sum of all sizes is not exact in a
 * double, sizes are split into limbs of 21 bits, whose sums are.
 */
import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { elementAt } from '../../internal/lists.js'

/** By index, a row of: records, records of unknown size, limbs of bytes, limbs of bytes that leave the disk. */
export interface Tally {
  readonly limbs: number
  readonly columns: ReadonlyArray<Float64Array>
}

/** One row of a tally, or a sum of such. */
export type Row = ReadonlyArray<number>

const limbBits = 21
/** Limbs of a size of any width. */
export const wideLimbs = 3

/** How many limbs a size takes so that the sum of all these is exact. */
export const limbsFor = (eachSize: (visit: (size: Int64 | undefined) => void) => void): number => {
  let sum = 0
  eachSize((size) => {
    sum += typeof size === 'string' ? Infinity : (size ?? 0)
  })
  return sum > Number.MAX_SAFE_INTEGER ? wideLimbs : 1
}

/** A tally of zeros. */
export const emptyTally = (limbs: number, length: number): Tally => ({
  limbs,
  columns: Array.from({ length: 2 + 2 * limbs }, () => new Float64Array(length)),
})

/** Adds a record to a row. */
export const addTo = ({ limbs, columns }: Tally, index: number, size: Int64 | undefined, leavesDisk: boolean): void => {
  increase(columns, 0, index, 1)
  if (size === undefined) {
    increase(columns, 1, index, 1)
    return
  }
  for (let limb = 0; limb < limbs; limb++) {
    const part = limbs === 1 && typeof size === 'number' ? size : limbOf(size, limb)
    increase(columns, 2 + limb, index, part)
    if (leavesDisk) increase(columns, 2 + limbs + limb, index, part)
  }
}

/** One row. */
export const rowOf = ({ columns }: Tally, index: number): Row => columns.map((column) => column[index] ?? 0)

/** A row of zeros. */
export const zeros = (limbs: number): Row => new Array<number>(2 + 2 * limbs).fill(0)

/** The sum of two rows. */
export const plus = (left: Row, right: Row): Row => left.map((figure, column) => figure + elementAt(right, column))

/** What is left of a row without another one. */
export const minus = (left: Row, right: Row): Row => left.map((figure, column) => figure - elementAt(right, column))

/** A row in words. */
export const extentOf = (row: Row): Extent => {
  const limbs = (row.length - 2) / 2
  return { records: elementAt(row, 0), bytes: fromLimbs(row.slice(2, 2 + limbs)), unknown: elementAt(row, 1) }
}

/** A row in words, with what leaves the disk. */
export const freedOf = (row: Row): Freed => ({ ...extentOf(row), onDisk: fromLimbs(row.slice(1 + row.length / 2)) })

const increase = (columns: Tally['columns'], column: number, index: number, by: number): void => {
  const figures = elementAt(columns, column)
  figures[index] = (figures[index] ?? 0) + by
}

const limbOf = (size: Int64, limb: number): number =>
  Number(BigInt.asUintN(limbBits, int64ToBigint(size) >> BigInt(limb * limbBits)))

const fromLimbs = (limbs: Row): Int64 =>
  limbs.length === 1
    ? elementAt(limbs, 0)
    : int64FromBigint(limbs.reduce((sum, part, limb) => sum + (BigInt(part) << BigInt(limb * limbBits)), 0n))

/** Size of a set of blobs and snapshots. */
export interface Extent {
  /** Number of records. */
  readonly records: number
  /** Bytes of records whose size is known; a blob counts once per namespace. */
  readonly bytes: Int64
  /** How many records have an unknown size. */
  readonly unknown: number
}

/** What removing blobs and snapshots frees. */
export interface Freed extends Extent {
  /**
   * Bytes that leave the disk. A blob stays on disk while another namespace records it, an ingest expects it, or an
   * ingest whose expected blob is unknown is kept.
   */
  readonly onDisk: Int64
}
