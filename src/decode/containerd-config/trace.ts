/**
 * Decoder of scheduler traces: mutations, triggers, and how each collection went. Same format as the recordings.
 */
import { option as O } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { CollectionOutcome, Nanos, Trace, TraceEvent } from '../../containerd/scheduler/index.js'
import { parseGoDuration } from '../../core/go-duration.js'
import { type Decoder, type Of, fields, items, mapped, reading, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { flag, word } from '../leaf.js'

/** Nanoseconds as a number, or a Go duration such as `1.5s`; zero or more, at most 2^53 - 1. */
const nanos: Decoder<Nanos> = reading(
  'nanoseconds, zero or more, as a whole number or as text such as "1.5s"',
  (value) => {
    if (typeof value !== 'string') return isNanos(value) ? O.some(value) : O.none
    return pipe(O.fromEither(parseGoDuration(value)), O.map(Number), O.filter(isNanos))
  },
)

const isNanos = (value: unknown): value is Nanos => Number.isSafeInteger(value) && Number(value) >= 0

const recordedEvent = fields({
  at: nanos,
  type: word('mutation', 'trigger', 'wait'),
  dirty: withDefault(flag, false),
})

const outcome: Decoder<CollectionOutcome> = record({
  duration: ['durationNs', withDefault(nanos, 0)],
  pause: ['elapsedNs', withDefault(nanos, 0)],
  fails: ['fail', withDefault(flag, false)],
})

const events: Decoder<ReadonlyArray<TraceEvent>> = mapped(items(recordedEvent), (recorded) =>
  recorded
    .map((event, index) => ({ event, index }))
    .toSorted((a, b) => a.event.at - b.event.at || a.index - b.index)
    .map(({ event, index }) => eventOf(event, index)),
)

const eventOf = ({ at, type, dirty }: Of<typeof recordedEvent>, index: number): TraceEvent => {
  switch (type) {
    case 'mutation':
      return { _tag: 'Written', at, dirty }
    case 'trigger':
      return { _tag: 'Triggered', at, waiter: `events[${index}]` }
    case 'wait':
      return { _tag: 'Awaited', at, waiter: `events[${index}]` }
  }
}

/**
 * Reads a trace of events for containerd's scheduler.
 *
 * Shape: `events` (`at`, `type` one of `mutation`, `trigger`, `wait`, and `dirty` for a write that followed a
 * deletion), `gc` (how the first, second, ... collection goes: `durationNs`, `elapsedNs` for the pause, `fail`; the
 * last one repeats; none: instant success), `untilNs`. Waiters are named by their place in the file, e.g. `events[2]`.
 * Order: by `at`; events of one instant keep their order.
 * Units: nanoseconds since the scheduler started, as numbers, or as text such as `1.5s`.
 * Fails: `InvalidInput` with every problem, `WrongFile` for a file of another kind.
 *
 * @example
 * ```ts
 * import { decodeContainerdTrace } from 'gcplan/decode'
 *
 * const decoded = decodeContainerdTrace('{"events": [{"at": "2s", "type": "trigger"}], "untilNs": "1m"}')
 * if (decoded._tag === 'Right') console.log(decoded.right.events[0]?.at, decoded.right.until) // 2000000000 60000000000
 * ```
 */
export const decodeContainerdTrace: FileDecoder<Trace> = fileOf(
  'ContainerdTrace',
  'a course of events for the scheduler of containerd',
  record({ events, outcomes: ['gc', withDefault(items(outcome), [])], until: ['untilNs', nanos] }),
)
