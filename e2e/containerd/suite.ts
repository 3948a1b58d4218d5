/** All worlds of one containerd. */
import { unpacked } from '../archive.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { releases, startContainerd } from './daemon.js'
import { type ContainerdOutcome, runWorld } from './run.js'
import type { Space } from './world.js'

/** So many worlds share a daemon; those before stay in its metadata, collected. */
const worldsPerDaemon = 4

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  if (found._tag === 'Lacking') return absent(found.because)
  const outcomes: ContainerdOutcome[] = []
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
  const unknown = outcomes.reduce((sum, { keptAsUnknown }) => sum + keptAsUnknown, 0)
  return tallyOf(outcomes, found.version, `, ${unknown} of them kept by a plan from the API alone, as unknown`)
}

/** Each containerd release. */
export const containerdSuites: ReadonlyArray<Suite> = releases.map((release) => ({
  name: `containerd-${release.line}`,
  worlds: 20,
  run: (run) => runAll(release, run),
}))
