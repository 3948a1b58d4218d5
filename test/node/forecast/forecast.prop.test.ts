import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import { forecastBy } from '../../../src/node/forecast/forecast.js'
import type { Forecast } from '../../../src/node/index.js'
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
      const { usage: _, ...quick } = made(false, given)
      const { usage: __, ...slow } = made(true, given)
      expect(quick).toEqual(slow)
    }),
    { numRuns: 60 },
  )
})
