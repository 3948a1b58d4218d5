import { int64ToBigint } from '../core/int64.js'
import { explain as explainImage } from '../kubelet/image/explain.js'
import { ordinal } from '../internal/words.js'
import type { SizeBounds } from './layers/store.js'
import type { Family, KeepReason, Measurement, Reason } from './reason.js'

/** One sentence for a reason. */
export const explain = (reason: Reason | KeepReason | Family['Refusal']): string => {
  switch (reason._tag) {
    case 'Reclaimed':
      return `chosen to free ${reason.bytesToFree} bytes ${by[reason.mode]}; ${ordinal(reason.rank)} least recently used of those chosen`
    case 'NotNeeded':
      return `the target is met without it; alone it would free ${bounds(reason.frees)} bytes`
    case 'FreesNothing':
      return 'all of its layers are shared with other images or containers, so removing it would free nothing'
    case 'CannotPullAgain':
      return 'it cannot be pulled again'
    case 'LayersUnknown':
      return 'its layers are unknown, so what it would free is unknown'
    default:
      return explainImage(reason)
  }
}

/** One sentence for what was measured. */
export const explainMeasurement = (measured: Measurement): string => {
  const { counted, frees, bytesToFree, reached, cost, leastCost } = measured
  const mayReach = frees.most === undefined || int64ToBigint(frees.most) >= int64ToBigint(bytesToFree)
  const outcome = reached ? 'is enough' : mayReach ? 'may not be enough' : 'is not enough'
  const above = !reached || cost === 0 || leastCost === null ? '' : `; ${comparison(cost, leastCost)}`
  return `frees ${bounds(frees)} bytes (counted: ${counted}, wanted: ${bytesToFree}), which ${outcome}${above}`
}

const by = {
  kubelet: 'counting shared layers in full',
  'least-recently-used': 'counting what is really freed',
  'least-cost': 'at the least cost',
} as const

const bounds = ({ least, most }: SizeBounds): string =>
  most === undefined ? `${least} or more` : most === least ? `${least}` : `${least} to ${most}`

/** Costs that differ by no more than sums of them are rounded by count as equal. */
const comparison = (cost: number, least: number): string =>
  cost - least <= 1e-9 * cost
    ? 'no sufficient set of images costs less'
    : least === 0
      ? 'how much less another set could cost is unknown'
      : `the cost is at most ${(((cost - least) / least) * 100).toFixed(2)} % above the least`
