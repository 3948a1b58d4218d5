/** Answers where the boxes of a graph lie, where arrow keys lead, and what the settings of a chart become. */
import { describe, expect, it } from 'vitest'

import { type Graph, type GraphBox, boxSize } from '../playground/graph/graph.js'
import { pack } from '../playground/graph/layout/pack.js'
import { partsOf } from '../playground/graph/layout/parts.js'
import { place } from '../playground/graph/layout/place.js'
import type { Point, Shape } from '../playground/graph/layout/shape.js'
import { shortDigest, shortened } from '../playground/graph/shortened.js'
import { fitted, opened, revealing, sees, zoomed } from '../playground/graph/viewport.js'
import { walkOver } from '../playground/graph/walk.js'
import { lowestOf, scaleOf, ticksOf } from '../playground/views/forecast/scale.js'
import { bytesIn, withEviction, withThreshold } from '../playground/views/forecast/settings.js'

const shape = (boxes: number, arrows: Shape['arrows']): Shape => ({ boxes, arrows, ...boxSize, ratio: 1.6 })
/** Two trees, and boxes that nothing holds. */
const forest = shape(9, [
  [0, 1],
  [0, 2],
  [2, 3],
  [4, 5],
])

describe('a layout', () => {
  it('takes parts that nothing connects apart', () => {
    expect(partsOf(forest).map(({ boxes }) => boxes)).toEqual([[0, 1, 2, 3], [4, 5], [6], [7], [8]])
    expect(partsOf(forest).map(({ arrows }) => arrows)).toEqual([[0, 1, 2], [3], [], [], []])
  })

  it('puts no box on another, and every box within the whole', () => {
    const { boxes, width, height } = place(forest)
    for (const [index, [x, y]] of boxes.entries()) {
      expect(x >= boxSize.width / 2 && x <= width - boxSize.width / 2).toBe(true)
      expect(y >= boxSize.height / 2 && y <= height - boxSize.height / 2).toBe(true)
      for (const [other, beside] of boxes.slice(index + 1))
        expect(Math.abs(x - other) >= boxSize.width || Math.abs(y - beside) >= boxSize.height).toBe(true)
    }
  })

  it('puts holders left of what they hold', () => {
    const { boxes } = place(forest)
    for (const [from, to] of forest.arrows) expect(boxes[from]?.[0]).toBeLessThan(boxes[to]?.[0] ?? 0)
  })

  it('draws every arrow from its own box to its own box', () => {
    const { boxes, arrows } = place(forest)
    const touches = ([x, y]: Point = [NaN, NaN], [left, top]: Point = [NaN, NaN]): boolean =>
      Math.abs(x - left) <= boxSize.width / 2 + 1 && Math.abs(y - top) <= boxSize.height / 2 + 1
    for (const [index, [from, to]] of forest.arrows.entries()) {
      expect(touches(arrows[index]?.[0], boxes[from])).toBe(true)
      expect(touches(arrows[index]?.at(-1), boxes[to])).toBe(true)
    }
  })

  it('ends on circles, and on a box that holds itself', () => {
    expect(
      place(
        shape(2, [
          [0, 1],
          [1, 0],
          [0, 0],
        ]),
      ).boxes,
    ).toHaveLength(2)
    expect(place(shape(1, [[0, 0]])).boxes).toEqual([[boxSize.width / 2, boxSize.height / 2]])
    expect(place(shape(0, []))).toMatchObject({ boxes: [], width: 0, height: 0 })
  })

  it('packs areas near to a ratio, the highest first', () => {
    const { corners, whole } = pack(
      [
        { width: 10, height: 5 },
        { width: 10, height: 20 },
      ],
      2,
      8,
    )
    expect(corners).toEqual([
      [12, 0],
      [0, 0],
    ])
    expect(whole).toEqual({ width: 22, height: 20 })
  })

  it('leaves the gap between rows too', () => {
    const area = { width: 10, height: 5 }
    expect(pack([area, area], 2, 0.1)).toEqual({
      corners: [
        [0, 0],
        [0, 7],
      ],
      whole: { width: 10, height: 12 },
    })
  })
})

describe('arrow keys', () => {
  const box = (id: string): GraphBox => ({ id, kind: 'Pod', label: id, fate: 'stays' })
  const arrow = (from: string, to: string): Graph['arrows'][number] => ({ from, to, label: '', line: 'keeps' })
  const graph: Graph = {
    boxes: ['a', 'b', 'c'].map(box),
    arrows: [arrow('a', 'b'), arrow('a', 'c'), arrow('a', 'gone')],
  }
  const walk = walkOver(graph, {
    boxes: [
      [0, 50],
      [300, 20],
      [300, 80],
    ],
    arrows: [],
    width: 400,
    height: 100,
  })

  it('lead along arrows, and up and down a column', () => {
    expect(walk.next('a', 'ArrowRight')).toBe('b')
    expect(walk.next('b', 'ArrowDown')).toBe('c')
    expect(walk.next('c', 'ArrowLeft')).toBe('a')
  })

  it('stay where nothing lies that way', () => {
    expect(walk.next('a', 'ArrowLeft')).toBe('a')
    expect(walk.next('c', 'ArrowDown')).toBe('c')
  })

  it('do not count arrows to what is not there', () => {
    expect(walk.degree('a')).toEqual({ holders: 0, held: 2 })
  })
})

describe('a viewport', () => {
  const window = { width: 400, height: 300 }

  it('shows the whole of a large drawing, and no drawing larger than it is', () => {
    expect(fitted({ width: 4000, height: 100 }, window).scale).toBeCloseTo(368 / 4000)
    expect(fitted({ width: 40, height: 20 }, window)).toEqual({ scale: 1, x: -180, y: -140 })
  })

  it('opens whole, but from its beginning where a narrow window would make it too small to read', () => {
    const [small, wide] = [
      { width: 600, height: 100 },
      { width: 4000, height: 1000 },
    ]
    expect(opened(small, window)).toEqual(fitted(small, window))
    expect(opened(wide, { width: 800, height: 300 })).toEqual(fitted(wide, { width: 800, height: 300 }))
    const view = opened(wide, window)
    expect(view.scale).toBe(0.55)
    expect(sees(view, window)(0, 0, 200, 60)).toBe(true)
    expect(sees(view, window)(3000, 0, 3200, 60)).toBe(false)
  })

  it('keeps the point about which it zooms', () => {
    expect(zoomed({ x: 0, y: 0, scale: 1 }, 2, [100, 50])).toEqual({ scale: 2, x: 50, y: 25 })
  })

  it('moves no further than a box asks for', () => {
    const view = { x: 0, y: 0, scale: 1 }
    expect(revealing(view, window, [200, 150], boxSize)).toEqual(view)
    expect(revealing(view, window, [500, 150], boxSize).x).toBe(500 + boxSize.width / 2 + 24 - 400)
    expect(sees(view, window)(500, 0, 600, 10)).toBe(false)
  })
})

describe('names', () => {
  it('are cut in the middle, and digests at their end', () => {
    expect(shortened('web-6d4b75cb6d-hx2qk', 11)).toBe('web-6…hx2qk')
    expect(shortDigest(`content sha256:${'a'.repeat(64)} stays`)).toBe('content aaaaaaaaaaaa… stays')
  })
})

describe('a chart', () => {
  const scale = scaleOf({ left: 0, right: 100, top: 0, bottom: 50 }, { from: 0, until: 10, lowest: 50 })

  it('finds the percent of a place again', () => {
    for (const percent of [50, 63, 85, 100]) expect(scale.percentAt(scale.y(percent))).toBe(percent)
    expect(scale.percentAt(-20)).toBe(100)
  })

  it('begins at a round percent, and has few round instants', () => {
    expect(lowestOf([85, 58])).toBe(40)
    expect(lowestOf([5])).toBe(0)
    expect(ticksOf(0, 86_400_000, 8)).toHaveLength(9)
  })
})

describe('settings', () => {
  it('keep the low threshold below the high one, whichever is moved', () => {
    const now = { high: 85, low: 80 }
    expect(withThreshold({}, 'high', 70, now)).toEqual({
      'image-gc-high-threshold': '70',
      'image-gc-low-threshold': '69',
    })
    expect(withThreshold({}, 'low', 90, now)).toEqual({
      'image-gc-high-threshold': '91',
      'image-gc-low-threshold': '90',
    })
  })

  it('move eviction and leave its other signals', () => {
    expect(withEviction({ 'eviction-hard': 'memory.available<1Gi,imagefs.available<15%' }, 95)).toEqual({
      'eviction-hard': 'memory.available<1Gi,imagefs.available<5%,nodefs.available<5%',
    })
  })

  it('are read in the units of the command', () => {
    expect(['5000', '5MB', '1.5GiB', '2k', 'much', undefined].map(bytesIn)).toEqual([
      5000,
      5e6,
      1.5 * 2 ** 30,
      2000,
      0,
      0,
    ])
  })
})
