/** All worlds of one containerd. */
import { unpacked } from '../archive.js'
import { type Difference, writeDifference } from '../report.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { releases, startContainerd } from './daemon.js'
import { type Outcome, runWorld } from './run.js'
import type { Space } from './world.js'

/** So many worlds share a daemon; those before stay in its metadata, collected. */
const worldsPerDaemon = 4

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  if (found._tag === 'Lacking') return absent(found.because)
  const outcomes: Outcome[] = []
  for (let first = 0; first < worlds; first += worldsPerDaemon) {
    const live = await startContainerd(release.line, found.folder)
    const earlier: Space[] = []
    try {
      for (let at = first; at < Math.min(first + worldsPerDaemon, worlds); at++)
        outcomes.push(await runWorld(live, release.line, seed + at, earlier))
    } finally {
      await live.stop()
    }
  }
  return tallyOf(outcomes, found.version)
}

const tallyOf = (outcomes: ReadonlyArray<Outcome>, version: string): Tally => {
  const differences = outcomes.flatMap((outcome) => outcome.differences)
  differences.forEach(sayDifference)
  const sum = (count: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + count(one), 0)
  const [records, removed] = [sum((one) => one.records), sum((one) => one.removed)]
  const reasons = new Map<string, number>()
  for (const outcome of outcomes)
    for (const [tag, count] of outcome.reasons) reasons.set(tag, (reasons.get(tag) ?? 0) + count)
  const failed = outcomes.filter((outcome) => outcome.differences.length > 0).length
  return {
    passed: outcomes.length - failed,
    failed,
    skipped: 0,
    said: [
      `${version}, ${outcomes.length} worlds, ${differences.length} differences; ${records} records, ${removed} collected`,
      `(${((removed / records) * 100).toFixed(0)} %), ${sum((one) => one.keptAsUnknown)} of them kept by a plan from the API alone, as unknown;`,
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

/** Each containerd release. */
export const containerdSuites: ReadonlyArray<Suite> = releases.map((release) => ({
  name: `containerd-${release.line}`,
  worlds: 20,
  run: (run) => runAll(release, run),
}))
