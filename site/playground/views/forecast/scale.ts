/** From instants and percents to places on a chart, and the marks of its axes. */

/** Where a chart is drawn. */
export interface Scale {
  readonly x: (time: number) => number
  readonly y: (percent: number) => number
  /** The percent at a place, rounded to whole ones and held within bounds. */
  readonly percentAt: (y: number) => number
}

/** The ground of a chart, in pixels. */
export interface Ground {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What is drawn. */
export interface Range {
  readonly from: number
  readonly until: number
  readonly lowest: number
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The scale of a ground; the highest percent is always 100. */
export const scaleOf = ({ left, right, top, bottom }: Ground, { from, until, lowest }: Range): Scale => ({
  x: (time) => left + ((clamp(time, from, until) - from) / Math.max(1, until - from)) * (right - left),
  y: (percent) => bottom - ((clamp(percent, lowest, 100) - lowest) / (100 - lowest)) * (bottom - top),
  percentAt: (y) => Math.round(clamp(lowest + ((bottom - y) / (bottom - top)) * (100 - lowest), lowest, 100)),
})

/** The lowest percent of the axis: a round one that leaves room below everything. */
export const lowestOf = (percents: ReadonlyArray<number>): number => {
  const least = percents.reduce((found, percent) => Math.min(found, percent), 100)
  return Math.max(0, Math.floor((least - 12) / 20) * 20)
}

const minute = 60_000
const steps = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 43_200].map(
  (minutes) => minutes * minute,
)

/** Round instants, at most so many. */
export const ticksOf = (from: number, until: number, most: number): ReadonlyArray<number> => {
  const step = steps.find((one) => (until - from) / one <= most) ?? Math.max(1, (until - from) / most)
  const ticks: number[] = []
  for (let tick = Math.ceil(from / step) * step; tick <= until; tick += step) ticks.push(tick)
  return ticks
}

/** An instant as its axis says it, in UTC. */
export const sayTick = (time: number, isLong: boolean): string => {
  const text = new Date(time).toISOString()
  return isLong ? `${text.slice(5, 10)} ${text.slice(11, 16)}` : text.slice(11, 16)
}
