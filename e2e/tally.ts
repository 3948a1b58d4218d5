/** What came of all worlds of a daemon, as one line and as counts. */
import { type Outcome, sumOf } from './compare.js'
import { type Difference, writeDifference } from './report.js'
import type { Tally } from './suites.js'

/** Counts worlds; one with a difference fails, and its differences are written. `more` is said beside the counts. */
export const tallyOf = (outcomes: ReadonlyArray<Outcome>, version: string, more: string = ''): Tally => {
  const differences = outcomes.flatMap((outcome) => outcome.differences)
  differences.forEach(sayDifference)
  const sum = (count: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + count(one), 0)
  const [records, removed] = [sum((one) => one.records), sum((one) => one.removed)]
  const least = Math.min(...outcomes.flatMap(({ records: held }) => (held === 0 ? [] : [held])))
  const reasons = sumOf(outcomes.map((outcome) => outcome.reasons))
  const failed = outcomes.filter((outcome) => outcome.differences.length > 0).length
  return {
    passed: outcomes.length - failed,
    failed,
    skipped: 0,
    said: [
      `${version}, ${outcomes.length} worlds, ${differences.length} differences; ${records} records (at least ${least} each), ${removed} collected`,
      `(${((removed / Math.max(records, 1)) * 100).toFixed(0)} %)${more};`,
      [...reasons]
        .map(([tag, count]) => `${tag} ${count}`)
        .sort()
        .join(', '),
    ].join(' '),
  }
}

const sayDifference = (difference: Difference): void => {
  console.log(`  ${difference.daemon} seed ${difference.seed}: ${difference.what}: ${writeDifference(difference)}`)
  for (const [word, ids] of [
    ['planned only', difference.plannedOnly],
    ['happened only', difference.happenedOnly],
  ] as const)
    if (ids.length > 0) console.log(`    ${word}: ${ids.join(', ')}`)
}
