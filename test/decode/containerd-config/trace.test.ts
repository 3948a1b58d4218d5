import { readFileSync } from 'node:fs'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { decodeContainerdTrace, identify, linesOf } from '../../../src/decode/index.js'

const read = (document: unknown): unknown => {
  const decoded = decodeContainerdTrace(document)
  return E.isRight(decoded) ? decoded.right : linesOf(decoded.left)
}

describe('a course of events', () => {
  it('counts time in nanoseconds, as numbers or as text', () => {
    expect(
      read({
        events: [
          { at: 1, type: 'mutation' },
          { at: '2us', type: 'mutation', dirty: true },
        ],
        gc: [{ durationNs: '20ms', elapsedNs: 5_000_000 }],
        untilNs: '1m',
      }),
    ).toEqual({
      events: [
        { _tag: 'Written', at: 1, dirty: false },
        { _tag: 'Written', at: 2000, dirty: true },
      ],
      outcomes: [{ duration: 20_000_000, pause: 5_000_000, fails: false }],
      until: 60_000_000_000,
    })
  })
  it('calls waiters by their place in the file and puts events in order of time', () => {
    const events = [
      { at: 5, type: 'wait' },
      { at: 3, type: 'trigger' },
      { at: 3, type: 'mutation' },
    ]
    expect(read({ events, untilNs: 9 })).toMatchObject({
      events: [
        { _tag: 'Triggered', at: 3, waiter: 'events[1]' },
        { _tag: 'Written', at: 3 },
        { _tag: 'Awaited', at: 5, waiter: 'events[0]' },
      ],
      outcomes: [],
    })
  })
  it('reads every recorded course', () => {
    const { cases } = JSON.parse(readFileSync('vectors/containerd/scheduler.json', 'utf8')) as {
      readonly cases: ReadonlyArray<{ readonly name: string; readonly input: unknown }>
    }
    expect(cases.filter(({ input }) => E.isLeft(decodeContainerdTrace(input)))).toEqual([])
  })
  it('names every problem with its place', () => {
    expect(read({ events: [{ at: -1, type: 'sleep' }], gc: [{ fail: 1 }] })).toEqual([
      'events[0].at: expected nanoseconds, zero or more, as a whole number or as text such as "1.5s", got -1',
      'events[0].type: expected "mutation" or "trigger" or "wait", got "sleep"',
      'gc[0].fail: expected a boolean, got 1',
      'untilNs: expected nanoseconds, zero or more, as a whole number or as text such as "1.5s", got nothing',
    ])
  })
  it.each([0.5, 2 ** 53, Number.NaN, '', '1', '1d', '-1s', '2562047h', null])('takes %j for no time', (untilNs) => {
    expect(read({ events: [], untilNs })).toHaveLength(1)
  })
  it('is known from its marks, other files by theirs', () => {
    expect(identify({ events: [], untilNs: 1 })._tag).toBe('ContainerdTrace')
    expect(identify({ events: [] })._tag).toBe('Unrecognized')
    expect(read({ images: [] })).toEqual([
      'this is the image list of crictl images, not a course of events for the scheduler of containerd; write one: {"events": [{"at": "2s", "type": "trigger"}], "untilNs": "1m"}',
    ])
  })
})
