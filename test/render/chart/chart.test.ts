import { describe, expect, it } from 'vitest'

import type { UsageChart } from '../../../src/render/index.js'
import { drawForest, drawRuns, drawUsage } from '../../../src/render/index.js'

const hostile = `<script>"&'\u0000\u202e`
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute))

describe('a drawing', () => {
  it('escapes every text', () => {
    const drawn = [
      drawUsage({
        title: hostile,
        capacityBytes: 100,
        points: [
          { at: at(0), usedBytes: 10 },
          { at: at(9), usedBytes: 90 },
        ],
        levels: [{ percent: 85, label: hostile, kind: 'eviction' }],
        marks: [{ at: at(5), label: hostile, kind: 'run' }],
        spans: [{ from: at(5), until: at(6), label: hostile }],
      }),
      drawRuns({ title: hostile, runs: [{ label: hostile, countedBytes: 1, freedBytes: 1 }] }),
      drawForest({
        title: hostile,
        layers: [{ id: hostile, label: hostile, bytes: 1, goes: true }],
        images: [{ label: hostile, layer: hostile, goes: true }],
      }),
    ]
    for (const svg of drawn) {
      expect(svg).not.toMatch(/<script|\u0000|\u202e|NaN|Infinity|undefined/)
      expect(svg).toContain('&lt;script&gt;')
    }
  })

  it('is its frame where there is nothing to draw, and survives numbers that are none', () => {
    const empty = { title: 't', capacityBytes: 0, points: [], levels: [], marks: [], spans: [] }
    expect(drawUsage(empty)).toMatch(/^<svg[\s\S]*<\/svg>\n$/)
    expect(drawRuns({ title: 't', runs: [] })).toMatch(/^<svg/)
    expect(drawForest({ title: 't', layers: [], images: [{ label: 'x', layer: 'absent', goes: false }] })).toMatch(
      /^<svg/,
    )
  })

  it('ends on layers in a circle', () => {
    const layers = ['a', 'b'].map((id) => ({ id, parent: id === 'a' ? 'b' : 'a', label: id, bytes: 1, goes: false }))
    expect(drawForest({ title: 't', layers, images: [{ label: 'x', layer: 'a', goes: false }] })).toContain('</svg>')
  })

  it('lists ten marks and counts the others', () => {
    const marks = Array.from({ length: 13 }, (_, minute) => ({
      at: at(minute),
      label: `run ${minute}.`,
      kind: 'run' as const,
    }))
    const points = [
      { at: at(0), usedBytes: 1 },
      { at: at(20), usedBytes: 2 },
    ]
    const svg = drawUsage({ title: 't', capacityBytes: 10, points, levels: [], marks, spans: [] })
    expect([svg.includes('run 9.'), svg.includes('run 10.'), svg.includes('and 3 more')]).toEqual([true, false, true])
  })

  const course = (given: Partial<UsageChart>): string =>
    drawUsage({
      title: 't',
      capacityBytes: 100,
      points: [
        { at: at(0), usedBytes: 70 },
        { at: at(40), usedBytes: 90 },
      ],
      levels: [],
      marks: [],
      spans: [],
      ...given,
    })

  const numbersIn = (svg: string, pattern: RegExp): ReadonlyArray<ReadonlyArray<number>> =>
    [...svg.matchAll(pattern)].map((found) => found.slice(1).map(Number))

  it('leads each number to its instant, though numbers of one instant stand apart', () => {
    const svg = course({ marks: [1, 2, 3].map((one) => ({ at: at(20), label: `mark ${one}`, kind: 'run' as const })) })
    const circles = numbersIn(svg, /<circle [^>]*cx="([\d.]+)" cy="([\d.]+)" r="8"/g)
    expect(circles).toEqual([
      [328, 56],
      [346, 56],
      [364, 56],
    ])
    expect(numbersIn(svg, /points="([\d.]+),([\d.]+) ([\d.]+),([\d.]+) ([\d.]+),([\d.]+)"/g)).toEqual([
      [328, 56, 346, 70, 346, 326],
      [346, 56, 346, 70, 346, 326],
      [364, 56, 346, 70, 346, 326],
    ])
  })

  it('keeps the labels of what lasted above the curve, and leaves out one for which there is no room', () => {
    const spans = [0, 1, 30].map((minute) => ({ from: at(minute), until: at(minute + 5), label: `P${minute}` }))
    const svg = course({ spans: spans.map((one) => ({ ...one, label: `${one.label} is under pressure` })) })
    expect(['P0 ', 'P1 ', 'P30 '].map((label) => svg.includes(label))).toEqual([true, false, true])
    const [, highest = 0] = numbersIn(svg, /class="s-usage"[^>]* points="[\d.]+,([\d.]+) [\d.]+,([\d.]+)"/g)[0] ?? []
    const labels = numbersIn(svg, /<text x="[\d.]+" y="([\d.]+)" class="f-danger" font-size="11"/g).flat()
    expect(labels).toEqual([82, 82])
    expect(highest).toBeGreaterThan(90)
    expect(numbersIn(svg, /<rect class="f-danger2" x="([\d.]+)" y="70" width="([\d.]+)" height="276"/g)).toEqual([
      [52, 73.5],
      [66.7, 73.5],
      [493, 73.5],
    ])
  })
})
