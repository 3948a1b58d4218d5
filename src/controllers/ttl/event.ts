/**
 * How long Events live. No controller deletes Events: etcd expires them some time after their last update. Many Events
 * share one lease, so each lives a little longer than its TTL.
 */
import { isAfter } from 'date-fns/isAfter'
import { isBefore } from 'date-fns/isBefore'

import { type Millis, after, millis } from '../../core/time.js'

/** When an Event ends. */
export type EventExpiry =
  /** A TTL of less than a second means no end. */
  | { readonly _tag: 'Never' }
  /** At `earliest` or later, and before `latest`; the two are one where the length leaves no margin. */
  | { readonly _tag: 'Between'; readonly earliest: Date; readonly latest: Date }

/** What becomes of an Event by an instant. */
export type EventFate = 'Present' | 'MayBeGone' | 'Gone'

/** What an Event says of the times at which it was written. */
export interface EventTimes {
  readonly metadata?: { readonly creationTimestamp?: Date | undefined } | undefined
  readonly eventTime?: Date | undefined
  readonly firstTimestamp?: Date | undefined
  readonly lastTimestamp?: Date | undefined
  readonly series?: { readonly lastObservedTime?: Date | undefined } | undefined
}

/** The length that the API server gives Events where nothing else is said: one hour. */
export const defaultEventTtl: Millis = millis(3_600_000)

/**
 * How much longer an Event may live: a twentieth of its length, at most a minute, in whole seconds.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/etcd3/lease_manager.go getReuseDurationSecondsLocked
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * console.log(Ttl.eventMargin(Ttl.defaultEventTtl), Ttl.eventMargin(millis(90_000))) // 60000 4000
 * ```
 */
export const eventMargin = (ttl: Millis): Millis => millis(Math.min(60, Math.floor(wholeSeconds(ttl) / 20)) * 1000)

/**
 * When an Event ends that was last created or updated at an instant; every update begins its term anew.
 *
 * Units: of the length whole seconds count; less than one second means that Events never end.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/event/storage/storage.go NewREST
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * console.log(Ttl.eventExpiry(Ttl.defaultEventTtl)(new Date('2026-01-01T12:00:00Z')))
 * // {
 * //   _tag: 'Between',
 * //   earliest: 2026-01-01T13:00:00.000Z,
 * //   latest: 2026-01-01T13:01:00.000Z
 * // }
 * ```
 */
export const eventExpiry =
  (ttl: Millis) =>
  (lastWrite: Date): EventExpiry => {
    const seconds = wholeSeconds(ttl)
    if (seconds <= 0) return { _tag: 'Never' }
    const earliest = after(lastWrite, millis(seconds * 1000))
    return { _tag: 'Between', earliest, latest: after(earliest, eventMargin(ttl)) }
  }

/** What becomes by an instant of an Event that was last written at another; in between it is unknown. */
export const eventFate =
  (ttl: Millis) =>
  (at: Date) =>
  (lastWrite: Date): EventFate => {
    const expiry = eventExpiry(ttl)(lastWrite)
    if (expiry._tag === 'Never' || isBefore(at, expiry.earliest)) return 'Present'
    return isBefore(at, expiry.latest) ? 'MayBeGone' : 'Gone'
  }

/**
 * The last write that an Event tells of; nothing where it has none. Its times are those of whoever recorded it, so that
 * the write itself may have come a little later.
 */
export const lastWriteOf = ({
  metadata,
  eventTime,
  firstTimestamp,
  lastTimestamp,
  series,
}: EventTimes): Date | undefined => {
  let last: Date | undefined
  for (const time of [metadata?.creationTimestamp, eventTime, firstTimestamp, lastTimestamp, series?.lastObservedTime])
    if (time !== undefined && (last === undefined || isAfter(time, last))) last = time
  return last
}

const wholeSeconds = (ttl: Millis): number => Math.floor(ttl / 1000)
