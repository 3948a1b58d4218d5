import { describe, expect, it } from 'vitest'

import { type Millis, after, instant, millis } from '../../../src/core/time.js'
import type { Clock } from '../../../src/execute/index.js'
import { type Deed, drive } from '../../../src/simulate/loop/drive.js'
import { noon, simulatedTime } from '../../execute/build.js'

/** A loop that remembers the seconds after noon at which it was told of its timers, and sets these. */
const timersOf = (clock: Clock, ...timers: ReadonlyArray<{ readonly key: string; readonly seconds: number }>) =>
  drive({ clock })<ReadonlyArray<number>, number, (typeof timers)[number]>({
    start: () => [[], timers],
    step: (told, second) => [[...told, second], []],
    deedOf: ({ key, seconds }): Deed<number> => ({
      ...{ _tag: 'Timer', key, at: after(instant(noon), millis(seconds * 1000)) },
      due: (at) => (at.getTime() - noon) / 1000,
    }),
  })

describe('a timer of a loop', () => {
  it('takes the place of the one before it with its key, and of no other', async () => {
    const time = simulatedTime()
    const loop = timersOf(time.clock, { key: 'a', seconds: 10 }, { key: 'b', seconds: 15 }, { key: 'a', seconds: 20 })
    while (await time.passes()) continue
    expect(loop.state()).toEqual([15, 20])
    loop.stop()
  })

  it('is due at its instant also by a clock that is early by a little', async () => {
    const woken: Millis[] = []
    const early: Clock = {
      now: () => instant(noon + woken.length * 9999),
      sleep: (span) => () => Promise.resolve().then(() => void woken.push(span)),
    }
    const loop = timersOf(early, { key: 'a', seconds: 10 })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(loop.state()).toEqual([10])
    loop.stop()
  })
})
