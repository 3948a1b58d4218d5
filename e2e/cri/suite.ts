/** All worlds of the runtime of one containerd. */
import type { Outcome } from '../compare.js'
import { releases } from '../containerd/daemon.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { importImages, removePods, sandboxImage } from './build.js'
import { runWorld } from './run.js'
import { runtimeOf } from './runtime.js'

/** So many worlds share a daemon; pods and images of those before stay, as far as they were not planned to go. */
const worldsPerDaemon = 5

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  const runtime = runtimeOf(release)
  if ('absent' in runtime) return runtime.absent
  const { folder, version, start } = runtime
  const outcomes: Outcome[] = []
  for (let first = 0; first < worlds; first += worldsPerDaemon) {
    const live = await start()
    try {
      for (let at = first; at < Math.min(first + worldsPerDaemon, worlds); at++) {
        // Old releases do not pin it, so that the world before may have collected it.
        await importImages(live, folder, [sandboxImage])
        outcomes.push(await runWorld(live, folder, release.line, seed + at))
      }
    } finally {
      await removePods(live)
      await live.stop()
    }
  }
  return tallyOf(outcomes, version)
}

/** Each containerd release. */
export const criSuites: ReadonlyArray<Suite> = releases.map((release, place) => ({
  name: `cri-${release.line}`,
  worlds: place === 0 ? 4 : 3,
  run: (run) => runAll(release, run),
}))
