/**
 * The state of a forecast: disk usage, contents, eviction memory, and the log so far. It is mutable, and private to
 * one forecast.
 */
import type { either as E } from 'fp-ts'

import {
  type Policy as ContainerPolicy,
  defaultPolicy as defaultContainerPolicy,
} from '../../kubelet/container/policy.js'
import type { Snapshot as ContainerSnapshot } from '../../kubelet/container/snapshot.js'
import type { Container } from '../../kubelet/image/snapshot.js'
import { statsOf } from '../../kubelet/image/usage.js'
import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { instant, lastInstant } from '../../core/time.js'
import { type EvictionMemory, emptyEvictionMemory } from '../../kubelet/eviction/memory.js'
import type { Observation } from '../../kubelet/eviction/observation.js'
import type { Pod, PodStats } from '../../kubelet/eviction/pod.js'
import type { Signal } from '../../kubelet/eviction/signal.js'
import { type Layout, oneFilesystem } from '../../kubelet/eviction/layout.js'
import { type Stack, stackOf } from '../../reclaim/layers/stack.js'
import { type PresentImages, presentImages } from './present-images.js'
import { type PresentLayers, presentLayers } from './present-layers.js'
import { type ForecastNode, type NodePolicies, type Spans, type UsagePoint, kubeletSpans } from './node.js'
import type { ForecastCondition, ForecastEviction, ForecastPull, ForecastRefusal, ForecastRun } from './outcome.js'

/** What has happened so far. */
export interface SimulationLog {
  readonly runs: ForecastRun[]
  readonly evictions: ForecastEviction[]
  readonly conditions: ForecastCondition[]
  readonly pulls: ForecastPull[]
  readonly refusals: ForecastRefusal[]
  readonly usage: UsagePoint[]
  fullAt: number | null
  /** Whether another order of acting thresholds would have had another effect. */
  orderDecided: boolean
}

/** A node on its way. */
export interface NodeSimulation {
  readonly node: ForecastNode
  readonly policies: NodePolicies & { readonly container: ContainerPolicy }
  readonly spans: Spans
  readonly start: number
  readonly until: number
  readonly capacity: number
  readonly stack: Stack
  readonly layers: PresentLayers
  readonly images: PresentImages
  readonly layout: Layout
  /** Containers that hold images, other than those of demands. */
  holders: ReadonlyArray<Container>
  containers: { readonly snapshot: ContainerSnapshot; readonly bytes: Map<string, number> } | null
  /** Bytes in use at `since`, and what is added per millisecond from then on. */
  base: number
  since: number
  rate: number
  /** Counts what comes and goes, so that nobody looks twice at the same. */
  version: number
  memory: EvictionMemory
  pods: ReadonlyArray<Pod>
  readonly podStats: ReadonlyArray<PodStats>
  others: Map<Signal, Observation>
  /** Removed by a run and not pulled again so far. */
  readonly gone: Set<string>
  readonly log: SimulationLog
}

/** The simulation at the beginning. Fails for a store that names what it lacks. */
export const nodeSimulation = (
  node: ForecastNode,
  policies: NodePolicies,
  horizon: number,
): E.Either<InvalidInput, NodeSimulation> =>
  fp.pipe(
    stackOf(node.layers),
    fp.map((stack) => simulationOf(node, policies, horizon, stack)),
  )

const simulationOf = (node: ForecastNode, policies: NodePolicies, horizon: number, stack: Stack): NodeSimulation => {
  const { at, images, containers: holders, imageFs, memory } = node.images
  const start = at.getTime()
  const spans: Spans = { ...kubeletSpans, ...policies.spans }
  const { capacity, available } = statsOf(imageFs._tag === 'Unknown' ? nothing : imageFs.value)
  const inStore = images.flatMap(({ id }) => stack.imageAt.get(id) ?? [])
  const { image } = policies
  const looksAlways = image.runOrder === 'detect-first' || (image.maxAgePass === 'present' && image.maxAge > 0)
  return {
    node,
    policies: { ...policies, container: policies.container ?? defaultContainerPolicy },
    spans,
    start,
    until: Math.min(start + horizon, lastInstant.getTime()),
    capacity: Number(capacity),
    stack,
    layers: presentLayers(stack, new Set(inStore)),
    images: presentImages(
      start,
      images,
      memory.records,
      looksAlways ? { first: start + spans.firstImageRun, period: spans.imagePeriod } : null,
    ),
    layout: node.pressure?.layout ?? oneFilesystem,
    holders,
    containers:
      node.containers === undefined
        ? null
        : { snapshot: node.containers.snapshot, bytes: new Map(node.containers.bytes) },
    base: Number(capacity - available),
    since: start,
    rate: 0,
    version: 0,
    memory: node.pressure?.memory ?? emptyEvictionMemory,
    pods: node.pressure?.pods ?? [],
    podStats: node.pressure?.podStats ?? [],
    others: new Map(node.pressure?.others ?? []),
    gone: new Set(),
    log: {
      runs: [],
      evictions: [],
      conditions: [],
      pulls: [],
      refusals: [],
      usage: [],
      fullAt: null,
      orderDecided: false,
    },
  }
}

const nothing = { capacityBytes: { _tag: 'None' }, availableBytes: { _tag: 'None' } } as const

/** Whole bytes in use at an instant, as long as nothing but the growth happens. */
export const usedAt = (simulation: NodeSimulation, moment: number): number =>
  Math.floor(exactlyUsedAt(simulation, moment))

const exactlyUsedAt = ({ base, rate, since, capacity }: NodeSimulation, moment: number): number =>
  Math.min(capacity, Math.max(0, base + rate * (moment - since)))

/** Bytes come, or go; never more than there is room for, and never more than there are. */
export const changeUsage = (simulation: NodeSimulation, at: number, bytes: number): void => {
  advanceTo(simulation, at)
  if (bytes === 0) return
  recordUsage(simulation, at)
  simulation.base = Math.min(simulation.capacity, Math.max(0, simulation.base + bytes))
  recordUsage(simulation, at)
  if (simulation.base >= simulation.capacity) simulation.log.fullAt ??= at
}

/** From here on the disk grows at another rate. */
export const setRate = (simulation: NodeSimulation, at: number, rate: number): void => {
  if (rate === simulation.rate) return
  advanceTo(simulation, at)
  recordUsage(simulation, at)
  simulation.rate = rate
}

/** Brings the simulation to an instant. */
export const advanceTo = (simulation: NodeSimulation, at: number): void => {
  const { base, rate, since, capacity } = simulation
  if (rate > 0 && base + rate * (at - since) >= capacity) {
    const full = since + Math.max(0, Math.ceil((capacity - base) / rate))
    simulation.log.fullAt ??= full
    if (full > since && full < at) simulation.log.usage.push({ at: instant(full), usedBytes: capacity })
  }
  if (rate < 0 && base > 0 && base + rate * (at - since) < 0)
    simulation.log.usage.push({ at: instant(since + Math.ceil(base / -rate)), usedBytes: 0 })
  simulation.base = exactlyUsedAt(simulation, at)
  simulation.since = at
}

/** Something came or went: whoever looked before has to look again. */
export const bumpVersion = (simulation: NodeSimulation): void => {
  simulation.version += 1
}

/** Puts a corner into the curve. */
export const recordUsage = (simulation: NodeSimulation, at: number): void => {
  const point = { at: instant(at), usedBytes: usedAt(simulation, at) }
  const last = simulation.log.usage.at(-1)
  if (last?.at.getTime() !== at || last.usedBytes !== point.usedBytes) simulation.log.usage.push(point)
}
