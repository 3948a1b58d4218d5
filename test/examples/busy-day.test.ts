import { describe, expect, it } from 'vitest'

import { full } from '../runs.js'
import { type Standing, busyDay } from './busy-day.js'

describe('a busy cluster with a gate and controllers', () => {
  const hours = full ? 24 : 4

  it('keeps as much after a day as after three hours', async () => {
    const day = await busyDay()
    const standings: Standing[] = []
    for (let hour = 0; hour < hours; hour++) {
      await day.passHour()
      standings.push(day.standing())
    }
    const { made, deleted } = day.done()
    day.stop()
    expect(made).toBe(hours * 12 * 7)
    expect(deleted).toBe(hours * 12 - 3)
    const [then, now] = [standings[2], standings.at(-1)]
    // Unused maps wait for an hour, and Events are kept for one after that.
    expect(now?.stored).toBe(then?.stored)
    for (const { stored, known, remembered, waiting } of standings) {
      expect(known).toBe(stored)
      expect(remembered).toBeLessThanOrEqual(4000)
      // One watch for each kind of each program.
      expect(waiting).toBeLessThanOrEqual(24)
    }
  })
})
