/** The programs of the documentation and the command, on live daemons. */
import * as Containerd from '../../src/adapters/containerd/index.js'
import * as Cri from '../../src/adapters/cri/index.js'
import * as Docker from '../../src/adapters/docker/index.js'
import { unpacked } from '../archive.js'
import type { Outcome } from '../compare.js'
import { releases as containerdReleases, startContainerd } from '../containerd/daemon.js'
import { removePods, importImages, sandboxImage } from '../cri/build.js'
import { runtimeOf } from '../cri/runtime.js'
import { foldersOf, releases as dockerReleases, startDocker } from '../docker/daemon.js'
import { absent, canRunDaemons, needsRoot } from '../skip.js'
import type { Run, Suite, Tally } from '../suites.js'
import { tallyOf } from '../tally.js'
import { runContainerd } from './containerd.js'
import { runCri } from './cri.js'
import { runDocker } from './docker.js'
import { runStopping } from './stopping.js'

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
    outcomes.push(
      await runStopping({
        name: `containerd ${release.line}`,
        read: () => Containerd.observe(live.daemon)()(),
        stop: live.end,
        command: ['plan', 'containerd', '--containerd', live.socket],
      }),
    )
  } finally {
    await live.stop()
  }
  return tallyOf(outcomes, found.version)
}

const onRuntime = async (release: Containerd, run: Run): Promise<Tally> => {
  const runtime = runtimeOf(release)
  if ('absent' in runtime) return runtime.absent
  const { folder, version, start } = runtime
  const outcomes: Outcome[] = []
  const live = await start()
  try {
    for (const seed of seedsOf(run)) {
      await importImages(live, folder, [sandboxImage])
      outcomes.push(await runCri(live, folder, release.line, seed))
    }
    await removePods(live)
    outcomes.push(
      await runStopping({
        name: `cri ${release.line}`,
        read: () => Cri.observe(live.daemon)(),
        stop: live.end,
        command: ['plan', 'kubelet-container', '--cri', live.socket],
      }),
    )
  } catch (thrown) {
    await removePods(live)
    throw thrown
  } finally {
    await live.stop()
  }
  return tallyOf(outcomes, version)
}

const onDocker = async (release: (typeof dockerReleases)[number], run: Run): Promise<Tally> => {
  if (!canRunDaemons()) return absent(needsRoot)
  const folders = foldersOf(release)
  if ('_tag' in folders) return absent(folders.because)
  const outcomes: Outcome[] = []
  const live = await startDocker(release, folders, 'layers')
  try {
    for (const seed of seedsOf(run)) outcomes.push(await runDocker(live, release.name, seed))
    outcomes.push(
      await runStopping({
        name: release.name,
        read: () => Docker.observe(live.daemon)(),
        stop: live.end,
        command: ['plan', 'kubelet-container', '--docker', live.daemon.socket],
      }),
    )
  } finally {
    await live.stop()
  }
  return tallyOf(outcomes, release.packages[0].version)
}

/** In `npm run verify` one world of the newest of each kind: these start some processes for every world. */
const worldsOf = (place: number, { length }: ReadonlyArray<unknown>): number => (place === length - 1 ? 1 : 0)

const dockers = dockerReleases.filter(({ name }) => name !== 'podman')

/** The programs and the command on every daemon. */
export const programSuites: ReadonlyArray<Suite> = [
  ...containerdReleases.map((release, place) => ({
    name: `program-containerd-${release.line}`,
    worlds: worldsOf(place, containerdReleases),
    run: (run: Run) => onContainerd(release, run),
  })),
  ...containerdReleases.map((release, place) => ({
    name: `program-cri-${release.line}`,
    worlds: worldsOf(place, containerdReleases),
    run: (run: Run) => onRuntime(release, run),
  })),
  ...dockerReleases.map((release) => ({
    name: `program-${release.name}`,
    worlds: worldsOf(dockers.indexOf(release), dockers),
    run: (run: Run) => onDocker(release, run),
  })),
]
