/**
 * Events in API server listings, and when each was last written.
 */
import { either as E, function as F } from 'fp-ts'

import type { KubeObject } from '../../apiserver/object.js'
import type { EventTimes } from '../../controllers/ttl/index.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Decoder, fields, mapped, record } from '../codec.js'
import { isZeroTime } from '../instant.js'
import type { Listing } from '../kubectl/listing.js'
import { maybe, time } from '../kubectl/metadata.js'
import { kindsIn } from './kubernetes-objects.js'

/** An Event with its times. */
export type KubernetesEvent = KubeObject & EventTimes

const moment: Decoder<Date | undefined> = mapped(maybe(time), (at) =>
  at === undefined || isZeroTime(at) ? undefined : at,
)

const series = maybe(fields({ lastObservedTime: moment }))

const coreEvent: Decoder<EventTimes> = fields({
  eventTime: moment,
  firstTimestamp: moment,
  lastTimestamp: moment,
  series,
})

/** The newer group calls the old times by other names. */
const event: Decoder<EventTimes> = record({
  eventTime: moment,
  firstTimestamp: ['deprecatedFirstTimestamp', moment],
  lastTimestamp: ['deprecatedLastTimestamp', moment],
  series,
})

/**
 * Reads the Events of listings, of both groups; see `Ttl.lastWriteOf` and `Ttl.eventExpiry`.
 *
 * Order: those of the core group first, each as listed. Times are cut to the millisecond; the zero time means absent.
 * Fails with InvalidInput for invalid times, and for uids and names on which listings contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesEvents } from 'gcplan/decode'
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * const pulled = { metadata: { name: 'web.1', namespace: 'shop', uid: 'e1' }, lastTimestamp: '2026-11-21T03:01:10Z' }
 * const listing = decodeKubectlObjects({ kind: 'EventList', apiVersion: 'v1', metadata: {}, items: [pulled] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const events = kubernetesEvents([listing.right])
 * if (events._tag === 'Right') console.log(events.right.map(Ttl.lastWriteOf)) // [ 2026-11-21T03:01:10.000Z ]
 * ```
 */
export const kubernetesEvents = (
  listings: ReadonlyArray<Listing>,
): E.Either<InvalidInput, ReadonlyArray<KubernetesEvent>> =>
  F.pipe(
    listings,
    kindsIn('listings of Events')({
      core: { group: '', kind: 'Event', reader: coreEvent },
      events: { group: 'events.k8s.io', kind: 'Event', reader: event },
    }),
    E.map(({ core, events }) => [...core, ...events]),
  )
