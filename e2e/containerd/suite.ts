/** All worlds of one containerd. */
import { unpacked } from '../archive.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { presets } from '../../src/containerd/index.js'
import { sumOf } from '../compare.js'
import { tallyOf } from '../tally.js'
import { releases, startContainerd } from './daemon.js'
import { edgesOfRelease } from './edges.js'
import { type ContainerdOutcome, type Earlier, runWorld } from './run.js'

/** So many worlds share a daemon; those before stay in its metadata, collected. */
const worldsPerDaemon = 4

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  if (found._tag === 'Lacking') return absent(found.because)
  const outcomes: ContainerdOutcome[] = []
  for (let first = 0; first < worlds; first += worldsPerDaemon) {
    const live = await startContainerd(release.line, found.folder)
    const earlier: Earlier = { spaces: [], streams: [] }
    try {
      for (let at = first; at < Math.min(first + worldsPerDaemon, worlds); at++)
        outcomes.push(await runWorld(live, release.line, seed + at, earlier))
    } finally {
      earlier.streams.forEach(({ end }) => end())
      await live.stop()
    }
  }
  const unknown = outcomes.reduce((sum, { keptAsUnknown }) => sum + keptAsUnknown, 0)
  const edges = sumOf(outcomes.map((outcome) => outcome.edges))
  const tally = tallyOf(outcomes, found.version, `, ${unknown} of them kept by a plan from the API alone, as unknown`)
  const lacking = edgesOfRelease(policies[release.line]).filter((kind) => !edges.has(kind))
  const said = `${tally.said}; edges: ${[...edges]
    .map(([kind, count]) => `${kind} ${count}`)
    .sort()
    .join(', ')}`
  // A short run need not meet every kind.
  return lacking.length === 0 || worlds < 100
    ? { ...tally, said }
    : { ...tally, failed: tally.failed + 1, said: `${said}; NOT MET: ${lacking.join(', ')}` }
}

const policies = { '1.6': presets.containerd_1_6, '1.7': presets.containerd_1_7, '2.1': presets.containerd_2_0 }

/** Each containerd release. */
export const containerdSuites: ReadonlyArray<Suite> = releases.map((release) => ({
  name: `containerd-${release.line}`,
  worlds: 20,
  run: (run) => runAll(release, run),
}))
