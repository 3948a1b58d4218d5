import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import { forecastBy } from '../../../src/simulate/node/forecast.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import { runs } from '../../runs.js'
import { forecasts } from './generate.js'

const span = millis(2_700_000)

const made = (
  everyRun: boolean,
  { node, policies }: { readonly node: Forecast.ForecastNode; readonly policies: Forecast.NodePolicies },
): Forecast.Forecast => {
  const forecast = forecastBy({ everyRun })(node, policies)(span)
  if (E.isLeft(forecast)) throw new Error(JSON.stringify(forecast.left))
  return forecast.right
}

it('comes to the same whether it leaves out what cannot do anything new or not', () => {
  fc.assert(
    fc.property(forecasts, (given) => {
      const [quick, slow] = [made(false, given), made(true, given)]
      expect({ ...quick, usage: [] }).toEqual({ ...slow, usage: [] })
    }),
    { numRuns: runs(60) },
  )
})

it('gives back what a run frees, no more than there is, and lists times in order', () => {
  fc.assert(
    fc.property(forecasts, (given) => {
      const { runs, usage, capacityBytes, pulls } = made(false, given)
      for (const { usedBefore, usedAfter, freedBytes, removed } of runs) {
        expect(usedAfter).toBe(Math.max(0, usedBefore - freedBytes))
        expect(new Set(removed).size).toBe(removed.length)
      }
      for (const [index, { at, usedBytes }] of usage.entries()) {
        expect(usedBytes).toBeGreaterThanOrEqual(0)
        expect(usedBytes).toBeLessThanOrEqual(capacityBytes)
        expect(at.getTime()).toBeGreaterThanOrEqual(usage[index - 1]?.at.getTime() ?? 0)
      }
      const gone = new Set(runs.flatMap(({ removed }) => removed))
      expect(pulls.filter(({ again, imageId }) => again && !gone.has(imageId))).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})
