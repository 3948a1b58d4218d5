import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Forecast from '../../../src/simulate/node/index.js'
import { articleNode, articlePolicies } from './article.js'

it('comes out as the article tells: three runs, 52 of 138 images, from 77 over 75 and 75 to under 72 percent', () => {
  const forecast = Forecast.forecast(articleNode(), articlePolicies)(millis(20 * 60_000))
  if (E.isLeft(forecast)) throw new Error(JSON.stringify(forecast.left))
  const { runs, evictions, capacityBytes } = forecast.right
  expect(
    runs.map(({ at, usagePercent, wantedBytes, countedBytes }) => [
      at.toISOString().slice(11, 19),
      usagePercent,
      wantedBytes,
      countedBytes,
    ]),
  ).toEqual([
    ['17:07:36', 77, 9_123_558_236, 9_180_449_480],
    ['17:12:36', 75, 7_240_807_260, 7_546_615_567],
    ['17:17:36', 75, 6_577_705_820, 7_226_991_725],
  ])
  expect(runs.map(({ removed, failed }) => [removed.length, failed.length])).toEqual([
    [19, 1],
    [17, 1],
    [16, 1],
  ])
  expect(runs.map(({ freedBytes }) => freedBytes)).toEqual([1_882_750_976, 663_101_440, 3_000_000_000])
  expect((runs[2]?.usedAfter ?? 0) / capacityBytes).toBeLessThan(0.72)
  expect(evictions).toEqual([])
})
