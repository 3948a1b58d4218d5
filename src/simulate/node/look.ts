/**
 * Answers what one look of the eviction manager does to the disk: what it has collected, which pod goes, which conditions
 * come and go.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { instant } from '../../core/time.js'
import type { Layout } from '../../kubelet/eviction/layout.js'
import { containersLieOn } from '../../kubelet/eviction/layout.js'
import type { Observation, Observations } from '../../kubelet/eviction/observation.js'
import type { Pod } from '../../kubelet/eviction/pod.js'
import type { NodeCondition, Signal } from '../../kubelet/eviction/signal.js'
import { isRelieved, synchronize } from '../../kubelet/eviction/synchronize.js'
import type { PodEviction } from '../../kubelet/eviction/synchronize.js'
import { usageOf } from '../../kubelet/eviction/usage.js'
import type { ForecastFailure } from './container-run.js'
import { endPod, runContainers } from './container-run.js'
import { runImages } from './image-run.js'
import type { ForecastEviction } from './outcome.js'
import type { World } from './world.js'
import { touch, usedAt, write } from './world.js'

/** What a look came to. */
export interface LookEnd {
  readonly changed: boolean
  /** A pod went, so that the next look follows at once. */
  readonly evicted: boolean
  /** Until when collecting would do nothing if nothing else happens. */
  readonly idleUntil: number
}

/** Signals that measure the disk of the images. */
export const signalsOfDisk = (layout: Layout): ReadonlyArray<Signal> => [
  'imagefs.available',
  ...(layout.dedicatedImageFs ? [] : (['nodefs.available'] as const)),
  ...(!layout.dedicatedImageFs || containersLieOn(layout) === 'imagefs' ? (['containerfs.available'] as const) : []),
]

const observationsAt = (world: World, at: number): Observations => {
  const available = world.capacity - usedAt(world, at)
  const result = new Map<Signal, Observation>()
  for (const [signal, observation] of world.others) result.set(signal, { ...observation, at: instant(at) })
  for (const signal of signalsOfDisk(world.layout))
    result.set(signal, { available, capacity: world.capacity, at: instant(at) })
  return result
}

/** One look. */
export const look = (world: World, at: number): E.Either<ForecastFailure, LookEnd> => {
  const { policies, layout, pods, podStats } = world
  const planned = synchronize(policies.eviction)(world.memory)({
    at: instant(at),
    layout,
    observations: observationsAt(world, at),
    pods,
    podStats,
  })
  if (either.isLeft(planned)) return planned
  const { memory, conditions, overOwnLimits, relief } = planned.right
  world.memory = memory
  report(world, at, conditions)
  for (const one of overOwnLimits) evict(world, at, one, 'own-limits')
  if (overOwnLimits.length > 0) return either.right({ changed: true, evicted: true, idleUntil: at })
  if (relief === undefined) return either.right({ changed: false, evicted: false, idleUntil: Infinity })
  let changed = false
  let idleUntil = Infinity
  for (const what of relief.reclaim) {
    const run = what === 'images' ? runImages(world, at, 'eviction') : runContainers(world, at, 'eviction')
    if (either.isLeft(run)) return run
    changed = changed || run.right.changed
    idleUntil = Math.min(idleUntil, run.right.idleUntil)
  }
  const enough = relief.reclaim.length > 0 && isRelieved(policies.eviction)(layout)(observationsAt(world, at))
  if (enough || relief.eviction === undefined) return either.right({ changed, evicted: false, idleUntil })
  evict(world, at, relief.eviction, 'pressure')
  return either.right({ changed: true, evicted: true, idleUntil: at })
}

const evict = (world: World, at: number, one: PodEviction, because: ForecastEviction['because']): void => {
  const { uid, name, namespace } = one.pod.metadata
  const bytes = Number(givenBack(world, one.pod, 'imagefs.available'))
  const before = usedAt(world, at)
  for (const [signal, observation] of world.others)
    world.others.set(signal, {
      ...observation,
      available: int64FromBigint(int64ToBigint(observation.available) + givenBack(world, one.pod, signal)),
    })
  world.pods = world.pods.filter(({ metadata }) => metadata.uid !== uid)
  write(world, at, -bytes)
  endPod(world, uid)
  touch(world)
  world.told.evictions.push({
    at: instant(at),
    pod: { name, namespace, uid },
    because,
    gracePeriodSeconds: one.gracePeriodSeconds,
    event: one.event,
    freedBytes: Math.max(0, before - usedAt(world, at)),
  })
}

const givenBack = ({ layout, podStats }: World, pod: Pod, signal: Signal): bigint => {
  const stats = podStats.find(({ podRef }) => podRef.uid === pod.metadata.uid)
  return stats === undefined ? 0n : usageOf(layout, signal)(pod, stats)
}

const report = ({ told }: World, at: number, conditions: ReadonlyArray<NodeCondition>): void => {
  told.conditions.forEach((one, index) => {
    if (one.until === undefined && !conditions.includes(one.condition))
      told.conditions[index] = { ...one, until: instant(at) }
  })
  for (const condition of conditions)
    if (!stands(told, condition)) told.conditions.push({ condition, from: instant(at) })
}

/** Whether a condition stands now. */
export const stands = (told: World['told'], condition: NodeCondition): boolean =>
  told.conditions.some((one) => one.condition === condition && one.until === undefined)
