import * as fc from 'fast-check'
import { describe, it } from 'vitest'

import type { Config, Trace } from '../../../src/containerd/scheduler/index.js'
import { defaultConfig, simulate, start, step } from '../../../src/containerd/scheduler/index.js'
import { runs } from '../../runs.js'

const ms = 1_000_000

const anyConfig: fc.Arbitrary<Config> = fc.record({
  pauseThreshold: fc.constantFrom(0, 0.01, 0.02, 0.1, 0.5),
  deletionThreshold: fc.integer({ min: -1, max: 5 }),
  mutationThreshold: fc.integer({ min: 0, max: 20 }),
  scheduleDelay: fc.constantFrom(0, ms, 200 * ms),
  startupDelay: fc.constantFrom(0, 100 * ms),
  pauseFloor: fc.constant(true),
  firstFailure: fc.constantFrom('crash', 'retry'),
})

const anyTrace: fc.Arbitrary<Trace> = fc.record({
  events: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 3000 * ms }), fc.constantFrom('write', 'dirty', 'trigger', 'wait')), {
      maxLength: 40,
    })
    .map((events) =>
      events
        .sort(([a], [b]) => a - b)
        .map(([at, kind], index) =>
          kind === 'write' || kind === 'dirty'
            ? ({ _tag: 'Written', at, dirty: kind === 'dirty' } as const)
            : ({ _tag: kind === 'trigger' ? 'Triggered' : 'Awaited', at, waiter: String(index) } as const),
        ),
    ),
  outcomes: fc.array(
    fc.record({
      duration: fc.integer({ min: 1, max: 300 * ms }),
      pause: fc.integer({ min: 0, max: 300 * ms }),
      fails: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  until: fc.constant(5000 * ms),
})

/** Share of ten minutes spent in pauses when every tick has a deletion to collect. */
const shareOfPauses = (pauseThreshold: number, pauses: ReadonlyArray<number>): number => {
  const { runs, state } = simulate({ ...defaultConfig, pauseThreshold })({
    events: Array.from({ length: 60_000 }, (_, index) => ({ _tag: 'Written', at: index * 10 * ms, dirty: true })),
    outcomes: pauses.map((pause) => ({ duration: pause, pause, fails: false })),
    until: 600_000 * ms,
  })
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined || runs.length < 10) return Infinity
  return (state.pauses - (last.end - last.start)) / (last.start - first.start)
}

describe('the scheduler', () => {
  it('never runs two collections at once, and every list is in order of time', () => {
    fc.assert(
      fc.property(anyConfig, anyTrace, (config, trace) => {
        const { runs, timers } = simulate(config)(trace)
        return (
          runs.every((run, index) => run.start <= run.end && run.start >= (runs[index - 1]?.end ?? 0)) &&
          timers.every((timer, index) => timer.at >= (timers[index - 1]?.at ?? 0) && timer.delay >= 0)
        )
      }),
    )
  })

  it('answers a waiter with a collection that began no earlier than the question', () => {
    fc.assert(
      fc.property(anyConfig, anyTrace, (config, trace) => {
        const { runs, resolved } = simulate(config)(trace)
        return trace.events.every((event) => {
          const answer = event._tag === 'Written' || event._tag === 'GaveUp' ? undefined : resolved.get(event.waiter)
          return answer === undefined || runs.some((run) => run.end === answer.at && run.start >= event.at)
        })
      }),
    )
  })

  it('spends at most the pause threshold in pauses that do not grow while nothing forces it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.01, 0.02, 0.1, 0.5),
        fc.array(fc.integer({ min: 5 * ms, max: 40 * ms }), { minLength: 1, maxLength: 8 }),
        (pauseThreshold, pauses) =>
          shareOfPauses(
            pauseThreshold,
            pauses.toSorted((a, b) => b - a),
          ) <=
          pauseThreshold * (1 + 1e-6),
      ),
      { numRuns: runs(20) },
    )
  })

  it('tends to the pause threshold after a pause that grew', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.1, 0.5),
        fc.integer({ min: 5 * ms, max: 40 * ms }),
        fc.integer({ min: 5 * ms, max: 40 * ms }),
        (pauseThreshold, first, then) => shareOfPauses(pauseThreshold, [first, then]) <= pauseThreshold * 1.02,
      ),
      { numRuns: runs(20) },
    )
  })

  it('leaves the state that it was given untouched', () => {
    fc.assert(
      fc.property(anyConfig, fc.boolean(), (config, dirty) => {
        const [state] = start(config)
        const before = JSON.stringify(state)
        step(Object.freeze({ ...state, waiters: Object.freeze([]), arrivals: Object.freeze([]) }), {
          _tag: 'Written',
          at: 5,
          dirty,
        })
        return JSON.stringify(state) === before
      }),
    )
  })
})
