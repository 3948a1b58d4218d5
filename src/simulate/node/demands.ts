/**
 * Answers what containers that come and go do to a node: images are pulled, used and released; under pressure on the disk
 * nothing is let in.
 */
import type { Demand } from './node.js'
import { instant } from '../../core/time.js'
import { stands } from './look.js'
import type { World } from './world.js'
import { touch, write } from './world.js'

/** Something that a demand does. */
export interface Errand {
  readonly at: number
  readonly begins: boolean
  readonly demand: number
  readonly imageId: string
}

/** Everything that demands do, in order; of one instant ends come first, then the order of the demands. */
export const errandsOf = (demands: ReadonlyArray<Demand>, start: number): ReadonlyArray<Errand> =>
  demands
    .flatMap(({ at, until, image: { id } }, demand): ReadonlyArray<Errand> => {
      const begin = { at: Math.max(start, at.getTime()), begins: true, demand, imageId: id }
      if (until === undefined) return [begin]
      return until.getTime() < start ? [] : [begin, { ...begin, at: until.getTime(), begins: false }]
    })
    .sort((a, b) => a.at - b.at || Number(a.begins) - Number(b.begins) || a.demand - b.demand)

/** Carries one out; `taken` remembers which demands were let in. */
export const runErrand = (world: World, { at, begins, demand, imageId }: Errand, taken: Set<number>): void => {
  if (!begins) {
    if (taken.has(demand)) {
      world.images.release(imageId, at)
      touch(world)
    }
    return
  }
  const wanted = world.node.demands?.[demand]
  if (wanted === undefined) return
  if (stands(world.told, 'DiskPressure')) {
    world.told.refusals.push({ at: instant(at), imageId })
    return
  }
  if (!world.images.has(imageId)) pull(world, at, wanted)
  world.images.use(imageId, at)
  taken.add(demand)
  touch(world)
}

const pull = (world: World, at: number, { image }: Demand): void => {
  const place = world.stack.imageAt.get(image.id)
  const bytes = place === undefined ? 0 : world.layers.add(place)
  world.images.come(image, at)
  write(world, at, bytes)
  world.told.pulls.push({ at: instant(at), imageId: image.id, bytes, again: world.gone.has(image.id) })
}
