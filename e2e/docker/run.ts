/**
 * Holds plans of images to a daemon: a random world is made, observed and planned; the plan is carried out through the
 * port; what went has to be what the plan said, and the layers that the daemon says it deleted those that were counted as
 * freed.
 */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { systemClock } from '../../src/adapters/clock.js'
import { type Observation, type SocketError, classify, observe, removeImage } from '../../src/adapters/docker/index.js'
import type { Observation as Containerd } from '../../src/adapters/containerd/index.js'
import { whatIf } from '../../src/containerd/analysis/index.js'
import { recordOf } from '../../src/containerd/record.js'
import { plannedTargets } from '../../src/core/plan.js'
import { executeWith } from '../../src/execute/index.js'
import { type Family, perform } from '../../src/kubelet/image/index.js'
import { freedBy } from '../../src/reclaim/layers/index.js'
import { type Outcome, comparing, countsOf, reasonsIn, sumOf } from '../compare.js'
import { drawCollection } from '../images/collection.js'
import { randomFrom } from '../random.js'
import { right } from '../right.js'
import { buildWorld, removeContainers } from './build.js'
import type { Live, Release } from './daemon.js'

const idsOf = ({ images }: Observation): ReadonlyArray<string> => images.map(({ id }) => id)

/** One world, from its seed, beside what is left of earlier ones. */
export const runWorld = async (live: Live, release: Release, seed: number): Promise<Outcome> => {
  const { daemon, store } = live
  const random = randomFrom(seed)
  const { made, states } = await buildWorld(daemon, seed, random)
  const seen = right(await observe(daemon)())
  const layersBefore = await live.layers()
  const metadata = await live.metadata()
  const { planned, again, world } = drawCollection(random, seen.at, seen.node)
  const { differences, same } = comparing({
    daemon: `${release.name} ${seen.version} ${store}`,
    seed,
    world: { world, made, states, files: seen.files },
  })
  const deleted: string[] = []
  const carryOut = executeWith<Family, SocketError>({
    perform: perform({
      removeImage: (id) =>
        F.pipe(
          removeImage(daemon)(id),
          TE.map((removed) => void deleted.push(...removed.deleted)),
        ),
    }),
    clock: systemClock,
    classify,
  })
  const { passes } = await carryOut(planned)()
  const after = right(await observe(daemon)())
  const failed = passes.flatMap(({ outcomes }) => outcomes).filter(({ _tag }) => _tag !== 'Removed')
  same(
    'removals that failed',
    [],
    failed.map((outcome) => JSON.stringify(outcome)),
  )
  const left = new Set(idsOf(after))
  const went = idsOf(seen).filter((id) => !left.has(id))
  same(
    'images that went',
    plannedTargets(planned).map(({ imageId }) => imageId),
    went,
  )
  const freed = freedBy(seen.layers.store)(new Set(went))
  if (E.isLeft(freed)) throw new Error(JSON.stringify(freed.left))
  // With its containerd store Docker also loses layers of images that stay, in this world or in one before: an image whose
  // layers were there when it was loaded does not hold them. Docker does not show which; its containerd does, exactly.
  let lost: ReadonlyArray<string> = []
  if (layersBefore !== undefined) {
    const layersAfter = new Set(await live.layers())
    const gone = layersBefore.filter((id) => !layersAfter.has(id))
    const mayLose = store === 'containerd'
    lost = mayLose ? gone.filter((id) => !freed.right.layers.includes(id)) : []
    same(
      'layers that went from the disk',
      freed.right.layers.filter((id) => !mayLose || layersBefore.includes(id)),
      gone.filter((id) => !lost.includes(id)),
    )
    if (metadata !== undefined)
      same('layers that went by the metadata of its containerd', goingWith(metadata, went), gone)
  }
  if (release.saysLayers && store === 'layers')
    same(
      'layers that the daemon says it deleted',
      freed.right.layers,
      deleted.filter((id) => !idsOf(seen).includes(id)),
    )
  same(
    'what a second plan removes',
    [],
    plannedTargets(again(after.node)).map(({ imageId }) => imageId),
  )
  await removeContainers(daemon, seen.node.containers)
  return {
    records: seen.images.length + seen.node.containers.length,
    removed: went.length,
    reasons: sumOf([
      reasonsIn(planned),
      countsOf([...states.map((state) => `container ${state}`), ...edgesOf(seen)]),
      new Map([
        ['layers freed', freed.right.layers.length],
        ['layers lost by images that stay', lost.length],
        ['layers kept by others', topsOf(seen, went) - freed.right.layers.length],
      ]),
    ]),
    differences,
  }
}

/** Snapshots that containerd collects once the images of these digests are removed. */
const goingWith = ({ policy, snapshot }: Containerd, digests: ReadonlyArray<string>): ReadonlyArray<string> => {
  const changes = snapshot.namespaces.flatMap(({ name, images }) =>
    images
      .filter(({ target }) => digests.includes(target))
      .map((image) => ({ _tag: 'Remove', node: recordOf.images(name, image) }) as const),
  )
  const asked = whatIf(policy)(changes)(snapshot)
  if (E.isLeft(asked)) throw new Error(JSON.stringify(asked.left))
  return asked.right.goes.flatMap(({ target }) => (target._tag === 'FsSnapshot' ? [target.key] : []))
}

/** Layers under the images that went, whether or not others need them. */
const topsOf = ({ images }: Observation, went: ReadonlyArray<string>): number => {
  const chains = images
    .filter(({ id }) => went.includes(id))
    .flatMap(({ diffIds }) => diffIds.map((_, place) => diffIds.slice(0, place + 1).join()))
  return new Set(chains).size
}

/** What makes images hard to remove or to count. */
const edgesOf = ({ node, images }: Observation): ReadonlyArray<string> => {
  const parents = new Map<string, Set<string>>()
  for (const { diffIds } of images)
    diffIds.forEach((diff, place) => {
      const below = diffIds.slice(0, place).join()
      parents.set(diff, new Set([...(parents.get(diff) ?? []), below]))
    })
  return [
    ...node.images.flatMap(({ tags: { length } }) =>
      length === 0 ? ['image without a name'] : length > 1 ? ['image with several names'] : [],
    ),
    ...[...parents.values()].filter(({ size }) => size > 1).map(() => 'content on several layers'),
  ]
}
