/**
 * Answers which nodes the laws of forecasts are tried on: small disks on which images share, growth of every kind,
 * containers that come and go, pods that may go, and rules with short spans.
 */
import fc from 'fast-check'
import { option as O } from 'fp-ts'

import { defaultPolicy as containerPolicy } from '../../../src/kubelet/container/index.js'
import { defaultPolicy, presets } from '../../../src/kubelet/image/index.js'
import { containerOf } from '../../../src/kubelet/image/snapshot.js'
import { known } from '../../../src/core/knowledge.js'
import { after, millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import { stores } from '../../reclaim/layers/generate.js'
import { at, nodeWith } from '../../reclaim/build.js'

const capacity = 1000

const moments = fc.integer({ min: 0, max: 7200 }).map((seconds) => after(at, millis(seconds * 1000)))

const growth: fc.Arbitrary<Forecast.Growth> = fc.oneof(
  fc.constant({ _tag: 'None' } as const),
  fc
    .constantFrom(-0.3, 0.01, 0.05, 0.2, 1, 3.3)
    .map((bytesPerSecond) => ({ _tag: 'Constant', bytesPerSecond }) as const),
  fc
    .record({
      points: fc.array(fc.record({ at: moments, usedBytes: fc.nat(capacity) }), { maxLength: 6 }),
      drops: fc.constantFrom('repeat', 'leave-out'),
    })
    .map(({ points, drops }) => ({ _tag: 'Trace', points, drops }) as const),
)

const eviction = fc
  .record({
    hard: fc.constantFrom(0.05, 0.15, 0.3),
    soft: fc.constantFrom(null, 0.2, 0.4),
    grace: fc.constantFrom(1, 30_000, 95_000),
    reclaim: fc.constantFrom(null, 0.1),
    transition: fc.constantFrom(0, 30_000, 300_000),
  })
  .map(({ hard, soft, grace, reclaim, transition }): Eviction.EvictionPolicy => {
    const threshold = (share: number, gracePeriod: number): Eviction.Threshold => ({
      signal: 'imagefs.available',
      operator: 'LessThan',
      value: { _tag: 'Share', share },
      gracePeriod: millis(gracePeriod),
      ...(reclaim === null ? {} : { minReclaim: { _tag: 'Share', share: reclaim } }),
    })
    return {
      ...Eviction.defaultEvictionPolicy,
      thresholds: [threshold(hard, 0), ...(soft === null ? [] : [threshold(soft, grace)])],
      transitionPeriod: millis(transition),
    }
  })

const image = fc
  .record({
    base: fc.constantFrom(defaultPolicy, presets.kubernetes_1_26),
    high: fc.integer({ min: 40, max: 95 }),
    gap: fc.integer({ min: 0, max: 30 }),
    minAge: fc.constantFrom(0, 120_000, 1_000_000),
    maxAge: fc.constantFrom(0, 0, 1_500_000),
  })
  .map(({ base, high, gap, minAge, maxAge }) => ({
    ...base,
    highThresholdPercent: high,
    lowThresholdPercent: high - gap,
    minAge: millis(minAge),
    maxAge: millis(maxAge),
  }))

const pod = (number: number, used: number): readonly [Eviction.Pod, Eviction.PodStats] => [
  { metadata: { name: `pod-${number}`, namespace: 'default', uid: `u${number}` }, spec: { containers: [] } },
  { podRef: { uid: `u${number}` }, containers: [{ name: 'c', rootfs: { usedBytes: used } }] },
]

/** A node and its rules. */
export const forecasts: fc.Arbitrary<{
  readonly node: Forecast.ForecastNode
  readonly policies: Forecast.NodePolicies
}> = fc
  .record({
    store: stores(6),
    there: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    inUse: fc.array(fc.nat(5), { maxLength: 2 }),
    fails: fc.array(fc.nat(5), { maxLength: 1 }),
    free: fc.nat(600),
    growth,
    demands: fc.array(
      fc.record({ from: fc.nat(7200), span: fc.option(fc.nat(3000), { nil: null }), image: fc.nat(5) }),
      { maxLength: 8 },
    ),
    pods: fc.array(fc.constantFrom(0, 20, 150), { maxLength: 3 }),
    dead: fc.array(fc.record({ bytes: fc.nat(60), ago: fc.nat(3000), holds: fc.nat(5) }), { maxLength: 4 }),
    eviction,
    image,
    offsets: fc.tuple(fc.nat(299), fc.nat(59), fc.nat(9)),
  })
  .map(({ store, there, inUse, fails, free, growth, demands, pods, dead, eviction, image, offsets }) => {
    const [id0 = ''] = store.images.map(({ id }) => id)
    const idOf = (number: number): string => store.images[number % Math.max(1, store.images.length)]?.id ?? id0
    const whole = nodeWith(store, { inUse: store.images.length === 0 ? [] : inUse.map(idOf) }).node
    const [runs, containers, looks] = offsets
    const uses = new Set(whole.containers.map(({ imageId }) => imageId))
    const stays = whole.images.filter(({ id }, index) => there[index] === true || uses.has(id))
    const ids = new Set(stays.map(({ id }) => id))
    const evictable = pods.map((used, number) => pod(number, used))
    return {
      node: {
        images: {
          ...whole,
          images: stays,
          containers: [
            ...whole.containers,
            ...dead.map(({ holds }, number) => containerOf(`dead ${number}`, idOf(holds))),
          ],
          imageFs: known({ capacityBytes: O.some(capacity), availableBytes: O.some(free) }),
          memory: { records: whole.memory.records.filter(({ id }) => ids.has(id)) },
        },
        layers: store,
        growth,
        containers: {
          bytes: new Map(dead.map(({ bytes }, number) => [`dead ${number}`, bytes])),
          snapshot: {
            at,
            allSourcesReady: true,
            pods: [],
            containers: dead.map(({ ago }, number) => ({
              id: `dead ${number}`,
              sandboxId: 's',
              podUid: 'u0',
              name: 'c',
              state: 'CONTAINER_EXITED',
              createdAt: after(at, millis(-ago * 1000)),
              identified: true,
            })),
            sandboxes: [],
            logDirectories: [],
            logLinks: [],
          },
        },
        pressure: {
          layout: Eviction.oneFilesystem,
          pods: evictable.map(([one]) => one),
          podStats: evictable.map(([, stats]) => stats),
          others: new Map(),
          memory: Eviction.emptyEvictionMemory,
        },
        demands:
          store.images.length === 0
            ? []
            : demands.map(({ from, span, image: number }) => ({
                at: after(at, millis(from * 1000)),
                ...(span === null ? {} : { until: after(at, millis((from + span) * 1000)) }),
                image: { id: idOf(number), runtimeHandler: '', size: 100, pinned: false, tags: [] },
              })),
        fails: new Set(fails.map(idOf)),
      },
      policies: {
        image,
        eviction,
        container: { ...containerPolicy, minAge: millis(2_000_000), maxPerPodContainer: 0 },
        spans: {
          firstImageRun: millis(runs * 1000),
          firstContainerRun: millis(containers * 1000),
          firstLook: millis(looks * 1000),
        },
      },
    }
  })
