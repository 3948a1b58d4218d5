/**
 * Records Events on objects. Nothing that goes wrong with an event stops the work that it tells of: what can't be written is
 * tried again for two minutes, then dropped.
 */
import { millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { sleepUnless, systemClock } from '../../clock.js'
import type { Send } from '../request.js'
import {
  type Budget,
  type ObjectEvent,
  type Rate,
  type Reporter,
  type Series,
  again,
  keyOf,
  objectKeyOf,
  seriesOf,
  spend,
} from './series.js'
import { writeSeries } from './write.js'

/** How to record. */
export interface RecorderOptions extends Reporter {
  readonly clock?: Clock | undefined
  /** Ends it; what is not written by then is dropped. */
  readonly signal?: Signal | undefined
  /** Default: 25 events about one object at once, then one in 300,000 ms. */
  readonly rate?: Rate | undefined
  /** Told of each event that is not written, and why. */
  readonly onDropped?: ((event: ObjectEvent, because: string) => void) | undefined
}

/** Records events. */
export interface EventRecorder {
  /** Takes note of an event; it is written in the background. Never throws. */
  readonly record: (event: ObjectEvent) => void
  /** Resolves once all that was recorded so far is written or dropped. */
  readonly idle: () => Promise<void>
}

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go finishTime */
const finishTime = millis(360_000)

/**
 * A running series is written each time that this many looks for finished ones have gone by: half an hour.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go refreshTime
 */
const refreshEvery = 5

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go maxQueuedEvents */
const mostQueued = 1000

/**
 * Objects whose budget is remembered; that of the object that was seen first is forgotten first.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/record/events_cache.go maxLruCacheEntries
 */
const mostBudgets = 4096

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/record/events_cache.go defaultSpamBurst */
const standardRate: Rate = { burst: 25, refill: 300_000 }

/**
 * Records events of events.k8s.io/v1 as client-go does.
 *
 * Shape: the same event again (object, type, reason, action) makes no new object: the second time begins a series, later ones
 * are counted here, and the count is written every half hour and once nothing has come for six minutes. About one object 25
 * are taken at once, and one more every five minutes. What is over 1,000 waiting events is dropped, and so is what the server
 * refuses, or can't be told in twelve attempts; no failure reaches the caller. Order: of recording. Needs `create` and `patch`
 * on `events.events.k8s.io`.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go recordToSink
 *
 * @example
 * ```ts
 * import { taskEither as TE } from 'fp-ts'
 * import { type Send, eventRecorder } from 'gcplan/adapters/kubernetes'
 *
 * const send: Send = ({ method, path }) => {
 *   console.log(method, path) // POST /apis/events.k8s.io/v1/namespaces/shop/events
 *   return TE.right({ status: 201, body: {} })
 * }
 * const end = new AbortController()
 * const { record, idle } = eventRecorder(send, { controller: 'example.com/cleaner', instance: 'a', signal: end.signal })
 * const regarding = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old', uid: 'u-1' }
 * record({ regarding, type: 'Normal', reason: 'Unused', action: 'Marking', note: 'no listed object refers to it' })
 * void idle().then(() => end.abort())
 * ```
 */
export const eventRecorder = (send: Send, options: RecorderOptions): EventRecorder => {
  const { clock = systemClock, signal, rate = standardRate, onDropped = () => undefined } = options
  const writing = { send, clock, signal }
  const known = new Map<string, Series>()
  const budgets = new Map<string, Budget>()
  let waiting = 0
  let number = 0
  let working = Promise.resolve()
  let isSweeping = false

  const dropped = (event: ObjectEvent, because: string): void => {
    try {
      onDropped(event, because)
    } catch {
      // Whoever listens is no reason to stop.
    }
  }

  /** Writes what is known of a series once all that came before is written. */
  const write = (key: string, onFailure: (because: string) => void): void => {
    waiting += 1
    working = working.then(async () => {
      const series = known.get(key)
      if (series !== undefined && series.written < series.count) {
        const failure = await writeSeries(writing, series)
        const now = known.get(key)
        if (failure !== undefined) onFailure(failure)
        else if (now !== undefined) known.set(key, { ...now, written: Math.max(now.written, series.count) })
        // What the server does not have begins anew, so that no patch is sent to nothing.
        if (failure !== undefined && series.written === 0) known.delete(key)
      }
      waiting -= 1
    })
  }

  const sweep = async (): Promise<void> => {
    isSweeping = true
    for (let round = 1; known.size > 0; round++) {
      await sleepUnless(clock, finishTime, signal)
      if (signal?.aborted === true) break
      const end = clock.now().getTime() - finishTime
      for (const [key, { last }] of known) {
        const isOver = last.getTime() <= end
        if (isOver || round % refreshEvery === 0) write(key, () => undefined)
        if (isOver)
          working = working.then(() => {
            forget(key, last)
          })
      }
      await working
    }
    isSweeping = false
  }
  const forget = (key: string, last: Date): void => {
    if (known.get(key)?.last.getTime() === last.getTime()) known.delete(key)
  }

  const isAllowed = ({ regarding }: ObjectEvent, now: number): boolean => {
    const key = objectKeyOf(regarding)
    const left = spend(rate, budgets.get(key), now)
    if (left === undefined) return false
    budgets.set(key, left)
    for (const oldest of budgets.keys()) {
      if (budgets.size <= mostBudgets) break
      budgets.delete(oldest)
    }
    return true
  }

  const record = (event: ObjectEvent): void => {
    const at = clock.now()
    const key = keyOf(event)
    const before = known.get(key)
    const refusal =
      signal?.aborted === true
        ? 'ended'
        : before === undefined && waiting >= mostQueued
          ? 'too many events wait'
          : isAllowed(event, at.getTime())
            ? undefined
            : 'too many events about this object'
    if (refusal !== undefined) {
      dropped(event, refusal)
      return
    }
    known.set(key, before === undefined ? seriesOf(event, options, at, number++) : again(before, at))
    if ((before?.count ?? 0) < 2)
      write(key, (because) => {
        dropped(event, because)
      })
    if (!isSweeping) void sweep()
  }
  return { record, idle: () => working }
}
