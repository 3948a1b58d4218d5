/**
 * How long Events live. No controller deletes Events: etcd expires them some time after their last update. Many Events
 * share one lease, so each lives a little longer than its TTL.
 */
import { isAfter } from 'date-fns/isAfter'
import { isBefore } from 'date-fns/isBefore'

import { type Millis, after, millis } from '../../core/time.js'

/** When an Event ends. */
export type EventExpiry =
  /** A TTL below a second: it never expires. */
  | { readonly _tag: 'Never' }
  /** At `earliest` or later, and before `latest`; equal if there is no margin. */
  | { readonly _tag: 'Between'; readonly earliest: Date; readonly latest: Date }

/** Whether an Event still exists at an instant. */
export type EventFate = 'Present' | 'MayBeGone' | 'Gone'

/** The times in an Event at which it was written. */
export interface EventTimes {
  readonly metadata?: { readonly creationTimestamp?: Date | undefined } | undefined
  readonly eventTime?: Date | undefined
  readonly firstTimestamp?: Date | undefined
  readonly lastTimestamp?: Date | undefined
  readonly series?: { readonly lastObservedTime?: Date | undefined } | undefined
}

/** The default of `--event-ttl`: one hour. */
export const defaultEventTtl: Millis = millis(3_600_000)

/**
 * How much longer an Event may live: 5 % of its TTL, at most a minute, in whole seconds.
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
 * When an Event last written at an instant expires.
 *
 * Units: the TTL counts in whole seconds; below one second, Events never expire.
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

/** Whether an Event last written at one instant still exists at another. */
export const eventFate =
  (ttl: Millis) =>
  (at: Date) =>
  (lastWrite: Date): EventFate => {
    const expiry = eventExpiry(ttl)(lastWrite)
    if (expiry._tag === 'Never' || isBefore(at, expiry.earliest)) return 'Present'
    return isBefore(at, expiry.latest) ? 'MayBeGone' : 'Gone'
  }

/** The last write that an Event records, if any. The recorder sets these times, so the write may be a little later. */
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
