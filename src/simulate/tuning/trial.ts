/** Measures one setting on a node: runs, evictions, images pulled again, and images kept. */
import type { Forecast } from '../node/outcome.js'
import type { Setting } from './setting.js'

/** The results of one setting. */
export interface Trial {
  readonly setting: Setting
  /** Periodic image GC runs that found the disk too full, or removed something. */
  readonly runs: number
  /** Of these, runs that removed nothing. */
  readonly noOpRuns: number
  readonly imagesRemoved: number
  /** Times that the eviction manager removed images. */
  readonly reclaims: number
  readonly podsEvicted: number
  /** Containers that were rejected because of DiskPressure. */
  readonly refused: number
  /** How long the node reported DiskPressure. */
  readonly pressureMillis: number
  /** Images pulled again after their removal, and their bytes. */
  readonly pulledAgain: number
  readonly pulledAgainBytes: number
  /** Bytes in use, averaged over time. */
  readonly meanUsedBytes: number
  readonly mostUsedPercent: number
}

/** Reads a trial off a forecast. */
export const trialOf = (setting: Setting, forecast: Forecast): Trial => {
  const runs = forecast.runs.filter(({ collector, entrance }) => collector === 'images' && entrance === 'periodic')
  const reclaims = forecast.runs.filter(({ collector, entrance }) => collector === 'images' && entrance === 'eviction')
  const again = forecast.pulls.filter((pull) => pull.again)
  return {
    setting,
    runs: runs.length,
    noOpRuns: runs.filter(({ removed }) => removed.length === 0).length,
    imagesRemoved: [...runs, ...reclaims].reduce((sum, { removed }) => sum + removed.length, 0),
    reclaims: reclaims.length,
    podsEvicted: forecast.evictions.length,
    refused: forecast.refusals.length,
    pressureMillis: pressureOf(forecast),
    pulledAgain: again.length,
    pulledAgainBytes: again.reduce((sum, { bytes }) => sum + bytes, 0),
    meanUsedBytes: Math.round(meanOf(forecast)),
    mostUsedPercent:
      (forecast.usage.reduce((most, { usedBytes }) => Math.max(most, usedBytes), 0) / forecast.capacityBytes) * 100,
  }
}

const pressureOf = ({ conditions, until }: Forecast): number =>
  conditions
    .filter(({ condition }) => condition === 'DiskPressure')
    .reduce((sum, one) => sum + (one.until ?? until).getTime() - one.from.getTime(), 0)

/** Under straight lines from corner to corner. */
const meanOf = ({ usage, from, until }: Forecast): number => {
  const span = until.getTime() - from.getTime()
  if (span === 0) return usage[0].usedBytes
  let area = 0
  usage.forEach(({ at, usedBytes }, index) => {
    const next = usage[index + 1]
    if (next !== undefined) area += ((usedBytes + next.usedBytes) / 2) * (next.at.getTime() - at.getTime())
  })
  return area / span
}
