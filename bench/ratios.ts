/**
 * Answers whether benchmarks are as fast beside their yardsticks as they were when that was recorded. Ratios travel between
 * machines as milliseconds do not, and are of processor time, each side alone in a process.
 */

/** One size of one benchmark. */
export interface RowName {
  readonly bench: string
  readonly size: number
}

/** What one size showed: the medians of processor time in milliseconds, and memory. */
export interface Row extends RowName {
  readonly workMs: number
  readonly yardstickMs: number
  /** Of the least processor time of each side: it shows what a machine can do, and hangs on single lucky runs. */
  readonly leastRatio: number
  /** Of the medians on a clock, on which the engine's own threads take no time of their own. */
  readonly clockRatio: number
  /** Bytes that one result keeps alive, per item. */
  readonly heapPerItem: number
  /** The most memory that the process of the work had at once, input included. */
  readonly peakMiB: number
  /** Day, machine, release of node and load. */
  readonly on: string
}

/** How one row is now; the change is the new ratio over the recorded one, less one. */
export type Finding =
  | { readonly _tag: 'Measured'; readonly row: Row; readonly now: Row; readonly change: number }
  | { readonly _tag: 'New' | 'Missing'; readonly row: RowName }

/** From this change on a row is shown as changed. */
const notable = 0.2

/** A change on a busy machine that is none shows when measured again. */
const mostTries = 3

/** Plan over yardstick. */
export const ratioOf = ({ workMs, yardstickMs }: Row): number => workMs / yardstickMs

/** True of a ratio that rose or fell notably, and of a row that only one of record and benchmarks has. */
export const isNotable = (finding: Finding): boolean =>
  finding._tag !== 'Measured' || Math.abs(finding.change) >= notable - 1e-9

/** Compares what the benchmarks offer with what is recorded of them, and tells each finding as soon as it is there. */
export const compareRatios = (
  recorded: ReadonlyArray<Row>,
  offered: ReadonlyArray<RowName>,
  measure: (row: RowName) => Row,
  tell: (finding: Finding) => void,
): ReadonlyArray<Finding> => {
  const findings: Finding[] = []
  const add = (finding: Finding): void => {
    findings.push(finding)
    tell(finding)
  }
  for (const name of offered) {
    const row = recorded.find((each) => isSame(each, name))
    add(row === undefined ? { _tag: 'New', row: name } : compareRow(row, measure))
  }
  for (const row of recorded) if (!offered.some((name) => isSame(row, name))) add({ _tag: 'Missing', row })
  return findings
}

const compareRow = (row: Row, measure: (row: RowName) => Row): Finding => {
  let nearest = measured(row, measure(row))
  for (let tries = 1; tries < mostTries && isNotable(nearest); tries++) {
    const again = measured(row, measure(row))
    if (Math.abs(again.change) < Math.abs(nearest.change)) nearest = again
  }
  return nearest
}

type Measured = Extract<Finding, { readonly _tag: 'Measured' }>

const measured = (row: Row, now: Row): Measured => ({
  _tag: 'Measured',
  row,
  now,
  change: ratioOf(now) / ratioOf(row) - 1,
})

/** Whether two rows are of one size of one benchmark. */
export const isSame = (a: RowName, b: RowName): boolean => a.bench === b.bench && a.size === b.size

/** Recorded rows with new ones instead of those of the same name, in the order of what is offered; what is offered no more goes. */
export const withRows = (
  recorded: ReadonlyArray<Row>,
  measuredAnew: ReadonlyArray<Row>,
  offered: ReadonlyArray<RowName>,
): ReadonlyArray<Row> =>
  offered.flatMap((name) => [...measuredAnew, ...recorded].find((row) => isSame(row, name)) ?? [])

/** The power of the size by which time grows over all sizes of a benchmark: the slope of a straight line through logarithms. */
export const exponentOf = (rows: ReadonlyArray<Row>): number => {
  const points = rows.map(({ size, workMs }) => [Math.log(size), Math.log(workMs)] as const)
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

/** One line of a finding. */
export const lineOf = (finding: Finding): ReadonlyArray<string> => {
  const { bench, size } = finding.row
  if (finding._tag !== 'Measured')
    return [bench, String(size), '', '', '', finding._tag === 'New' ? 'not recorded' : 'no such benchmark']
  const { row, now, change } = finding
  const verdict = !isNotable(finding) ? '' : change > 0 ? 'slower' : 'faster'
  const percent = `${change < 0 ? '' : '+'}${(100 * change).toFixed(0)} %`
  return [bench, String(size), ratioOf(row).toFixed(2), ratioOf(now).toFixed(2), percent, verdict]
}
