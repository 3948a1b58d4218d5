/**
 * Holds the kubelet's collections to a runtime: pods and images are made, observed and planned; the plans are carried out
 * through the ports, first of containers, then of images; what went has to be what they said, and the layers that went
 * those that were counted as freed.
 */
import { setTimeout as sleep } from 'node:timers/promises'

import { either as E, option as O } from 'fp-ts'

import * as Containerd from '../../src/adapters/containerd/index.js'
import {
  type Observation,
  type SocketError,
  classify,
  containerPort,
  imagePort,
  observe,
  observeLogs,
} from '../../src/adapters/cri/index.js'
import { systemClock } from '../../src/adapters/clock.js'
import { plannedTargets } from '../../src/core/plan.js'
import { known } from '../../src/core/index.js'
import {
  type KubeletPod,
  containerdLayers,
  kubeletContainerSnapshot,
  kubeletImageSnapshot,
} from '../../src/decode/index.js'
import { executeWith } from '../../src/execute/index.js'
import * as Containers from '../../src/kubelet/container/index.js'
import * as Images from '../../src/kubelet/image/index.js'
import { freedBy } from '../../src/reclaim/layers/index.js'
import { type Outcome, comparing, countsOf, reasonsIn, sumOf } from '../compare.js'
import type { Live } from '../containerd/daemon.js'
import { drawCollection } from '../images/collection.js'
import { imagesOf } from '../images/world.js'
import { type Random, randomFrom } from '../random.js'
import { right } from '../right.js'
import { buildPods, foldersOf, importImages } from './build.js'

/** One world, from its seed, beside what is left of earlier ones. */
export const runWorld = async (live: Live, folder: string, line: string, seed: number): Promise<Outcome> => {
  const random = randomFrom(seed)
  const plans = imagesOf(seed, random, { mayDangle: false })
  await importImages(live, folder, plans)
  const pods = await buildPods(live, seed, random, plans)
  await settled(live)
  const containers = await runContainers(live, line, seed, random, pods)
  const images = await runImages(live, line, seed, random)
  return {
    records: containers.records + images.records,
    removed: containers.removed + images.removed,
    reasons: sumOf([containers.reasons, images.reasons]),
    differences: [...containers.differences, ...images.differences],
  }
}

/** Programs that end at once have ended. */
const settled = async ({ daemon }: Live): Promise<void> => {
  let before = ''
  for (let tries = 0; tries < 40; tries++) {
    const { containers } = right(await observe(daemon)())
    const now = JSON.stringify(containers.map(({ id, state }) => [id, state]))
    if (now === before) return
    before = now
    await sleep(300)
  }
}

const failuresIn = ({
  passes,
}: {
  readonly passes: ReadonlyArray<{ readonly outcomes: ReadonlyArray<{ readonly _tag: string }> }>
}): ReadonlyArray<string> =>
  passes
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ _tag }) => _tag !== 'Removed')
    .map((outcome) => JSON.stringify(outcome))

const runContainers = async (
  live: Live,
  line: string,
  seed: number,
  { chance, pick }: Random,
  pods: ReadonlyArray<KubeletPod>,
): Promise<Outcome> => {
  const folders = foldersOf(live)
  const policy: Containers.Policy = {
    ...Containers.defaultPolicy,
    maxPerPodContainer: pick([0, 1, 1, 2, -1]),
    maxContainers: pick([-1, -1, 0, 2, 5]),
    evictNonDeletedPods: chance(0.3),
  }
  const look = async (at?: Date) => {
    const seen = right(await observe(live.daemon)())
    const logs = right(await observeLogs(folders)())
    return kubeletContainerSnapshot({
      at: at ?? seen.at,
      allSourcesReady: true,
      containers: seen.containers,
      sandboxes: seen.sandboxes,
      pods: O.some(pods),
      absentPodsAreGone: O.some('the world has no other pods'),
      ...logs,
    })
  }
  const plan = (snapshot: Containers.Snapshot): Containers.Plan => {
    const made = Containers.plan(policy)(snapshot)
    if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
    return made.right
  }
  const before = await look()
  const planned = plan(before)
  const { differences, same } = comparing({ daemon: `cri ${line}`, seed, world: { policy, snapshot: before } })
  const carryOut = executeWith<Containers.Family, SocketError>({
    perform: Containers.perform(containerPort(live.daemon, folders)),
    clock: systemClock,
    classify,
  })
  same('removals that failed', [], failuresIn(await carryOut(planned)()))
  const after = await look(before.at)
  const left = new Set(recordsIn(after))
  const went = recordsIn(before).filter((id) => !left.has(id))
  same('containers, sandboxes and logs that went', goingIn(planned, before), went)
  same('what a second plan removes', [], targetsIn(plan(after)))
  return {
    records: recordsIn(before).length,
    removed: went.length,
    reasons: sumOf([reasonsIn(planned), countsOf(before.containers.map(({ state }) => state))]),
    differences,
  }
}

const targetsIn = (planned: Containers.Plan): ReadonlyArray<string> =>
  plannedTargets(planned).map(({ _tag, id }) => `${_tag} ${id}`)

/** Targets, and the links that go with their containers. */
const goingIn = (planned: Containers.Plan, { logLinks }: Containers.Snapshot): ReadonlyArray<string> => {
  const targets = targetsIn(planned)
  const ids = plannedTargets(planned).flatMap((target) => (target._tag === 'Container' ? [target.id] : []))
  const own = logLinks
    .filter(({ path }) => ids.some((id) => path.endsWith(`-${id}.log`)))
    .map(({ path }) => `LogLink ${path}`)
  return [...new Set([...targets, ...own])]
}

const recordsIn = ({ containers, sandboxes, logDirectories, logLinks }: Containers.Snapshot): ReadonlyArray<string> => [
  ...containers.map(({ id }) => `Container ${id}`),
  ...sandboxes.map(({ id }) => `Sandbox ${id}`),
  ...logDirectories.map((name) => `LogDirectory ${name}`),
  ...logLinks.map(({ path }) => `LogLink ${path}`),
]

const runImages = async (live: Live, line: string, seed: number, random: Random): Promise<Outcome> => {
  const seen = right(await observe(live.daemon)())
  const { planned, again, world } = drawCollection(random, seen.at, listedIn(seen))
  const metadata = right(await Containerd.collect(live.daemon)()()).after.snapshot
  const { differences, same } = comparing({ daemon: `cri ${line} images`, seed, world: { world, files: seen.files } })
  const carryOut = executeWith<Images.Family, SocketError>({
    perform: Images.perform(imagePort(live.daemon)),
    clock: systemClock,
    classify,
  })
  same('removals that failed', [], failuresIn(await carryOut(planned)()))
  const after = right(await observe(live.daemon)())
  const left = new Set(after.images.map(({ id }) => id))
  const went = seen.images.map(({ id }) => id).filter((id) => !left.has(id))
  same(
    'images that went',
    plannedTargets(planned).map(({ imageId }) => imageId),
    went,
  )
  const { store } = containerdLayers({ namespace: 'k8s.io', snapshotter: 'overlayfs' })(metadata)
  const freed = freedBy(store)(new Set(went))
  if (E.isLeft(freed)) throw new Error(JSON.stringify(freed.left))
  const { snapshot } = right(await Containerd.observe(live.daemon)()())
  same('layers that went', freed.right.layers, goneFrom(metadata, snapshot))
  same(
    'what a second plan removes',
    [],
    plannedTargets(again(listedIn(after))).map(({ imageId }) => imageId),
  )
  return {
    records: seen.images.length,
    removed: went.length,
    reasons: sumOf([reasonsIn(planned), new Map([['layers freed', freed.right.layers.length]])]),
    differences,
  }
}

/** What the image collector reads, as an embedder would hand it over. */
const listedIn = (seen: Observation) => {
  const { images, containers } = kubeletImageSnapshot({
    ...seen,
    beganGC: known(seen.at),
    history: { _tag: 'Unknown' },
  })
  return { images, containers }
}

const goneFrom = (before: Containerd.Observation['snapshot'], after: Containerd.Observation['snapshot']) => {
  const keysIn = (one: typeof before) => one.namespaces.flatMap(({ snapshots }) => snapshots.map(({ key }) => key))
  const left = new Set(keysIn(after))
  return keysIn(before).filter((key) => !left.has(key))
}
