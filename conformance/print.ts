/**
 * Answers how a report reads: one line of figures per file, then what a reader needs to find a failure.
 */
import type { FileReport, Line } from './run.js'
import type { SelfCheck } from './self-check.js'

/** The lines of one file's report. */
export const printReport = (name: string, report: FileReport): ReadonlyArray<string> => [
  `${name}: ${report.passed} passed, ${report.failed.length} failed, ${report.skipped.length} skipped`,
  ...report.failed.flatMap((line) => [`  ${line.name}`, `    ${line.because}`]),
  ...printSkipped(report.skipped),
  ...report.notes.map((note) => `  ${note}`),
]

/** The lines of one file's self-check. */
export const printSelfCheck = (name: string, check: SelfCheck): ReadonlyArray<string> => [
  `${name}: ${check.alterations} alterations, ${check.undetected.length} undetected`,
  ...check.undetected.map((line) => `  ${line}`),
  ...check.defects.map((defect) => `  ${defect}`),
  ...check.notes.map((note) => `  ${note}`),
]

/** One line per ground, with the number of cases. */
const printSkipped = (skipped: ReadonlyArray<Line>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { because } of skipped) counts.set(because, (counts.get(because) ?? 0) + 1)
  return [...counts].map(([because, count]) => `  skipped ${count}: ${because}`)
}
