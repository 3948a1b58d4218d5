/** Labels and numbers of the chart of usage that would lie on each other. */
import { describe, expect, it } from 'vitest'

import { type Mark, placedLevels, placedMarks } from '../playground/views/forecast/apart.js'
import type { Level } from '../playground/views/forecast/level.js'

const ground = { left: 0, right: 190, top: 40, bottom: 300 }
const level = (key: string, percent: number): Level => ({ key, percent, label: key, kind: 'high' })
const mark = (at: number, kind: Mark['kind'] = 'run'): Mark => ({ at, kind, number: at, said: '' })

describe('labels of thresholds', () => {
  it('stand a line apart from the top down, and knobs that are close beside each other', () => {
    const placed = placedLevels([level('a', 100), level('b', 104), level('c', 200)], ground, ({ percent }) => percent)
    expect(placed.map(({ place }) => place)).toEqual([100, 116, 200])
    expect(placed.map(({ knob }) => knob)).toEqual([190, 160, 190])
  })

  it('stay in the chart where thresholds lie at its bottom', () => {
    const placed = placedLevels([level('a', 295), level('b', 298), level('c', 300)], ground, ({ percent }) => percent)
    expect(placed.map(({ place }) => place)).toEqual([268, 284, 300])
  })
})

describe('numbers of marks', () => {
  it('are moved to the right where they are close, and back into the chart at its end', () => {
    const placed = placedMarks([mark(10), mark(12), mark(185), mark(189)], ground, (time) => time)
    expect(placed.map(({ x }) => x)).toEqual([10, 12, 185, 189])
    expect(placed.map(({ place }) => place)).toEqual([10, 29, 171, 190])
  })

  it('are as many as have room; evictions come before runs', () => {
    const marks = [...Array.from({ length: 12 }, (_, at) => mark(at)), mark(100, 'eviction')]
    const placed = placedMarks(marks, ground, (time) => time)
    expect(placed).toHaveLength(10)
    expect(placed.at(-1)?.mark.kind).toBe('eviction')
  })
})
