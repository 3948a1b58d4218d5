/**
 * When a conditional reference holds. `usedat<d` holds while less than d has passed since a time of use, `usedat>d`
 * once more than d has passed, both strictly. Alternatives and several times of use are joined by OR, so a reference
 * holds before one millisecond and from another one on.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go
 */
import { maxInt64, minInt64 } from '../../core/int64.js'
import { parseDuration } from './duration.js'

/** The value of a condition label. */
export interface Condition {
  /** Key of the snapshot within its snapshotter. */
  readonly snapshotKey: string
  /** The longest `usedat<`, in nanoseconds; none when no alternative has that form. */
  readonly longestUnder: bigint | undefined
  /** The shortest `usedat>`, in nanoseconds; none when no alternative has that form. */
  readonly shortestOver: bigint | undefined
}

/** Times at which a snapshot was used, in nanoseconds since the Unix epoch. */
export interface Used {
  readonly first: bigint
  readonly last: bigint
}

/** A reference with these windows holds at millisecond t when `t < until || t >= from`. */
export interface Windows {
  readonly until: number
  readonly from: number
}

/** Reads the value of a condition label; none when it can never hold. */
export const parseCondition = (value: string): Condition | undefined => {
  const bar = value.indexOf('|')
  if (bar < 0) return undefined
  let longestUnder: bigint | undefined
  let shortestOver: bigint | undefined
  for (const alternative of value.slice(0, bar).split(',')) {
    const match = usedAt.exec(alternative)
    const span = match === null ? undefined : parseDuration(match[2] ?? '')
    if (match === null || span === undefined) continue
    // Ages saturate at the ends of an int64, so nothing is younger than the least or older than the greatest.
    if (match[1] === '<') {
      if (span > minInt64 && (longestUnder === undefined || span > longestUnder)) longestUnder = span
    } else if (span < maxInt64 && (shortestOver === undefined || span < shortestOver)) shortestOver = span
  }
  if (longestUnder === undefined && shortestOver === undefined) return undefined
  return { snapshotKey: value.slice(bar + 1), longestUnder, shortestOver }
}

/** When the condition holds for a snapshot that was used at these times. */
export const windowsOf = (condition: Condition, used: Used): Windows => ({
  until: condition.longestUnder === undefined ? -Infinity : firstMillisFrom(used.last + condition.longestUnder),
  from: condition.shortestOver === undefined ? Infinity : firstMillisFrom(used.first + condition.shortestOver + 1n),
})

/** True when a reference with these windows holds at that millisecond. */
export const isOpen = (windows: Windows, epochMillis: number): boolean =>
  epochMillis < windows.until || epochMillis >= windows.from

/** The operator swallows a following `=`, and `usedat<=1h` is no condition. */
const usedAt = /^usedat([<>])(?!=)([^]*)$/

/** The first whole millisecond that is not before this nanosecond. */
const firstMillisFrom = (nanos: bigint): number => {
  const cut = nanos / 1_000_000n
  return Number(nanos > cut * 1_000_000n ? cut + 1n : cut)
}
