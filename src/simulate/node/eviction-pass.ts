/** One pass of the eviction manager over the disk: what it reclaims, which pod it evicts, which conditions change. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { instant } from '../../core/time.js'
import { type Layout, containersLieOn } from '../../kubelet/eviction/layout.js'
import type { Observation, Observations } from '../../kubelet/eviction/observation.js'
import type { Pod } from '../../kubelet/eviction/pod.js'
import type { NodeCondition, Signal } from '../../kubelet/eviction/signal.js'
import type { PodEviction, Relief } from '../../kubelet/eviction/relief.js'
import { isRelieved, synchronize } from '../../kubelet/eviction/synchronize.js'
import { usageOf } from '../../kubelet/eviction/usage.js'
import { type ForecastFailure, endPod, runContainers } from './container-run.js'
import { type RunEnd, runImages } from './image-run.js'
import type { ForecastEviction } from './outcome.js'
import { type NodeSimulation, bumpVersion, usedAt, changeUsage } from './state.js'

/** What a look came to. */
export interface EvictionPassEnd {
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

const observationsAt = (simulation: NodeSimulation, at: number): Observations => {
  const available = simulation.capacity - usedAt(simulation, at)
  const result = new Map<Signal, Observation>()
  for (const [signal, observation] of simulation.others) result.set(signal, { ...observation, at: instant(at) })
  for (const signal of signalsOfDisk(simulation.layout))
    result.set(signal, { available, capacity: simulation.capacity, at: instant(at) })
  return result
}

/** One look. */
export const evictionPass = (simulation: NodeSimulation, at: number): E.Either<ForecastFailure, EvictionPassEnd> => {
  const { policies, layout, pods, podStats } = simulation
  return fp.pipe(
    synchronize(policies.eviction)(simulation.memory)({
      at: instant(at),
      layout,
      observations: observationsAt(simulation, at),
      pods,
      podStats,
    }),
    fp.flatMap(({ memory, conditions, overOwnLimits, relief }) => {
      simulation.memory = memory
      report(simulation, at, conditions)
      for (const one of overOwnLimits) evict(simulation, at, one, 'own-limits')
      if (overOwnLimits.length > 0) return fp.right(evicted(at))
      if (relief?.orElse !== undefined) simulation.log.orderDecided = true
      return relief === undefined
        ? fp.right({ changed: false, evicted: false, idleUntil: Infinity })
        : relieve(simulation, at, relief)
    }),
  )
}

const evicted = (at: number): EvictionPassEnd => ({ changed: true, evicted: true, idleUntil: at })

/** Reclaims what there is to reclaim, and evicts a pod if that was not enough. */
const relieve = (
  simulation: NodeSimulation,
  at: number,
  { reclaim, eviction }: Relief,
): E.Either<ForecastFailure, EvictionPassEnd> =>
  fp.pipe(
    reclaim,
    fp.traverseArray((what): E.Either<ForecastFailure, RunEnd> =>
      what === 'images' ? runImages(simulation, at, 'eviction') : runContainers(simulation, at, 'eviction'),
    ),
    fp.map((runs) => {
      const { policies, layout } = simulation
      const enough = runs.length > 0 && isRelieved(policies.eviction)(layout)(observationsAt(simulation, at))
      if (!enough && eviction !== undefined) {
        evict(simulation, at, eviction, 'pressure')
        return evicted(at)
      }
      return {
        changed: runs.some(({ changed }) => changed),
        evicted: false,
        idleUntil: Math.min(...runs.map(({ idleUntil }) => idleUntil)),
      }
    }),
  )

const evict = (
  simulation: NodeSimulation,
  at: number,
  one: PodEviction,
  because: ForecastEviction['because'],
): void => {
  const { uid, name, namespace } = one.pod.metadata
  const bytes = Number(givenBack(simulation, one.pod, 'imagefs.available'))
  const before = usedAt(simulation, at)
  for (const [signal, observation] of simulation.others)
    simulation.others.set(signal, {
      ...observation,
      available: int64FromBigint(int64ToBigint(observation.available) + givenBack(simulation, one.pod, signal)),
    })
  simulation.pods = simulation.pods.filter(({ metadata }) => metadata.uid !== uid)
  changeUsage(simulation, at, -bytes)
  endPod(simulation, uid)
  bumpVersion(simulation)
  simulation.log.evictions.push({
    at: instant(at),
    pod: { name, namespace, uid },
    because,
    gracePeriodSeconds: one.gracePeriodSeconds,
    grantedSeconds: one.grantedSeconds,
    event: one.event,
    freedBytes: Math.max(0, before - usedAt(simulation, at)),
  })
}

const givenBack = ({ layout, podStats }: NodeSimulation, pod: Pod, signal: Signal): bigint => {
  const stats = podStats.find(({ podRef }) => podRef.uid === pod.metadata.uid)
  return stats === undefined ? 0n : usageOf(layout, signal)(pod, stats)
}

const report = ({ log }: NodeSimulation, at: number, conditions: ReadonlyArray<NodeCondition>): void => {
  log.conditions.forEach((one, index) => {
    if (one.until === undefined && !conditions.includes(one.condition))
      log.conditions[index] = { ...one, until: instant(at) }
  })
  for (const condition of conditions)
    if (!isActive(log, condition)) log.conditions.push({ condition, from: instant(at) })
}

/** Whether a condition stands now. */
export const isActive = (log: NodeSimulation['log'], condition: NodeCondition): boolean =>
  log.conditions.some((one) => one.condition === condition && one.until === undefined)
