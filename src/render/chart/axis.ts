/** Ticks of an axis and their labels. */

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 43_200].map(
  (minutes) => minutes * 60_000,
)

/** The ticks of a time axis, at round instants and about `most` at most; includes the ends if they are round. */
export const timeMarks = (from: number, until: number, most: number): ReadonlyArray<number> => {
  const span = Math.max(1, until - from)
  const step = steps.find((one) => span / one <= most) ?? Math.ceil(span / most)
  const marks: number[] = []
  for (let mark = Math.ceil(from / step) * step; mark <= until && marks.length <= most; mark += step) marks.push(mark)
  return marks
}

/** An instant in UTC: the time of day, with the day where an axis is longer than one. */
export const sayMark = (iso: string, longerThanADay: boolean): string =>
  longerThanADay ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 16)

/** Percents of an axis that holds the given ones, five apart. */
export const percentMarks = (least: number, most: number): readonly [number, ...number[]] => {
  const low = Math.max(0, Math.floor((least - 1) / 5) * 5)
  const high = Math.min(100, Math.max(low + 10, Math.ceil((most + 1) / 5) * 5))
  const step = high - low > 50 ? 10 : 5
  const marks: number[] = []
  for (let mark = low + step; mark < high; mark += step) marks.push(mark)
  return [low, ...marks, high]
}
