import { describe, expect, it } from 'vitest'

import type { Config, Signal, State } from '../../../src/containerd/scheduler/index.js'
import { clampConfig, defaultConfig, releases, start, step } from '../../../src/containerd/scheduler/index.js'

const ms = 1_000_000
const config = (over: Partial<Config> = {}): Config => ({ ...defaultConfig, ...over })

/** Feeds signals one after the other; the last commands are returned with the state. */
const hear = (from: Config, ...signals: ReadonlyArray<Signal>) =>
  signals.reduce((sofar, signal) => step(sofar[0], signal), start(from))

const collected = (over: Partial<Config> = {}): State =>
  hear(config(over), { _tag: 'TimerFired', at: 100 * ms }, { _tag: 'Collected', at: 103 * ms, pause: 3 * ms })[0]

describe('start', () => {
  it('sets the timer to the startup delay', () => {
    expect(start(config())[1]).toEqual([{ _tag: 'SetTimer', at: 0, delay: 100 * ms }])
  })

  it('sets no timer without a startup delay', () => {
    expect(start(config({ startupDelay: 0 }))).toMatchObject([{ next: null }, []])
  })
})

describe('a timer that fires', () => {
  it('collects the first time whatever happened', () => {
    expect(hear(config(), { _tag: 'TimerFired', at: 100 * ms })[1]).toEqual([
      { _tag: 'Collect', at: 100 * ms, because: { _tag: 'NeverCollected' } },
    ])
  })

  it('is an idle tick when nothing is pending', () => {
    expect(step(collected(), { _tag: 'TimerFired', at: 400 * ms })[1]).toEqual([
      { _tag: 'SetTimer', at: 400 * ms, delay: 245 * ms },
    ])
  })

  it('collects after one deletion', () => {
    const [pending] = step(collected(), { _tag: 'Written', at: 200 * ms, dirty: true })
    expect(step(pending, { _tag: 'TimerFired', at: 348 * ms })[1]).toEqual([
      { _tag: 'Collect', at: 348 * ms, because: { _tag: 'Deletions', deletions: 1, deletionThreshold: 0 } },
    ])
  })

  it('collects once the writes reach the mutation threshold, not one write before', () => {
    const write: Signal = { _tag: 'Written', at: 200 * ms, dirty: false }
    const [one] = step(collected({ mutationThreshold: 2 }), write)
    const [two] = step(one, write)
    expect(step(one, { _tag: 'TimerFired', at: 348 * ms })[1]).toMatchObject([{ _tag: 'SetTimer' }])
    expect(step(two, { _tag: 'TimerFired', at: 348 * ms })[1]).toMatchObject([
      { _tag: 'Collect', because: { _tag: 'Mutations', mutations: 2, mutationThreshold: 2 } },
    ])
  })

  it('collects after a hundred writes where nothing else is set', () => {
    const write: Signal = { _tag: 'Written', at: 200 * ms, dirty: false }
    const after = (writes: number): State =>
      Array.from({ length: writes }).reduce<State>((at) => step(at, write)[0], collected())
    const commands = [99, 100].map((writes) => step(after(writes), { _tag: 'TimerFired', at: 348 * ms })[1])
    expect(commands).toMatchObject([[{ _tag: 'SetTimer' }], [{ _tag: 'Collect' }]])
  })

  it('is an idle tick with mutation threshold 0 however many writes there were', () => {
    const [written] = step(collected({ mutationThreshold: 0 }), { _tag: 'Written', at: 200 * ms, dirty: false })
    expect(step(written, { _tag: 'TimerFired', at: 348 * ms })[1]).toMatchObject([{ _tag: 'SetTimer' }])
  })
})

describe('a write', () => {
  it('does not bring a tick forward', () => {
    expect(step(collected(), { _tag: 'Written', at: 200 * ms, dirty: true })[1]).toEqual([])
  })

  it('brings it forward when the deletion threshold is reached', () => {
    const [one, none] = step(collected({ deletionThreshold: 2 }), { _tag: 'Written', at: 200 * ms, dirty: true })
    expect(none).toEqual([])
    expect(step(one, { _tag: 'Written', at: 201 * ms, dirty: true })[1]).toEqual([
      { _tag: 'SetTimer', at: 201 * ms, delay: 0 },
    ])
  })

  it('sets the first timer of a scheduler without startup delay', () => {
    const written = (dirty: boolean) =>
      hear(config({ startupDelay: 0, scheduleDelay: 5 }), { _tag: 'Written', at: 7, dirty })[1]
    expect(written(false)).toEqual([])
    expect(written(true)).toEqual([{ _tag: 'SetTimer', at: 7, delay: 5 }])
  })

  it('is forgotten when it is older than the last collection', () => {
    expect(step(collected(), { _tag: 'Written', at: 102 * ms, dirty: true })[0]).toMatchObject({ deletions: 0 })
    expect(step(collected(), { _tag: 'Written', at: 103 * ms, dirty: true })[0]).toMatchObject({ deletions: 1 })
  })

  it('is forgotten when it comes during a collection', () => {
    const [busy] = hear(config(), { _tag: 'TimerFired', at: 100 * ms })
    expect(step(busy, { _tag: 'Written', at: 101 * ms, dirty: true })).toEqual([busy, []])
  })
})

describe('a trigger', () => {
  it('brings the tick forward and is answered with its result', () => {
    const [asked, commands] = step(collected(), { _tag: 'Triggered', at: 200 * ms, waiter: 'a' })
    const [busy] = step(asked, { _tag: 'TimerFired', at: 200 * ms })
    expect(commands).toEqual([{ _tag: 'SetTimer', at: 200 * ms, delay: 0 }])
    expect(step(busy, { _tag: 'Collected', at: 201 * ms, pause: ms })[1][0]).toEqual({
      _tag: 'Resolve',
      at: 201 * ms,
      waiters: ['a'],
      ok: true,
    })
  })

  it('leaves an earlier due time alone', () => {
    const later = collected({ scheduleDelay: 1000 * ms })
    expect(step(later, { _tag: 'Triggered', at: 200 * ms, waiter: 'a' })[1]).toEqual([])
  })

  it('that comes during a collection causes another one', () => {
    const [busy] = hear(
      config(),
      { _tag: 'TimerFired', at: 100 * ms },
      { _tag: 'Triggered', at: 101 * ms, waiter: 'b' },
    )
    const [idle, commands] = step(busy, { _tag: 'Collected', at: 103 * ms, pause: ms })
    expect(commands).toEqual([
      { _tag: 'SetTimer', at: 103 * ms, delay: 245 * ms },
      { _tag: 'SetTimer', at: 103 * ms, delay: 0 },
    ])
    expect(idle).toMatchObject({ triggered: true, waiters: ['b'], arrivals: [] })
  })

  it('whose waiter gave up still collects', () => {
    const [asked] = step(collected(), { _tag: 'Triggered', at: 200 * ms, waiter: 'a' })
    const [alone] = step(asked, { _tag: 'GaveUp', at: 200 * ms, waiter: 'a' })
    expect(alone).toMatchObject({ triggered: true, waiters: [] })
  })
})

describe('the interval', () => {
  const after = (over: Partial<Config>, pause: number) =>
    hear(config(over), { _tag: 'TimerFired', at: 0 }, { _tag: 'Collected', at: ms, pause })[0].interval

  it('is 245 ms for fast collections under default settings', () => {
    expect(after({}, ms)).toBe(245 * ms)
  })

  it('is 5 ms at the largest threshold', () => {
    expect(after({ pauseThreshold: 0.5 }, ms)).toBe(5 * ms)
  })

  it('knows no floor in 1.6', () => {
    expect(after(releases.containerd_1_6, ms)).toBe(49 * ms)
  })

  it('stays a second with pause threshold 0', () => {
    expect(after({ pauseThreshold: 0 }, 900 * ms)).toBe(1000 * ms)
  })

  it('follows the average over all collections', () => {
    const [state] = [100, 300].reduce(
      ([sofar], pause) =>
        step(step({ ...sofar, triggered: true }, { _tag: 'TimerFired', at: pause * ms })[0], {
          _tag: 'Collected',
          at: (pause + 1) * ms,
          pause: pause * ms,
        }),
      start(config({ pauseThreshold: 0.5 })),
    )
    expect(state.interval).toBe(200 * ms)
  })
})

describe('a failing collection', () => {
  it('kills the scheduler when it is the first of an older release', () => {
    const [dead, commands] = hear(
      config(releases.containerd_2_0),
      { _tag: 'TimerFired', at: 100 * ms },
      { _tag: 'CollectionFailed', at: 101 * ms },
    )
    expect(commands).toEqual([{ _tag: 'Crash', at: 101 * ms }])
    expect(step(dead, { _tag: 'Triggered', at: 102 * ms, waiter: 'a' })).toEqual([dead, []])
  })

  it('is tried again after the schedule delay when it is the first', () => {
    expect(
      hear(
        config({ scheduleDelay: 7 }),
        { _tag: 'TimerFired', at: 100 * ms },
        { _tag: 'CollectionFailed', at: 101 * ms },
      )[1],
    ).toEqual([{ _tag: 'SetTimer', at: 101 * ms, delay: 7 }])
  })

  it('is tried again a second later than the last wait, keeps its counts and fails its waiters', () => {
    const [asked] = step(collected(), { _tag: 'Triggered', at: 200 * ms, waiter: 'a' })
    const [busy] = step(asked, { _tag: 'TimerFired', at: 200 * ms })
    const [failed, commands] = step(busy, { _tag: 'CollectionFailed', at: 250 * ms })
    expect(commands).toEqual([
      { _tag: 'Resolve', at: 250 * ms, waiters: ['a'], ok: false },
      { _tag: 'SetTimer', at: 250 * ms, delay: (200 - 103 + 1000) * ms },
    ])
    expect(failed).toMatchObject({ triggered: true, last: 250 * ms, collections: 1 })
  })
})

describe('clampConfig', () => {
  it('reports what was out of bounds', () => {
    expect(
      clampConfig(releases.containerd_2_3)({ pauseThreshold: 0.7, mutationThreshold: -1, deletionThreshold: -3 }),
    ).toEqual({
      config: { ...defaultConfig, pauseThreshold: 0.5, mutationThreshold: 0, deletionThreshold: -3 },
      clamps: [
        { field: 'pauseThreshold', given: 0.7, used: 0.5 },
        { field: 'mutationThreshold', given: -1, used: 0 },
      ],
    })
  })
})

describe('a signal that cannot happen', () => {
  const [busy] = hear(config(), { _tag: 'TimerFired', at: 100 * ms })

  it('changes nothing and asks for nothing', () => {
    expect(step(busy, { _tag: 'TimerFired', at: 101 * ms })).toEqual([busy, []])
    expect(step(collected(), { _tag: 'Collected', at: 200 * ms, pause: ms })).toEqual([collected(), []])
    expect(step(collected(), { _tag: 'CollectionFailed', at: 200 * ms })).toEqual([collected(), []])
  })

  it('is everything once the scheduler died', () => {
    const dead = { ...collected(), mode: 'crashed' as const }
    const at = 200 * ms
    for (const signal of [
      { _tag: 'Written', at, dirty: true },
      { _tag: 'Awaited', at, waiter: 'a' },
      { _tag: 'GaveUp', at, waiter: 'a' },
      { _tag: 'TimerFired', at },
      { _tag: 'Collected', at, pause: ms },
      { _tag: 'CollectionFailed', at },
    ] as const)
      expect(step(dead, signal)).toEqual([dead, []])
  })
})

describe('a waiter', () => {
  it('asks for nothing by itself', () => {
    const [waiting, commands] = step(collected(), { _tag: 'Awaited', at: 200 * ms, waiter: 'a' })
    expect(commands).toEqual([])
    expect(waiting).toMatchObject({ triggered: false, waiters: ['a'] })
  })

  it('that comes during a collection waits for its end, asking for nothing before', () => {
    const [busy] = hear(config(), { _tag: 'TimerFired', at: 100 * ms })
    const [later, commands] = step(busy, { _tag: 'Triggered', at: 101 * ms, waiter: 'b' })
    expect(commands).toEqual([])
    expect(later).toMatchObject({ waiters: [], arrivals: [{ waiter: 'b', trigger: true }] })
  })

  it('that gives up is forgotten, and no other', () => {
    const asked = ['a', 'b', 'c'].reduce(
      (state, waiter) => step(state, { _tag: 'Awaited', at: 200 * ms, waiter })[0],
      collected(),
    )
    const [left, commands] = step(asked, { _tag: 'GaveUp', at: 200 * ms, waiter: 'b' })
    expect(left.waiters).toEqual(['a', 'c'])
    expect(commands).toEqual([])
    const [busy] = hear(config(), { _tag: 'TimerFired', at: 100 * ms })
    const arrived = ['a', 'b'].reduce(
      (state, waiter) => step(state, { _tag: 'Triggered', at: 200 * ms, waiter })[0],
      busy,
    )
    expect(step(arrived, { _tag: 'GaveUp', at: 200 * ms, waiter: 'a' })[0].arrivals).toEqual([
      { waiter: 'b', trigger: true },
    ])
  })

  it('is told once how a collection ended, well or not', () => {
    const [asked] = step(collected(), { _tag: 'Triggered', at: 200 * ms, waiter: 'a' })
    const [busy, begun] = step(asked, { _tag: 'TimerFired', at: 200 * ms })
    expect(begun).toEqual([{ _tag: 'Collect', at: 200 * ms, because: { _tag: 'Triggered' } }])
    for (const signal of [
      { _tag: 'Collected', at: 250 * ms, pause: ms },
      { _tag: 'CollectionFailed', at: 250 * ms },
    ] as const)
      expect(step(busy, signal)[0].waiters).toEqual([])
  })

  it('that came during the collection that kills the scheduler asks for nothing more', () => {
    const [busy] = hear(
      config(releases.containerd_2_0),
      { _tag: 'TimerFired', at: 100 * ms },
      { _tag: 'Triggered', at: 101 * ms, waiter: 'b' },
    )
    const [dead, commands] = step(busy, { _tag: 'CollectionFailed', at: 102 * ms })
    expect(commands).toEqual([{ _tag: 'Crash', at: 102 * ms }])
    expect(dead).toEqual({ ...busy, mode: 'crashed' })
  })
})
