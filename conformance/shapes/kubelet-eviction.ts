/**
 * Answers how recorded decisions of the kubelet's eviction manager are replayed: thresholds as parsed, met, derived and
 * ranked by, and whole courses of looks.
 */
import { either as E } from 'fp-ts'

import { millis } from '../../src/core/index.js'
import {
  decodePressurePods,
  decodePressureStats,
  formatGoDuration,
  parseGoDuration,
  parseQuantity,
  parseRfc3339,
  quantityValue,
} from '../../src/decode/index.js'
import * as Eviction from '../../src/kubelet/eviction/index.js'
import type { Case, Replayed, Shape } from '../shape.js'

/** A threshold as the recordings write it. */
interface WrittenThreshold {
  readonly signal: Eviction.Signal
  readonly operator: 'LessThan' | ''
  readonly value: WrittenValue
  readonly gracePeriod: string
  readonly minReclaim?: WrittenValue
}

type WrittenValue = { readonly quantity: string } | { readonly percentage: number }

const readValue = (value: WrittenValue): Eviction.ThresholdValue =>
  'quantity' in value ? { _tag: 'Quantity', quantity: value.quantity } : { _tag: 'Share', share: value.percentage }

const writeValue = (value: Eviction.ThresholdValue): WrittenValue =>
  value._tag === 'Quantity' ? { quantity: value.quantity } : { percentage: value.share }

const span = (text: string): ReturnType<typeof millis> =>
  millis(Number(E.getOrElse(() => 0n)(parseGoDuration(text))) / 1e6)

const readThreshold = ({ signal, operator, value, gracePeriod, minReclaim }: WrittenThreshold): Eviction.Threshold => ({
  signal,
  operator: operator === '' ? 'Never' : operator,
  value: readValue(value),
  gracePeriod: span(gracePeriod),
  ...(minReclaim === undefined ? {} : { minReclaim: readValue(minReclaim) }),
})

const writeThreshold = (threshold: Eviction.Threshold): WrittenThreshold => ({
  signal: threshold.signal,
  operator: threshold.operator === 'Never' ? '' : threshold.operator,
  value: writeValue(threshold.value),
  gracePeriod: formatGoDuration(BigInt(Math.round(threshold.gracePeriod * 1e6))),
  ...(threshold.minReclaim === undefined ? {} : { minReclaim: writeValue(threshold.minReclaim) }),
})

const instantOf = (text: string): Date => {
  const parsed = parseRfc3339(text)
  return parsed._tag === 'Some' ? parsed.value : new Date(Number.NaN)
}

/** By signal, then grace; the recorder ordered equal ones by their text, the real code in no order. */
const sorted = (thresholds: ReadonlyArray<Eviction.Threshold>): ReadonlyArray<WrittenThreshold> =>
  thresholds
    .map((threshold) => ({ threshold, written: writeThreshold(threshold) }))
    .sort(
      (a, b) =>
        compareText(a.threshold.signal, b.threshold.signal) ||
        a.threshold.gracePeriod - b.threshold.gracePeriod ||
        compareText(JSON.stringify(a.written), JSON.stringify(b.written)),
    )
    .map(({ written }) => written)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Texts = Readonly<Record<string, string>>

const replayParse = (input: {
  readonly enforceNodeAllocatable?: ReadonlyArray<string>
  readonly evictionHard?: Texts
  readonly evictionSoft?: Texts
  readonly evictionSoftGracePeriod?: Texts
  readonly evictionMinimumReclaim?: Texts
}): unknown => {
  const parsed = Eviction.parseThresholds({
    evictionHard: new Map(Object.entries(input.evictionHard ?? {})),
    evictionSoft: new Map(Object.entries(input.evictionSoft ?? {})),
    evictionSoftGracePeriod: new Map(Object.entries(input.evictionSoftGracePeriod ?? {})),
    evictionMinimumReclaim: new Map(Object.entries(input.evictionMinimumReclaim ?? {})),
    enforceNodeAllocatable: input.enforceNodeAllocatable ?? [],
  })
  return E.isLeft(parsed)
    ? { thresholds: null, error: parsed.left.message }
    : { thresholds: sorted(parsed.right), error: null }
}

const wholeOf = (text: string): bigint => {
  const parsed = parseQuantity(text)
  return E.isRight(parsed) ? quantityValue(parsed.right) : 0n
}

const replayMet = (input: {
  readonly thresholds: ReadonlyArray<WrittenThreshold>
  readonly observations: Readonly<
    Record<string, { readonly available: string; readonly capacity: string; readonly time: string | null }>
  >
  readonly enforceMinReclaim: boolean
}): unknown => {
  const observations = new Map(
    Object.entries(input.observations).flatMap(([signal, { available, capacity, time }]) =>
      Eviction.isSignal(signal)
        ? [
            [
              signal,
              {
                available: `${wholeOf(available)}` as const,
                capacity: `${wholeOf(capacity)}` as const,
                ...(time === null ? {} : { at: instantOf(time) }),
              },
            ] as const,
          ]
        : [],
    ),
  )
  const thresholds = input.thresholds.map(readThreshold)
  return {
    met: Eviction.thresholdsMet({ withReclaim: input.enforceMinReclaim })(thresholds, observations).map(writeThreshold),
  }
}

const replayContainerFs = (
  input: Eviction.Layout & { readonly thresholds: ReadonlyArray<WrittenThreshold> },
): unknown => {
  const { thresholds, notHeeded } = Eviction.withContainerFsThresholds(input)(input.thresholds.map(readThreshold))
  return {
    thresholds: thresholds.map(writeThreshold),
    error: notHeeded === undefined ? null : Eviction.explainNotHeeded(notHeeded),
  }
}

const replayConditions = (input: {
  readonly now: string
  readonly lastObservedAt: Texts
  readonly period: string
}): unknown => {
  const seen = new Map(
    Object.entries(input.lastObservedAt).map(
      ([condition, at]) => [condition as Eviction.NodeCondition, instantOf(at)] as const,
    ),
  )
  return { conditions: Eviction.conditionsSince(span(input.period))(instantOf(input.now), seen) }
}

const calls: Readonly<Record<Eviction.Reclaim, string>> = { containers: 'containerGC', images: 'imageGC' }

interface Pods {
  readonly pods: ReadonlyArray<unknown>
  readonly podStats: ReadonlyArray<unknown>
}

/** A summary; its pods are those of the case where it has none of its own. */
interface Summary {
  readonly node: object
  readonly pods?: ReadonlyArray<unknown>
}

const looked = (
  { pods, podStats }: Pods,
  summary: Summary,
): Pick<Eviction.PressureSnapshot, 'pods' | 'podStats' | 'observations'> | null => {
  const stats = decodePressureStats({ ...summary, pods: summary.pods ?? podStats })
  const listed = decodePressurePods({ kind: 'PodList', apiVersion: 'v1', items: pods })
  return E.isLeft(stats) || E.isLeft(listed) ? null : { ...stats.right, pods: listed.right }
}

const replayRank = (input: Eviction.Layout & Pods & { readonly signal: Eviction.Signal }): unknown => {
  const seen = looked(input, { node: { nodeName: 'node' } })
  return seen === null
    ? null
    : { order: Eviction.rankPods(input, input.signal)(seen.pods, seen.podStats).map(({ pod }) => pod.metadata.uid) }
}

interface Synchronized extends Eviction.Layout, Partial<Pods> {
  readonly config: {
    readonly thresholds: ReadonlyArray<WrittenThreshold>
    readonly evictionPressureTransitionPeriod: string
    readonly evictionMaxPodGracePeriod: number
    readonly localStorageCapacityIsolation: boolean
  }
  readonly steps: ReadonlyArray<{
    readonly now: string
    /** The pods of this look; those of the case where the step has none of its own. */
    readonly pods?: ReadonlyArray<unknown>
    readonly summary: Summary
    readonly summaryAfterReclaim?: Summary
  }>
}

const replaySynchronize = (input: Synchronized): unknown => {
  const policy: Eviction.EvictionPolicy = {
    ...Eviction.defaultEvictionPolicy,
    thresholds: input.config.thresholds.map(readThreshold),
    transitionPeriod: span(input.config.evictionPressureTransitionPeriod),
    maxPodGracePeriod: input.config.evictionMaxPodGracePeriod,
    localStorageIsolation: input.config.localStorageCapacityIsolation,
  }
  const layout = {
    dedicatedImageFs: input.dedicatedImageFs,
    splitContainerImageFs: input.splitContainerImageFs,
  }
  let memory = Eviction.emptyEvictionMemory
  const steps: unknown[] = []
  for (const { now, pods = input.pods ?? [], summary, summaryAfterReclaim } of input.steps) {
    const there = { pods, podStats: summary.pods ?? input.podStats ?? [] }
    const seen = looked(there, summary)
    const later = looked(there, summaryAfterReclaim ?? summary)
    if (seen === null || later === null) return null
    const decided = Eviction.synchronize(policy)(memory)({ at: instantOf(now), layout, ...seen })
    if (E.isLeft(decided)) return null
    const plan = decided.right
    memory = plan.memory
    const { relief } = plan
    const reclaim = relief?.reclaim ?? []
    const enough = reclaim.length > 0 && Eviction.isRelieved(policy)(layout)(later.observations)
    const gone = relief?.eviction === undefined || enough ? plan.overOwnLimits : [relief.eviction]
    steps.push({
      nodeConditions: plan.conditions,
      thresholdsMet: sorted(plan.met),
      gc: reclaim.map((each) => calls[each]),
      evicted: gone.map(({ pod }) => pod.metadata.uid),
      gracePeriodSeconds: gone[0]?.gracePeriodSeconds ?? null,
      events: [
        ...(relief === undefined ? [] : [{ object: 'node', ...relief.event }]),
        ...gone.map(({ pod, event }) => ({ object: `pod/${pod.metadata.name}`, ...event })),
      ],
      error: null,
    })
  }
  return { steps }
}

const replays: Readonly<Record<string, (input: never) => unknown>> = {
  parse: replayParse,
  'thresholds-met': replayMet,
  'update-containerfs': replayContainerFs,
  'threshold-quantity': (input: { readonly value: WrittenValue; readonly capacity: string }) => ({
    bytes: `${quantityValue(Eviction.amountOf(readValue(input.value), BigInt(input.capacity)))}`,
  }),
  'node-conditions-since': replayConditions,
  'reclaim-order': (input: Eviction.Layout & { readonly signal: Eviction.Signal }) => ({
    gc: Eviction.reclaimFor(input)(input.signal).map((each) => calls[each]),
  }),
  rank: replayRank,
  synchronize: replaySynchronize,
}

const replay = ({ kind = '', input }: Case): Replayed => {
  const run = Object.hasOwn(replays, kind) ? replays[kind] : undefined
  if (run === undefined) return { _tag: 'Skipped', because: `cases of kind ${kind} are not known` }
  const actual = run(input as never)
  return actual === null
    ? { _tag: 'Skipped', because: 'pods or statistics that cannot be read' }
    : { _tag: 'Replayed', actual }
}

/** Thresholds, ranks, and courses of looks. */
export const kubeletEviction: Shape = {
  shape: 'kubelet/eviction',
  compared: {
    thresholds: 'ordered',
    error: 'ordered',
    met: 'ordered',
    bytes: 'ordered',
    conditions: 'ordered',
    gc: 'ordered',
    order: 'ordered',
    steps: 'ordered',
  },
  replay: (recorded) => Promise.resolve(replay(recorded)),
}
