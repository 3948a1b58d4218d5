/**
 * Schemas of a look at a node, a policy and a memory.
 */
import { isRight } from '../../core/fp.js'
import { type InvalidInput, problemLimit, show } from '../../core/problem.js'
import { parseQuantity } from '../../core/quantity.js'
import { type Millis, isSpanMillis } from '../../core/time.js'
import { isObject, list, object, tagged } from '../../internal/schema/object.js'
import {
  type Schema,
  flag,
  instant,
  leaf,
  oneOf,
  opaque,
  optional,
  problemsOf,
  refuse,
  reportAt,
  safeInteger,
  text,
  unread,
} from '../../internal/schema/schema.js'
import { size } from '../../internal/schema/size.js'
import type { Layout } from './layout.js'
import type { EvictionMemory } from './memory.js'
import type { Observation } from './observation.js'
import type { Amounts, ContainerStats, Pod, PodContainer, PodStats, PodVolume, Usage } from './pod.js'
import type { EvictionPolicy } from './policy.js'
import { type NodeCondition, type Signal, isSignal } from './signal.js'
import type { PressureSnapshot } from './snapshot.js'
import type { Threshold, ThresholdValue } from './threshold.js'

const signal = leaf('a signal', (value): value is Signal => typeof value === 'string' && isSignal(value))

/** A Map; an entry's value is looked at only where its key is right. */
const mapOf = <K, V>(key: Schema<K>, item: Schema<V>): Schema<ReadonlyMap<K, V>> => ({
  ...opaque('a Map', (value): value is ReadonlyMap<K, V> => {
    if (!(value instanceof Map)) return false
    for (const [name, held] of value) if (!key.holds(name) || !item.holds(held)) return false
    return true
  }),
  report: (value, problems) => {
    if (!(value instanceof Map)) {
      refuse(problems, 'a Map', value)
      return
    }
    for (const [name, held] of value as ReadonlyMap<unknown, unknown>) {
      if (problems.length >= problemLimit) return
      if (key.holds(name)) reportAt(problems, `[${show(name)}]`, item, held)
      else reportAt(problems, `[${show(name)}]`, key, name)
    }
  },
})

/** All on one filesystem, or on several. */
export const layout: Schema<Layout> = object<Layout>({ dedicatedImageFs: flag, splitContainerImageFs: flag })

const observations = mapOf(signal, object<Observation>({ available: size, capacity: size, at: optional(instant) }))

const quantity = leaf(
  'a Kubernetes quantity such as "10Gi"',
  (value): value is string => typeof value === 'string' && isRight(parseQuantity(value)),
)

interface Measured {
  readonly memory?: string
  readonly 'ephemeral-storage'?: string
}

const measured = object<Measured>({ memory: optional(quantity), 'ephemeral-storage': optional(quantity) })

/** Resources that eviction does not read may be anything. */
const amounts: Schema<Amounts> = { ...measured, holds: (value): value is Amounts => measured.holds(value) }

const annotations = leaf('an object', (value): value is Readonly<Record<string, string>> => isObject(value))

const usage = object<Usage>({ usedBytes: optional(size), inodesUsed: optional(size) })
const workingSet = object<NonNullable<ContainerStats['memory']>>({ workingSetBytes: optional(size) })
const container = object<PodContainer>({
  name: text,
  resources: optional(
    object<NonNullable<PodContainer['resources']>>({ requests: optional(amounts), limits: optional(amounts) }),
  ),
  restartPolicy: optional(text),
})

const volume = object<PodVolume>({
  name: text,
  hostPath: unread(),
  gitRepo: unread(),
  configMap: unread(),
  emptyDir: optional(
    object<NonNullable<PodVolume['emptyDir']>>({ medium: optional(text), sizeLimit: optional(quantity) }),
  ),
})

const pod = object<Pod>({
  metadata: object<Pod['metadata']>({ name: text, namespace: text, uid: text, annotations: optional(annotations) }),
  spec: object<Pod['spec']>({
    priority: optional(safeInteger),
    terminationGracePeriodSeconds: optional(safeInteger),
    containers: list(container),
    initContainers: optional(list(container)),
    overhead: optional(amounts),
    volumes: optional(list(volume)),
  }),
})

const stats = object<PodStats>({
  podRef: object<PodStats['podRef']>({ uid: text }),
  containers: list(
    object<ContainerStats>({
      name: text,
      rootfs: optional(usage),
      logs: optional(usage),
      memory: optional(workingSet),
    }),
  ),
  volume: optional(
    list(
      object<Usage & { readonly name: string }>({ name: text, usedBytes: optional(size), inodesUsed: optional(size) }),
    ),
  ),
  'ephemeral-storage': optional(usage),
  memory: optional(workingSet),
  process_stats: optional(object<NonNullable<PodStats['process_stats']>>({ process_count: optional(size) })),
})

const snapshot = object<PressureSnapshot>({
  at: instant,
  layout,
  observations,
  pods: list(pod),
  podStats: list(stats),
})

const value = tagged<ThresholdValue>(
  {
    Quantity: { quantity },
    Share: { share: leaf('a number', (share): share is number => typeof share === 'number') },
  },
  'a quantity or a share',
)

const thresholds = list(
  object<Threshold>({
    signal,
    operator: oneOf('LessThan', 'Never'),
    value,
    gracePeriod: leaf(
      'a span in milliseconds, not negative',
      (span): span is Millis => typeof span === 'number' && span >= 0,
    ),
    minReclaim: optional(value),
  }),
)

const policy = object<EvictionPolicy>({
  thresholds,
  transitionPeriod: leaf('a span in whole milliseconds, not negative', isSpanMillis),
  maxPodGracePeriod: safeInteger,
  localStorageIsolation: flag,
  hardGracePeriod: safeInteger,
  softGrace: oneOf('least-of-maximum-and-pod', 'maximum'),
  containerFs: flag,
  containerFsReclaim: oneOf('as-layers', 'nothing'),
  separateDiskGC: flag,
  sidecarLimits: oneOf('not-looked-at', 'enforced'),
})

const memory = object<EvictionMemory>({
  layout: optional(layout),
  metSince: mapOf(text, instant),
  conditionsSeen: mapOf(oneOf<NodeCondition>('DiskPressure', 'MemoryPressure', 'PIDPressure'), instant),
  met: thresholds,
  observations,
})

/** The problems of rules; null when there is none. */
export const problemsOfPolicy: (input: unknown) => InvalidInput | null = problemsOf('policy', policy)

/** The problems of what is remembered; null when there is none. */
export const problemsOfMemory: (input: unknown) => InvalidInput | null = problemsOf('memory', memory)

/** The problems of a look; null when there is none. */
export const problemsOfLook: (input: unknown) => InvalidInput | null = problemsOf('snapshot', snapshot)
