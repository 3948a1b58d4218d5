/**
 * Simulates a node event by event. At one instant the order is: disk writes, containers, container collector, image
 * collector, eviction. Runs that could not do anything new are skipped; with `everyRun` none are, with the same
 * result, slowly.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { GrowthRate } from './growth.js'
import { type ForecastFailure, runContainers } from './container-run.js'
import { type DemandEvent, applyDemandEvent } from './demands.js'
import { firstTickWhere, nextTick } from './ticks.js'
import { type RunEnd, percentAt, repeatIdleRun, runImages } from './image-run.js'
import { thresholdsMet } from './thresholds-met.js'
import { evictionPass } from './eviction-pass.js'
import { type LastEvictionPass, nextEvictionPass } from './next-eviction-pass.js'
import { type NodeSimulation, setRate, advanceTo, recordUsage, usedAt } from './state.js'

/** What drives a simulation. */
export interface Inputs {
  readonly rates: ReadonlyArray<GrowthRate>
  readonly events: ReadonlyArray<DemandEvent>
  readonly everyRun: boolean
}

/** A run that happened, and when it is worth running again if nothing changes. */
interface LastRun extends RunEnd {
  readonly at: number
  readonly version: number
  /** It found the disk too full, so that it asked for images by space. */
  readonly wasFull?: boolean
}

/** How far a simulation has come: the next change of growth, the next demand, and the last run of each kind. */
interface Progress {
  readonly now: number
  readonly nextRate: number
  readonly nextEvent: number
  readonly images: LastRun | null
  readonly containers: LastRun | null
  readonly last: LastEvictionPass | null
}

/** Runs the simulation to its end. */
export const simulate = (
  simulation: NodeSimulation,
  { rates, events, everyRun }: Inputs,
): E.Either<ForecastFailure, null> => {
  const { start, until, spans } = simulation
  const met = thresholdsMet(simulation.policies.eviction, simulation.layout, simulation.capacity)
  const admitted = new Set<number>()
  const step = (progress: Progress): E.Either<ForecastFailure, E.Either<Progress, null>> => {
    const { now, nextRate, nextEvent, images, containers, last } = progress
    const grown = rates[nextRate]?.from ?? Infinity
    const asked = events[nextEvent]?.at ?? Infinity
    const quiet = Math.min(grown, asked)
    const container = nextContainerRun(simulation, containers, now, everyRun)
    const image = nextImageRun(simulation, images, now, Math.min(quiet, container), everyRun)
    const other = Math.min(quiet, container, image)
    const evicting =
      last === null
        ? start + spans.firstLook
        : everyRun
          ? last.at + (last.end.evicted ? spans.podCleanUp : spans.lookPeriod)
          : nextEvictionPass(simulation, last, now, other, met)
    const at = Math.min(other, evicting)
    const goesOn = (more: Partial<Progress>): E.Either<Progress, null> => fp.left({ ...progress, now: at, ...more })
    if (at > until) return fp.right(fp.right(null))
    if (at === grown) {
      setRate(simulation, at, rates[nextRate]?.rate ?? 0)
      return fp.right(goesOn({ nextRate: nextRate + 1 }))
    }
    if (at === asked) {
      const one = events[nextEvent]
      if (one !== undefined) applyDemandEvent(simulation, one, admitted)
      return fp.right(goesOn({ nextEvent: nextEvent + 1 }))
    }
    if (at === container)
      return fp.pipe(
        runContainers(simulation, at, 'periodic'),
        fp.map((run) => goesOn({ containers: { ...run, at, version: simulation.version } })),
      )
    if (at === image) {
      const wasFull = isTooFull(simulation, at)
      return fp.pipe(
        periodicImages(simulation, at, images, wasFull),
        fp.map(({ changed, idleUntil, failed = [] }) =>
          goesOn({ images: { changed, idleUntil, failed, at, version: simulation.version, wasFull } }),
        ),
      )
    }
    return fp.pipe(
      evictionPass(simulation, at),
      fp.map((end) => {
        const available = simulation.capacity - usedAt(simulation, at)
        return goesOn({ last: { at, end, met: met(available), version: simulation.version } })
      }),
    )
  }
  recordUsage(simulation, start)
  const first: Progress = { now: start, nextRate: 0, nextEvent: 0, images: null, containers: null, last: null }
  return fp.pipe(
    fp.chainRec(first, step),
    fp.map(() => {
      advanceTo(simulation, until)
      recordUsage(simulation, until)
      return null
    }),
  )
}

const nextContainerRun = (simulation: NodeSimulation, last: LastRun | null, now: number, everyRun: boolean): number => {
  const { start, spans } = simulation
  if (simulation.containers === null) return Infinity
  if (last === null) return start + spans.firstContainerRun
  const following = last.at + spans.containerPeriod
  if (everyRun || last.changed) return following
  return nextTick(following, spans.containerPeriod, simulation.version === last.version ? last.idleUntil : now)
}

const nextImageRun = (
  simulation: NodeSimulation,
  last: LastRun | null,
  now: number,
  quiet: number,
  everyRun: boolean,
): number => {
  const { start, spans, until } = simulation
  if (last === null) return start + spans.firstImageRun
  const period = spans.imagePeriod
  const following = last.at + period
  if (everyRun) return following
  const from = nextTick(following, period, now)
  const { maxAge, maxAgePass } = simulation.policies.image
  const grows = simulation.rate >= 0
  // A disk that fills up stays too full once it is; one that empties is too full now or not before the next change.
  const full = grows
    ? firstTickWhere(from, period, Math.min(quiet, until), (at) => isTooFull(simulation, at))
    : isTooFull(simulation, from)
      ? from
      : Infinity
  const ages = maxAgePass === 'present' && maxAge > 0
  const aged = !ages ? Infinity : simulation.version === last.version ? last.idleUntil : from
  return Math.min(full, nextTick(from, period, Math.max(from, aged)))
}

const isTooFull = (simulation: NodeSimulation, at: number): boolean => {
  const percent = percentAt(simulation, at)
  // A number that cannot be told is left to the run, which says why.
  return fp.isLeft(percent) || percent.right >= simulation.policies.image.highThresholdPercent
}

const periodicImages = (
  simulation: NodeSimulation,
  at: number,
  last: LastRun | null,
  isFull: boolean,
): E.Either<ForecastFailure, RunEnd> => {
  const { maxAge, maxAgePass } = simulation.policies.image
  if (!isFull && (maxAge === 0 || maxAgePass === 'absent')) return fp.right({ changed: false, idleUntil: Infinity })
  const isIdle = last !== null && !last.changed && last.version === simulation.version && at < last.idleUntil
  if (isFull && isIdle && last.wasFull === true) {
    return fp.pipe(
      repeatIdleRun(simulation, at, last.failed ?? []),
      fp.map(() => last),
    )
  }
  return runImages(simulation, at, 'periodic')
}
