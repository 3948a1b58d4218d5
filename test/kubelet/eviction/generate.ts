/**
 * Answers which looks, rules and courses the laws of eviction are tried on: few amounts of few sizes, so that thresholds
 * are met and resolved, pods compare equal, and statistics leave things out.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'

import { after, millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { noon } from './build.js'

const some = <A>(...values: readonly [A, ...A[]]): fc.Arbitrary<A> => fc.constantFrom(...values)
const seconds = (...spans: readonly [number, ...number[]]): fc.Arbitrary<ReturnType<typeof millis>> =>
  some(...spans).map((span) => millis(span * 1000))

/** Leaves out each field now and then. */
const partly = <A extends object>(fields: { [K in keyof A]: fc.Arbitrary<A[K]> }): fc.Arbitrary<Partial<A>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<A>>

const quantities = some('0', '1', '5', '10', '20', '500m', '1Ki')

export const layouts: fc.Arbitrary<Eviction.Layout> = fc.record({
  dedicatedImageFs: fc.boolean(),
  splitContainerImageFs: fc.boolean(),
})

const values: fc.Arbitrary<Eviction.ThresholdValue> = fc.oneof(
  some(0, 0.05, 0.1, 0.5, 1).map((share) => ({ _tag: 'Share', share: Math.fround(share) }) as const),
  quantities.map((quantity) => ({ _tag: 'Quantity', quantity }) as const),
)

const threshold: fc.Arbitrary<Eviction.Threshold> = fc
  .record({
    signal: some(...(Eviction.signals as readonly [Eviction.Signal, ...Eviction.Signal[]])),
    operator: fc.oneof(
      { weight: 9, arbitrary: some('LessThan' as const) },
      { weight: 1, arbitrary: some('Never' as const) },
    ),
    value: values,
    gracePeriod: seconds(0, 0, 10, 25, 60),
  })
  .chain((one) =>
    fc
      .option(values, { nil: undefined })
      .map((minReclaim) => (minReclaim === undefined ? one : { ...one, minReclaim })),
  )

/** Thresholds as settings give them: of each signal one hard and one soft. */
export const thresholds: fc.Arbitrary<ReadonlyArray<Eviction.Threshold>> = fc.uniqueArray(threshold, {
  maxLength: 7,
  selector: (one) => `${one.signal} ${Eviction.isHard(one)}`,
})

export const policies: fc.Arbitrary<Eviction.EvictionPolicy> = fc.record({
  thresholds,
  transitionPeriod: seconds(0, 10, 30, 300),
  maxPodGracePeriod: some(0, 10, 30),
  localStorageIsolation: fc.boolean(),
  hardGracePeriod: some(0, 1),
  softGrace: some('least-of-maximum-and-pod', 'maximum'),
  containerFs: fc.boolean(),
  containerFsReclaim: some('as-layers', 'nothing'),
  separateDiskGC: fc.boolean(),
  sidecarLimits: fc.constantFrom('not-looked-at', 'enforced'),
})

const amounts = some(0, 1, 4, 5, 9, 10, 11, 40, 60, 100)

const observation = (at: fc.Arbitrary<Date>): fc.Arbitrary<Eviction.Observation> =>
  fc
    .record({ available: amounts, at: fc.option(at, { nil: undefined }) })
    .map(({ available, at: taken }) => ({ available, capacity: 100, ...(taken === undefined ? {} : { at: taken }) }))

export const observations = (at: fc.Arbitrary<Date> = some(noon)): fc.Arbitrary<Eviction.Observations> =>
  fc
    .uniqueArray(
      fc.tuple(some(...(Eviction.signals as readonly [Eviction.Signal, ...Eviction.Signal[]])), observation(at)),
      {
        selector: ([signal]) => signal,
      },
    )
    .map((found) => new Map(found))

const asked: fc.Arbitrary<Eviction.Amounts> = partly({
  memory: quantities,
  'ephemeral-storage': quantities,
})
const resources = partly({ requests: asked, limits: asked })
const container = (...names: readonly [string, ...string[]]): fc.Arbitrary<Eviction.PodContainer> =>
  fc.record({ name: some(...names), resources }, { requiredKeys: ['name'] })
const initContainer = fc.record(
  { name: some('i', 'j'), resources, restartPolicy: some('Always', 'OnFailure') },
  { requiredKeys: ['name'] },
)
const volume: fc.Arbitrary<Eviction.PodVolume> = fc.oneof(
  fc.record({ name: some('v', 'w'), emptyDir: partly({ medium: some('', 'Memory'), sizeLimit: quantities }) }),
  fc.record({ name: some('v', 'w'), hostPath: some({}) }),
  fc.record({ name: some('v', 'w') }),
)

const notes = fc.oneof(
  { weight: 6, arbitrary: some<Readonly<Record<string, string>>>({}) },
  {
    weight: 2,
    arbitrary: some<Readonly<Record<string, string>>>(
      { 'kubernetes.io/config.source': 'file' },
      { 'kubernetes.io/config.source': 'api' },
      { 'kubernetes.io/config.mirror': 'x' },
    ),
  },
)

const spec: fc.Arbitrary<Eviction.Pod['spec']> = fc.record(
  {
    priority: some(-1, 0, 0, 1, 1_999_999_999, 2_000_000_000),
    terminationGracePeriodSeconds: some(0, 5, 30),
    containers: fc.array(container('c', 'd'), { maxLength: 2 }),
    initContainers: fc.array(initContainer, { maxLength: 2 }),
    overhead: asked,
    volumes: fc.uniqueArray(volume, { maxLength: 2, selector: ({ name }) => name }),
  },
  { requiredKeys: ['containers'] },
)

/** Pods of different UIDs, and statistics of some of them. */
export const pods: fc.Arbitrary<ReadonlyArray<Eviction.Pod>> = fc
  .array(fc.tuple(spec, notes), { maxLength: 6 })
  .map((drawn) =>
    drawn.map(([one, annotations], at) => ({
      metadata: { name: `pod-${at}`, namespace: 'default', uid: `u${at}`, annotations },
      spec: one,
    })),
  )

const usage: fc.Arbitrary<Eviction.Usage> = partly({ usedBytes: amounts, inodesUsed: amounts })
const working = partly({ workingSetBytes: amounts })
const measures: fc.Arbitrary<Omit<Eviction.PodStats, 'podRef'>> = fc.record(
  {
    containers: fc.array(
      fc.record(
        { name: some('c', 'd', 'i', 'x'), rootfs: usage, logs: usage, memory: working },
        { requiredKeys: ['name'] },
      ),
      {
        maxLength: 3,
      },
    ),
    volume: fc.uniqueArray(
      fc.record({ name: some('v', 'w', 'x'), usedBytes: amounts, inodesUsed: amounts }, { requiredKeys: ['name'] }),
      { maxLength: 3, selector: ({ name }) => name },
    ),
    'ephemeral-storage': usage,
    memory: working,
    process_stats: partly({ process_count: amounts }),
  },
  { requiredKeys: ['containers'] },
)

export const podStats: fc.Arbitrary<ReadonlyArray<Eviction.PodStats>> = fc
  .array(fc.option(measures, { nil: undefined, freq: 5 }), { maxLength: 6 })
  .map((drawn) => drawn.flatMap((one, at) => (one === undefined ? [] : [{ podRef: { uid: `u${at}` }, ...one }])))

const looks = (at: fc.Arbitrary<Date> = some(noon)): fc.Arbitrary<Eviction.PressureSnapshot> =>
  at.chain((moment) =>
    fc.record({
      at: some(moment),
      layout: layouts,
      observations: observations(some(moment, after(moment, millis(-5000)))),
      pods,
      podStats,
    }),
  )

/** Looks one after the other, at the pace of the kubelet and now and then after a pause. */
export const courses: fc.Arbitrary<ReadonlyArray<Eviction.PressureSnapshot>> = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
  .chain((pauses) => {
    const moments = pauses.map((_, at) => pauses.slice(0, at).reduce((sum, one) => sum + one, 0))
    return fc.tuple(...moments.map((moment) => looks(some(after(noon, millis(moment * 1000))))))
  })

/** A look with what is remembered of those before it. */
export interface Situation {
  readonly policy: Eviction.EvictionPolicy
  readonly memory: Eviction.EvictionMemory
  readonly look: Eviction.PressureSnapshot
}

/** What a look leads to, which is not refused. */
export const decided = ({ policy, memory, look }: Situation): Eviction.PressurePlan => {
  const plan = Eviction.synchronize(policy)(memory)(look)
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

/** Looks with what each leads to. */
export const played = (
  policy: Eviction.EvictionPolicy,
  course: ReadonlyArray<Eviction.PressureSnapshot>,
): ReadonlyArray<Situation & { readonly plan: Eviction.PressurePlan }> => {
  let memory = Eviction.emptyEvictionMemory
  return course.map((look) => {
    const situation = { policy, memory, look }
    const plan = decided(situation)
    memory = plan.memory
    return { ...situation, plan }
  })
}

/** The last look of a course. */
export const situations: fc.Arbitrary<Situation> = fc.tuple(policies, courses).map(([policy, course]) => {
  const last = played(policy, course).at(-1)
  if (last === undefined) throw new Error('a course without looks')
  return { policy: last.policy, memory: last.memory, look: last.look }
})
