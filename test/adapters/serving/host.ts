/** A program that serves for a test, with a clock that the test moves. */
import { either as E } from 'fp-ts'
import { onTestFinished } from 'vitest'

import {
  type Response,
  type Route,
  type Serving,
  type ServingEvent,
  type ServingOptions,
  defaultLimits,
  plain,
  serve,
} from '../../../src/adapters/serving/index.js'
import { millis } from '../../../src/core/index.js'
import { type VirtualClock, virtualClock } from '../../../src/testing/virtual-clock.js'

/** What a test sees and moves. */
export interface Host {
  readonly serving: Serving
  readonly clock: VirtualClock
  readonly events: ReadonlyArray<ServingEvent>
  /** Resolves with the next event of this kind that nobody awaited yet. */
  readonly next: (tag: ServingEvent['_tag']) => Promise<ServingEvent>
  readonly end: () => void
  /** Lets the files of the certificate be read once more, to the end of that read. */
  readonly reread: () => Promise<void>
}

/** A route for GET. */
export const get = (path: string, answer: () => Response | Promise<Response>): Route => ({
  method: 'GET',
  path,
  handle: () => async () => answer(),
})

export const hello: Route = get('/hello', () => plain(200, 'hello'))

/** Starts a program; the test's end ends it. */
export const hosting = async (options: Partial<ServingOptions> = {}): Promise<Host> => {
  let now = new Date(0)
  let sleeps = 0
  const moved = virtualClock(
    () => now,
    (at) => {
      now = at
    },
  )
  const clock: VirtualClock = {
    ...moved,
    sleep: (span, cancelled) => {
      if (span === defaultLimits.certificateMillis) sleeps += 1
      return moved.sleep(span, cancelled)
    },
  }
  const reread = async (): Promise<void> => {
    const before = sleeps
    await clock.advance(millis(defaultLimits.certificateMillis))
    while (sleeps === before) await new Promise((resolve) => setImmediate(resolve))
  }
  const events: ServingEvent[] = []
  let seen = 0
  let arrived = (): void => undefined
  const log = (event: ServingEvent): void => {
    events.push(event)
    arrived()
  }
  const next = async (tag: ServingEvent['_tag']): Promise<ServingEvent> => {
    for (;;) {
      const event = events[seen]
      if (event === undefined)
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      else {
        seen += 1
        if (event._tag === tag) return event
      }
    }
  }
  const ending = new AbortController()
  const started = await serve({
    ...{ host: '127.0.0.1', port: 0, clock, signal: ending.signal, log, routes: [hello] },
    ...options,
  })()
  if (E.isLeft(started)) throw new Error(JSON.stringify(started.left))
  const serving = started.right
  onTestFinished(async () => {
    ending.abort()
    const closed = serving.closed()
    await clock.advance({ hours: 1 })
    await closed
  })
  return { serving, clock, events, next, end: () => ending.abort(), reread }
}
