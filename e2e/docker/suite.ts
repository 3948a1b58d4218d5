/** All worlds of one Docker, or of podman. */
import type { Outcome } from '../compare.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { type Release, foldersOf, releases, startDocker } from './daemon.js'
import { runWorld } from './run.js'

/** So many worlds share a daemon; images of those before stay, as far as they were not planned to go. */
const worldsPerDaemon = 5

const runAll = async (release: Release, { worlds, seed }: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const folders = foldersOf(release)
  if ('_tag' in folders) return absent(folders.because)
  const outcomes: Outcome[] = []
  for (let first = 0; first < worlds; first += worldsPerDaemon) {
    const store = release.stores[(first / worldsPerDaemon) % release.stores.length] ?? release.stores[0]
    const live = await startDocker(release, folders, store)
    try {
      for (let at = first; at < Math.min(first + worldsPerDaemon, worlds); at++)
        outcomes.push(await runWorld(live, release, seed + at))
    } finally {
      await live.stop()
    }
  }
  return tallyOf(outcomes, release.packages[0].version)
}

/** Docker and podman. */
export const dockerSuites: ReadonlyArray<Suite> = releases.map((release) => ({
  name: release.name,
  // podman takes four seconds to state its version.
  worlds: release.name === 'podman' ? 2 : 10,
  run: (run) => runAll(release, run),
}))
