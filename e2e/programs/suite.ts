/** The programs of the documentation and the command, on live daemons. */
import { runc, unpacked } from '../archive.js'
import type { Outcome } from '../compare.js'
import { releases as containerdReleases, startContainerd } from '../containerd/daemon.js'
import { removePods, importImages, sandboxImage } from '../cri/build.js'
import { foldersOf, releases as dockerReleases, startDocker } from '../docker/daemon.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { runContainerd } from './containerd.js'
import { runCri } from './cri.js'
import { runDocker } from './docker.js'

type Containerd = (typeof containerdReleases)[number]

const seedsOf = ({ worlds, seed }: Run): ReadonlyArray<number> => Array.from({ length: worlds }, (_, at) => seed + at)

const onContainerd = async (release: Containerd, run: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  if (found._tag === 'Lacking') return absent(found.because)
  const outcomes: Outcome[] = []
  const live = await startContainerd(release.line, found.folder)
  try {
    for (const seed of seedsOf(run)) outcomes.push(await runContainerd(live, release.line, seed))
  } finally {
    await live.stop()
  }
  return tallyOf(outcomes, found.version)
}

const onRuntime = async (release: Containerd, run: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const found = unpacked(release)
  const programs = unpacked(runc)
  if (found._tag === 'Lacking') return absent(found.because)
  if (programs._tag === 'Lacking') return absent(programs.because)
  const outcomes: Outcome[] = []
  const live = await startContainerd(release.line, found.folder, {
    runc: programs.folder,
    sandboxImage: sandboxImage.names[0] ?? '',
  })
  try {
    for (const seed of seedsOf(run)) {
      await importImages(live, found.folder, [sandboxImage])
      outcomes.push(await runCri(live, found.folder, release.line, seed))
    }
  } finally {
    await removePods(live)
    await live.stop()
  }
  return tallyOf(outcomes, found.version)
}

const onDocker = async (release: (typeof dockerReleases)[number], run: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const folders = foldersOf(release)
  if ('_tag' in folders) return absent(folders.because)
  const outcomes: Outcome[] = []
  const live = await startDocker(release, folders, 'layers')
  try {
    for (const seed of seedsOf(run)) outcomes.push(await runDocker(live, release.name, seed))
  } finally {
    await live.stop()
  }
  return tallyOf(outcomes, release.packages[0].version)
}

/** One world each: these start some processes for every world. */
export const programSuites: ReadonlyArray<Suite> = [
  ...containerdReleases.map((release) => ({
    name: `program-containerd-${release.line}`,
    worlds: 1,
    run: (run: Run) => onContainerd(release, run),
  })),
  ...containerdReleases.map((release) => ({
    name: `program-cri-${release.line}`,
    worlds: 1,
    run: (run: Run) => onRuntime(release, run),
  })),
  ...dockerReleases.map((release) => ({
    name: `program-${release.name}`,
    worlds: 1,
    run: (run: Run) => onDocker(release, run),
  })),
]
