import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { int64ToBigint } from '../../../src/core/int64.js'
import type { Int64 } from '../../../src/core/int64.js'
import { between } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { runs } from '../../runs.js'
import {
  courses,
  decided,
  layouts,
  observations,
  played,
  podStats,
  pods,
  policies,
  situations,
  thresholds,
} from './generate.js'

const met = (
  withReclaim: boolean,
  ...given: Parameters<ReturnType<typeof Eviction.thresholdsMet>>
): ReadonlySet<Eviction.Threshold> => new Set(Eviction.thresholdsMet({ withReclaim })(...given))

const isWithin = <A>(few: ReadonlySet<A>, many: ReadonlySet<A>): boolean => [...few].every((one) => many.has(one))

/** Which pods no kubelet evicts, told apart the plain way. */
const mayNotGo = ({ metadata: { annotations = {} }, spec }: Eviction.Pod): boolean => {
  const source = annotations['kubernetes.io/config.source']
  return (
    (source !== undefined && source !== 'api') ||
    annotations['kubernetes.io/config.mirror'] !== undefined ||
    (spec.priority ?? 0) >= 2e9
  )
}

describe('a threshold', () => {
  it('that is met stays so when less is left', () => {
    fc.assert(
      fc.property(thresholds, observations(), fc.nat(100), fc.boolean(), (list, seen, less, withReclaim) => {
        const fewer = new Map(
          [...seen].map(([signal, one]) => [signal, { ...one, available: Math.max(0, Number(one.available) - less) }]),
        )
        return isWithin(met(withReclaim, list, seen), met(withReclaim, list, fewer))
      }),
      { numRuns: runs(300) },
    )
  })

  it('that is met stays so with a least amount to reclaim', () => {
    fc.assert(
      fc.property(thresholds, observations(), (list, seen) => isWithin(met(false, list, seen), met(true, list, seen))),
      { numRuns: runs(300) },
    )
  })

  it('is resolved exactly where none is met any more, least amounts to reclaim included', () => {
    fc.assert(
      fc.property(policies, layouts, observations(), (policy, layout, seen) => {
        const { thresholds: all } = policy.containerFs
          ? Eviction.withContainerFsThresholds(layout)(policy.thresholds)
          : policy
        return Eviction.isRelieved(policy)(layout)(seen) === (met(true, all, seen).size === 0)
      }),
      { numRuns: runs(300) },
    )
  })

  it('that is soft acts only where every look of its grace period has found it met', () => {
    fc.assert(
      fc.property(policies, courses, (policy, course) => {
        const steps = played(policy, course)
        steps.forEach(({ plan: { relief }, look: { at } }, index) => {
          if (relief === undefined) return
          const { threshold } = relief
          const signal = new Set([threshold.signal])
          const from = steps.findLastIndex((step) => between(step.look.at, at) >= threshold.gracePeriod)
          expect(from).toBeGreaterThanOrEqual(0)
          // What is remembered as met counts until the least amount to reclaim is free.
          for (const { look } of steps.slice(from, index + 1)) {
            const seen = new Map([...look.observations].filter(([one]) => signal.has(one)))
            expect(met(true, [threshold], seen).size).toBe(1)
          }
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('that nobody can measure is decided on as one of which there is plenty', () => {
    fc.assert(
      fc.property(situations, fc.constantFrom(...Eviction.signals), (situation, signal) => {
        const { look } = situation
        const without = new Map([...look.observations].filter(([one]) => one !== signal))
        const plenty = new Map([
          ...without,
          [signal, { available: '9223372036854775807', capacity: 1 } as const] as const,
        ])
        const [unknown, known] = [without, plenty].map((seen) =>
          decided({ ...situation, look: { ...look, observations: seen } }),
        )
        expect({ ...unknown, memory: null }).toEqual({ ...known, memory: null })
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('a condition', () => {
  it('that a look has found stands for the transition period, and no look after it reports one', () => {
    fc.assert(
      fc.property(policies, courses, (policy, course) => {
        const steps = played(policy, course)
        const configured = policy.thresholds.filter(({ signal }) => !signal.startsWith('containerfs'))
        steps.forEach(({ look, plan }, index) => {
          const now = plan.refusal === undefined ? met(false, configured, look.observations) : []
          for (const condition of new Set([...now].map(({ signal }) => Eviction.conditionOf(signal))))
            for (const later of steps.slice(index))
              if (between(look.at, later.look.at) < policy.transitionPeriod)
                expect(later.plan.conditions).toContain(condition)
          for (const condition of plan.conditions) {
            const seen = plan.memory.conditionsSeen.get(condition)
            expect(seen !== undefined && between(seen, look.at) < policy.transitionPeriod).toBe(true)
            expect(steps.some((one) => one.look.at.getTime() === seen?.getTime())).toBe(true)
          }
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('is forgotten with nothing but time: no look drops when one was seen last', () => {
    fc.assert(
      fc.property(policies, courses, (policy, course) =>
        played(policy, course).every(({ memory, plan }) =>
          [...memory.conditionsSeen].every(([condition, seen]) => {
            const later = plan.memory.conditionsSeen.get(condition)
            return later !== undefined && later >= seen
          }),
        ),
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('pods', () => {
  it('that are static, mirrors or of the highest priorities never go', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { relief, overOwnLimits } = decided(situation)
        const gone = [...(relief?.eviction === undefined ? [] : [relief.eviction]), ...overOwnLimits]
        return !gone.some(({ pod }) => mayNotGo(pod))
      }),
      { numRuns: runs(300) },
    )
  })

  it('go one in a look under pressure: the first in rank that may, and none beside those over their own limits', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { relief, overOwnLimits, memory } = decided(situation)
        const isLost = !situation.policy.separateDiskGC && memory.layout?.splitContainerImageFs === true
        expect(relief === undefined || overOwnLimits.length === 0).toBe(true)
        expect(relief?.eviction?.pod).toBe(relief?.ranked.find(({ pod }) => !mayNotGo(pod))?.pod)
        if (isLost) expect(relief?.ranked ?? []).toEqual([])
        else if (relief !== undefined)
          expect(relief.ranked.map(({ pod }) => pod.metadata.uid).sort()).toEqual(
            situation.look.pods.map(({ metadata }) => metadata.uid).sort(),
          )
        if (!situation.policy.localStorageIsolation) expect(overOwnLimits).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  it('are ranked so that each pair stands as its own numbers say, whatever else there is', () => {
    fc.assert(
      fc.property(layouts, fc.constantFrom(...Eviction.signals), pods, podStats, (layout, signal, list, stats) => {
        const ranked = Eviction.rankPods(layout, signal)(list, stats)
        ranked.forEach((a, at) => {
          for (const b of ranked.slice(at + 1)) {
            const pair = [a.pod, b.pod]
            for (const two of [pair, pair.toReversed()]) {
              const [first] = Eviction.rankPods(layout, signal)(two, stats)
              const twins = mustStandBefore(signal, b, a) === 0
              expect(twins ? two[0] : a.pod).toBe(first?.pod)
            }
            expect(mustStandBefore(signal, a, b)).toBeLessThanOrEqual(0)
          }
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('over their own limits are no more when the statistics leave something out', () => {
    const gone = (policy: Eviction.EvictionPolicy, look: Eviction.PressureSnapshot): ReadonlySet<string> =>
      new Set(
        decided({ policy, memory: Eviction.emptyEvictionMemory, look }).overOwnLimits.map(
          ({ pod }) => pod.metadata.uid,
        ),
      )
    fc.assert(
      fc.property(situations, fc.infiniteStream(fc.boolean()), ({ policy, look }, draws) => {
        const drop = <A>(value: A): A | undefined => (draws.next().value ? value : undefined)
        const fewer = look.podStats.flatMap((one) => (drop(one) === undefined ? [] : [without(one, drop)]))
        const rules = { ...policy, localStorageIsolation: true }
        return isWithin(gone(rules, { ...look, podStats: fewer }), gone(rules, look))
      }),
      { numRuns: runs(300) },
    )
  })

  it('without statistics go before all others of a lower or equal priority, which no known use would do', () => {
    // As in the kubelet: what is not known counts as more than anything here, whatever the priority of the pod.
    const pod = (name: string, priority: number): Eviction.Pod => ({
      metadata: { name, namespace: 'n', uid: name },
      spec: { priority, containers: [] },
    })
    const large = { podRef: { uid: 'low' }, containers: [{ name: 'c', rootfs: { usedBytes: 9 } }] }
    const rank = (stats: ReadonlyArray<Eviction.PodStats>): ReadonlyArray<string> =>
      Eviction.rankPods(Eviction.oneFilesystem, 'nodefs.available')([pod('low', 0), pod('high', 9)], stats).map(
        (one) => one.pod.metadata.name,
      )
    expect(rank([large])).toEqual(['high', 'low'])
    fc.assert(
      fc.property(
        fc.nat(),
        (usedBytes) =>
          rank([large, { podRef: { uid: 'high' }, containers: [{ name: 'c', rootfs: { usedBytes } }] }]).join() ===
          'low,high',
      ),
    )
  })
})

describe('what is written of thresholds', () => {
  const text = fc.constantFrom('5%', '0%', '100%', '12.5%', '1Gi', '500Mi', '1e3', '00%', '-1%', '0', 'x', '5<6', '')
  const settings = fc
    .dictionary(fc.constantFrom(...Eviction.signals, 'x', '__proto__'), text)
    .map((found) => new Map(Object.entries(found)))
  const print = (map: ReadonlyMap<string, string>): string =>
    [...map].map(([signal, amount]) => `${signal}<${amount}`).join()

  it('as a flag is read back as it was, with or without space', () => {
    fc.assert(
      fc.property(settings, fc.boolean(), (map, spaced) => {
        const flag = spaced ? print(map).replaceAll(/,/g, ' , ').replaceAll(/^|$/g, ' ') : print(map)
        const read = Eviction.splitThresholds(map.size === 0 ? '' : flag)
        expect(read).toEqual(E.right(map))
      }),
    )
  })

  it('gives the same thresholds when the amounts of those it gave are written again', () => {
    const amount = ({ value }: Eviction.Threshold): string =>
      value._tag === 'Quantity' ? value.quantity : `${Math.fround(value.share * 100)}%`
    fc.assert(
      fc.property(settings, (evictionHard) => {
        const first = Eviction.parseThresholds({ evictionHard })
        if (E.isLeft(first)) return
        // Zero as a share says nothing when it is spelled so.
        const kept = first.right.filter(({ value }) => value._tag === 'Quantity' || value.share > 0)
        const again = Eviction.parseThresholds({ evictionHard: new Map(kept.map((one) => [one.signal, amount(one)])) })
        expect(again).toEqual(E.right(kept))
      }),
      { numRuns: runs(300) },
    )
  })
})

/** Negative: the first goes before the second by the rules of the kubelet, one after the other. */
const mustStandBefore = (signal: Eviction.Signal, a: Eviction.RankedPod, b: Eviction.RankedPod): number => {
  const unknown = Number(b.usage === null) - Number(a.usage === null)
  const over = Number(isOver(b)) - Number(isOver(a))
  const priority = (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0)
  const excess = Number(int64ToBigint(b.excess ?? 0) - int64ToBigint(a.excess ?? 0))
  const rules = signal === 'pid.available' ? [priority, unknown, excess] : [unknown, over, priority, excess]
  return rules.find((rule) => rule !== 0) ?? 0
}

const isOver = ({ usage, request }: Eviction.RankedPod): boolean =>
  int64ToBigint(usage ?? 0) > int64ToBigint(usage === null ? 0 : request)

type Drop = <A>(value: A) => A | undefined

/** Statistics from which some measurements are taken. */
const without = (stats: Eviction.PodStats, drop: Drop): Eviction.PodStats => ({
  podRef: stats.podRef,
  containers: stats.containers.flatMap((one) =>
    drop(one) === undefined
      ? []
      : [{ name: one.name, ...part('rootfs', one.rootfs, drop), ...part('logs', one.logs, drop) }],
  ),
  volume: (stats.volume ?? []).filter((one) => drop(one) !== undefined),
  ...part('ephemeral-storage', stats['ephemeral-storage'], drop),
})

const part = <K extends string>(
  name: K,
  usage: Eviction.Usage | undefined,
  drop: Drop,
): { readonly [N in K]?: { usedBytes?: Int64 } } =>
  (usage?.usedBytes === undefined || drop(usage) === undefined ? {} : { [name]: { usedBytes: usage.usedBytes } }) as {
    readonly [N in K]?: { usedBytes?: Int64 }
  }
