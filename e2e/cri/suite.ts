/** All worlds of the runtime of one containerd. */
import { runc, unpacked } from '../archive.js'
import type { Outcome } from '../compare.js'
import { releases, startContainerd } from '../containerd/daemon.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { importImages, removePods, sandboxImage } from './build.js'
import { runWorld } from './run.js'

/** So many worlds share a daemon; pods and images of those before stay, as far as they were not planned to go. */
const worldsPerDaemon = 5

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  const programs = unpacked(runc)
  if (found._tag === 'Lacking') return absent(found.because)
  if (programs._tag === 'Lacking') return absent(programs.because)
  const outcomes: Outcome[] = []
  for (let first = 0; first < worlds; first += worldsPerDaemon) {
    const live = await startContainerd(release.line, found.folder, {
      runc: programs.folder,
      sandboxImage: sandboxImage.names[0] ?? '',
    })
    try {
      for (let at = first; at < Math.min(first + worldsPerDaemon, worlds); at++) {
        // Old releases do not pin it, so that the world before may have collected it.
        await importImages(live, found.folder, [sandboxImage])
        outcomes.push(await runWorld(live, found.folder, release.line, seed + at))
      }
    } finally {
      await removePods(live)
      await live.stop()
    }
  }
  return tallyOf(outcomes, found.version)
}

/** Each containerd release. */
export const criSuites: ReadonlyArray<Suite> = releases.map((release, place) => ({
  name: `cri-${release.line}`,
  worlds: place === 0 ? 4 : 3,
  run: (run) => runAll(release, run),
}))
