/** Which events are written, and how: the same event again is counted, and too many about one object are left out. */
import { microTime } from '../micro-time.js'

/** An object that an event is about. */
export interface Regarding {
  readonly apiVersion: string
  readonly kind: string
  /** Absent for an object of the cluster, whose events are in `default`. */
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid?: string | undefined
}

/** What happened to an object. */
export interface ObjectEvent {
  readonly regarding: Regarding
  readonly type: 'Normal' | 'Warning'
  /** Why, in one word in PascalCase, at most 128 characters. */
  readonly reason: string
  /** What was done or tried, in one word, at most 128 characters. */
  readonly action: string
  /** For people; cut off after 1,024 bytes. */
  readonly note: string
}

/** Who reports. */
export interface Reporter {
  /** E.g. `example.com/cleaner`. */
  readonly controller: string
  /** E.g. the name of the pod. */
  readonly instance: string
}

/** An event that has been seen before. */
export interface Series {
  readonly namespace: string
  readonly name: string
  readonly body: object
  /** How often it happened. */
  readonly count: number
  readonly last: Date
  /** The count that the server knows. */
  readonly written: number
}

/** Tells apart events that are not the same. */
export const keyOf = ({ regarding, type, reason, action }: ObjectEvent): string =>
  JSON.stringify([objectKeyOf(regarding), type, reason, action])

/** Tells apart objects. */
export const objectKeyOf = ({ apiVersion, kind, namespace = '', name, uid = '' }: Regarding): string =>
  JSON.stringify([apiVersion, kind, namespace, name, uid])

/**
 * The first event of a series.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_recorder.go makeEvent
 */
export const seriesOf = (
  { regarding, type, reason, action, note }: ObjectEvent,
  { controller, instance }: Reporter,
  at: Date,
  number: number,
): Series => {
  const namespace = regarding.namespace ?? 'default'
  const nanos = BigInt(at.getTime()) * 1_000_000n + BigInt(number % 1_000_000)
  const name = `${regarding.name.slice(0, 230)}.${nanos.toString(16)}`
  return {
    ...{ namespace, name, count: 1, last: at, written: 0 },
    body: {
      ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { namespace, name } },
      ...{ eventTime: microTime(at), reportingController: controller, reportingInstance: instance.slice(0, 128) },
      ...{ type, reason: reason.slice(0, 128), action: action.slice(0, 128), note: cutTo(1024, note), regarding },
    },
  }
}

/** The same once more. */
export const again = (series: Series, at: Date): Series => ({ ...series, count: series.count + 1, last: at })

/** What the server is told of a series, as a merge patch. */
export const seriesPatch = ({ count, last }: Series): object => ({
  series: { count, lastObservedTime: microTime(last) },
})

/** Text of at most so many bytes of UTF-8; no character is cut in two. */
const cutTo = (bytes: number, text: string): string => {
  if (new TextEncoder().encode(text).length <= bytes) return text
  const room = new Uint8Array(bytes)
  const { read } = new TextEncoder().encodeInto(text, room)
  return text.slice(0, read)
}

/** How many more events about one object are allowed, as of an instant. */
export interface Budget {
  readonly tokens: number
  readonly at: number
}

/** Events about one object at once, and the milliseconds after which one more is allowed. */
export interface Rate {
  readonly burst: number
  readonly refill: number
}

/**
 * Takes one from a budget; nothing if it is used up.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/record/events_cache.go Filter
 */
export const spend = ({ burst, refill }: Rate, budget: Budget | undefined, now: number): Budget | undefined => {
  const { tokens, at } = budget ?? { tokens: burst, at: now }
  const filled = Math.min(burst, tokens + Math.max(0, now - at) / refill)
  return filled < 1 ? undefined : { tokens: filled - 1, at: now }
}
