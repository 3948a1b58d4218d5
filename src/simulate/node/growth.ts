import type { Growth } from './node.js'

/** From this instant on, in milliseconds since the epoch, so many bytes per millisecond. */
export interface GrowthRate {
  readonly from: number
  readonly rate: number
}

/**
 * The stretches of a growth after an instant, in order; the first one begins at that instant.
 *
 * Of two points at one instant the later one in the list counts from there on: a step of no length is not repeated.
 */
export const growthRates = (growth: Growth, start: number): readonly [GrowthRate, ...GrowthRate[]] => {
  if (growth._tag === 'None') return [{ from: start, rate: 0 }]
  if (growth._tag === 'Constant') return [{ from: start, rate: growth.bytesPerSecond / 1000 }]
  const points = growth.points.map(({ at, usedBytes }) => ({ at: at.getTime(), usedBytes })).sort((a, b) => a.at - b.at)
  let rate = 0
  const later: GrowthRate[] = []
  points.forEach((point, index) => {
    const next = points[index + 1]
    const grown = next === undefined ? 0 : next.usedBytes - point.usedBytes
    const span = next === undefined ? 0 : next.at - point.at
    const counts = span > 0 && (grown >= 0 || growth.drops === 'repeat')
    const own = counts ? grown / span : 0
    if (point.at <= start) rate = own
    else later.push({ from: point.at, rate: own })
  })
  return [{ from: start, rate }, ...later]
}
