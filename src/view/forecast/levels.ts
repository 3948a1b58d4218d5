/** The thresholds of a node as levels of a chart. */
import { quantityValue } from '../../core/quantity.js'
import { amountOf, isHard } from '../../kubelet/eviction/threshold.js'
import type { ForecastNode, NodePolicies } from '../../simulate/node/node.js'
import type { ChartLevel } from './chart.js'

/** High and low threshold of image collection, and where the first threshold of eviction on that disk is met, hard and soft. */
export const levelsOf = (
  { image, eviction }: NodePolicies,
  { pressure }: Pick<ForecastNode, 'pressure'>,
  capacity: number,
): ReadonlyArray<ChartLevel> => {
  const onOne = pressure?.layout.dedicatedImageFs !== true
  const ofDisk = eviction.thresholds
    .filter(({ operator }) => operator === 'LessThan')
    .filter(({ signal }) => signal === 'imagefs.available' || (onOne && signal === 'nodefs.available'))
  return [
    { percent: image.highThresholdPercent, label: 'high threshold', kind: 'high' },
    { percent: image.lowThresholdPercent, label: 'low threshold', kind: 'low' },
    ...[true, false].flatMap((hard): ReadonlyArray<ChartLevel> => {
      const used = ofDisk
        .filter((one) => isHard(one) === hard)
        .map(({ value }) => 100 - (Number(quantityValue(amountOf(value, BigInt(capacity)))) / capacity) * 100)
      const percent = Math.round(Math.min(...used) * 100) / 100
      return used.length === 0 ? [] : [{ percent, label: hard ? 'eviction' : 'soft eviction', kind: 'eviction' }]
    }),
  ]
}
