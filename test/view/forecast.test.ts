import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import { drawUsage } from '../../src/render/index.js'
import * as Forecast from '../../src/simulate/node/index.js'
import { type ForecastView, forecastView } from '../../src/view/index.js'
import { runs } from '../runs.js'
import { articleNode, articlePolicies } from '../simulate/node/article.js'
import { forecasts } from '../simulate/node/generate.js'
import { expectPlain } from './plain.js'

const made = (node: Forecast.ForecastNode, policies: Forecast.NodePolicies, span: number): Forecast.Forecast => {
  const forecast = Forecast.forecast(node, policies)(millis(span))
  if (E.isLeft(forecast)) throw new Error(JSON.stringify(forecast.left))
  return forecast.right
}

const article = made(articleNode(), articlePolicies, 3_600_000)
const view: ForecastView = forecastView(articleNode(), articlePolicies)(article)

describe('the model of a forecast', () => {
  it('has the thresholds of the node as levels', () => {
    expect(view.chart.levels.map(({ percent, label, kind }) => [percent, label, kind])).toEqual([
      [74, 'high threshold', 'high'],
      [69, 'low threshold', 'low'],
      [85, 'eviction', 'eviction'],
    ])
  })

  it('leaves out thresholds of another disk', () => {
    const { eviction } = articlePolicies
    const thresholds = eviction.thresholds.map((one) =>
      one.signal === 'nodefs.available' ? { ...one, value: { _tag: 'Share', share: 0.4 } as const } : one,
    )
    const evictionAt = (dedicatedImageFs: boolean): ReadonlyArray<number> =>
      forecastView(
        { ...articleNode(), pressure: { layout: { dedicatedImageFs } } as never },
        { ...articlePolicies, eviction: { ...eviction, thresholds } },
      )(article)
        .chart.levels.filter(({ kind }) => kind === 'eviction')
        .map(({ percent }) => percent)
    expect([evictionAt(true), evictionAt(false)]).toEqual([[85], [60]])
  })

  it('has a row for each run, and for each mark of the chart a row', () => {
    expect(view.totals.runs).toBe(article.runs.length)
    expect(view.rows.filter(({ mark }) => mark !== null).map(({ mark }) => mark)).toEqual(
      view.chart.marks.map((_, place) => place),
    )
    for (const row of view.rows)
      if (row.mark !== null)
        expect(view.chart.marks[row.mark]).toMatchObject({ at: row.at, label: `${row.at} ${row.said}` })
    expect(view.rows[0]).toMatchObject({ at: '2026-03-01T17:07:36Z', kind: 'run' })
  })

  it('tells what the runs counted and what they really freed', () => {
    const { countedBytes, freedBytes } = view.totals
    expect(freedBytes).toBeLessThan(countedBytes)
    expect(freedBytes).toBe(article.runs.reduce((sum, run) => sum + run.freedBytes, 0))
  })

  it('joins three runs in a row that remove nothing, and no fewer', () => {
    const [first] = article.runs
    if (first === undefined) throw new Error('no run')
    const inVain = (count: number): Forecast.Forecast => ({
      ...article,
      conditions: [],
      evictions: [],
      runs: Array.from({ length: count }, (_, place) => ({
        ...first,
        removed: [],
        failed: [],
        at: new Date(first.at.getTime() + place * 60_000),
      })),
    })
    const linesOf = (count: number) =>
      forecastView(articleNode(), articlePolicies)(inVain(count)).rows.map(({ said }) => said)
    expect(linesOf(2)).toHaveLength(2)
    expect(linesOf(3)).toEqual([expect.stringContaining('3 runs remove nothing, the last at 2026-03-01T17:09:36Z')])
  })

  it('has changes of state in the table alone', () => {
    const from = article.from
    const conditions = [{ condition: 'DiskPressure', from }] as const
    const { rows, chart, fullAt } = forecastView(
      articleNode(),
      articlePolicies,
    )({ ...article, conditions, fullAt: from })
    expect(
      rows.slice(0, 3).map(({ said, mark, freedBytes }) => [said.slice(0, 20), mark, freedBytes === null]),
    ).toEqual([
      ['the disk is full', null, true],
      ['DiskPressure begins', null, true],
      [expect.any(String), 0, false],
    ])
    expect(chart.spans).toEqual([{ from: fullAt, until: chart.points.at(-1)?.at, label: 'DiskPressure' }])
    expect(chart.marks).toHaveLength(article.runs.length)
  })

  it('draws the same picture from texts of instants as from instants', () => {
    const dates = {
      ...view.chart,
      points: article.usage,
      marks: view.chart.marks.map((mark) => ({ ...mark, at: new Date(mark.at) })),
      spans: article.conditions.map((one) => ({
        from: one.from,
        until: one.until ?? article.until,
        label: one.condition,
      })),
    }
    expect(drawUsage(view.chart)).toBe(drawUsage(dates))
  })

  it('is plain, in time order and within its span for any node', () => {
    fc.assert(
      fc.property(forecasts, ({ node, policies }) => {
        const any = forecastView(node, policies)(made(node, policies, 2_700_000))
        expectPlain(any)
        const times = any.rows.map(({ afterMillis }) => afterMillis)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(any.rows.filter(({ kind }) => kind !== 'state')).toHaveLength(any.chart.marks.length)
        // As texts instants with and without milliseconds are in no order.
        const [first, last] = [Date.parse(any.from), Date.parse(any.until)]
        for (const { at } of any.chart.points) expect(Date.parse(at) >= first && Date.parse(at) <= last).toBe(true)
      }),
      { numRuns: runs(60) },
    )
  })
})
