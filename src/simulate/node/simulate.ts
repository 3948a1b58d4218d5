/**
 * Answers what happens on a node, event by event. Of one instant what is written comes first, then containers come and go,
 * then the container collector runs, the image collector, and the eviction manager looks. Runs and looks that could not do
 * anything new are left out; `everyRun` leaves out none and comes to the same, slowly.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { Stretch } from './growth.js'
import type { ForecastFailure } from './container-run.js'
import { runContainers } from './container-run.js'
import type { Errand } from './demands.js'
import { runErrand } from './demands.js'
import { firstHolding, onGrid } from './grid.js'
import type { RunEnd } from './image-run.js'
import { percentAt, repeatIdleRun, runImages } from './image-run.js'
import { levelsMet } from './levels.js'
import { look } from './look.js'
import type { LastLook } from './looks.js'
import { nextLook } from './looks.js'
import type { World } from './world.js'
import { setRate, settle, tell, usedAt } from './world.js'

/** What drives a world. */
export interface Drive {
  readonly stretches: ReadonlyArray<Stretch>
  readonly errands: ReadonlyArray<Errand>
  readonly everyRun: boolean
}

/** A run that happened, and when it is worth running again if nothing changes. */
interface LastRun extends RunEnd {
  readonly at: number
  readonly version: number
  /** It found the disk too full, so that it asked for images by space. */
  readonly wasFull?: boolean
}

/** Runs the world to its end. */
export const simulate = (world: World, { stretches, errands, everyRun }: Drive): E.Either<ForecastFailure, null> => {
  const { start, until, spans } = world
  const met = levelsMet(world.policies.eviction, world.layout, world.capacity)
  const taken = new Set<number>()
  let stretch = 0
  let errand = 0
  let images: LastRun | null = null
  let containers: LastRun | null = null
  let last: LastLook | null = null
  let now = start
  tell(world, start)
  for (;;) {
    const grown = stretches[stretch]?.from ?? Infinity
    const asked = errands[errand]?.at ?? Infinity
    const quiet = Math.min(grown, asked)
    const container = nextContainerRun(world, containers, now, everyRun)
    const image = nextImageRun(world, images, now, Math.min(quiet, container), everyRun)
    const other = Math.min(quiet, container, image)
    const looks =
      last === null
        ? start + spans.firstLook
        : everyRun
          ? last.at + (last.end.evicted ? spans.podCleanUp : spans.lookPeriod)
          : nextLook(world, last, now, other, met)
    const at = Math.min(other, looks)
    if (at > until) break
    now = at
    if (at === grown) {
      setRate(world, at, stretches[stretch]?.rate ?? 0)
      stretch += 1
    } else if (at === asked) {
      const one = errands[errand]
      if (one !== undefined) runErrand(world, one, taken)
      errand += 1
    } else if (at === container) {
      const run = runContainers(world, at, 'periodic')
      if (either.isLeft(run)) return run
      containers = { ...run.right, at, version: world.version }
    } else if (at === image) {
      const wasFull = isTooFull(world, at)
      const run = periodicImages(world, at, images, wasFull)
      if (either.isLeft(run)) return run
      const { changed, idleUntil, failed = [] } = run.right
      images = { changed, idleUntil, failed, at, version: world.version, wasFull }
    } else {
      const end = look(world, at)
      if (either.isLeft(end)) return end
      last = { at, end: end.right, met: met(world.capacity - usedAt(world, at)), version: world.version }
    }
  }
  settle(world, until)
  tell(world, until)
  return either.right(null)
}

const nextContainerRun = (world: World, last: LastRun | null, now: number, everyRun: boolean): number => {
  const { start, spans } = world
  if (world.containers === null) return Infinity
  if (last === null) return start + spans.firstContainerRun
  const following = last.at + spans.containerPeriod
  if (everyRun || last.changed) return following
  return onGrid(following, spans.containerPeriod, world.version === last.version ? last.idleUntil : now)
}

const nextImageRun = (world: World, last: LastRun | null, now: number, quiet: number, everyRun: boolean): number => {
  const { start, spans, until } = world
  if (last === null) return start + spans.firstImageRun
  const period = spans.imagePeriod
  const following = last.at + period
  if (everyRun) return following
  const from = onGrid(following, period, now)
  const { maxAge, maxAgePass } = world.policies.image
  const grows = world.rate >= 0
  // A disk that fills up stays too full once it is; one that empties is too full now or not before the next change.
  const full = grows
    ? firstHolding(from, period, Math.min(quiet, until), (at) => isTooFull(world, at))
    : isTooFull(world, from)
      ? from
      : Infinity
  const ages = maxAgePass === 'present' && maxAge > 0
  const aged = !ages ? Infinity : world.version === last.version ? last.idleUntil : from
  return Math.min(full, onGrid(from, period, Math.max(from, aged)))
}

const isTooFull = (world: World, at: number): boolean => {
  const percent = percentAt(world, at)
  // A number that cannot be told is left to the run, which says why.
  return either.isLeft(percent) || percent.right >= world.policies.image.highThresholdPercent
}

const periodicImages = (
  world: World,
  at: number,
  last: LastRun | null,
  isFull: boolean,
): E.Either<ForecastFailure, RunEnd> => {
  const { maxAge, maxAgePass } = world.policies.image
  if (!isFull && (maxAge === 0 || maxAgePass === 'absent')) return either.right({ changed: false, idleUntil: Infinity })
  const isIdle = last !== null && !last.changed && last.version === world.version && at < last.idleUntil
  if (isFull && isIdle && last.wasFull === true) {
    const run = repeatIdleRun(world, at, last.failed ?? [])
    return either.isLeft(run) ? run : either.right(last)
  }
  return runImages(world, at, 'periodic')
}
