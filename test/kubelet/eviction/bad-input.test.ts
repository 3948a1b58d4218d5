import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { InvalidInput } from '../../../src/core/problem.js'
import { instant } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { look, noon, planned, pod, policyOf, stats, threshold } from './build.js'

const sound = policyOf(threshold(0.15))

const answer = (policy: unknown, memory: unknown, snapshot: unknown): E.Either<InvalidInput, Eviction.PressurePlan> =>
  Eviction.synchronize(policy as Eviction.EvictionPolicy)(memory as Eviction.EvictionMemory)(
    snapshot as Eviction.PressureSnapshot,
  )

const refusal = (policy: unknown, memory: unknown, snapshot: unknown): ReadonlyArray<string> => {
  const plan = answer(policy, memory, snapshot)
  return E.isLeft(plan)
    ? plan.left.problems.map(({ path, expected, actual }) => `${plan.left.source} ${path}: ${expected}, ${actual}`)
    : []
}
const empty = Eviction.emptyEvictionMemory
const ofPolicy = (more: object | null): ReadonlyArray<string> =>
  refusal(more === null ? null : { ...sound, ...more }, empty, look(5))
const ofThreshold = (more: object): ReadonlyArray<string> => ofPolicy({ thresholds: [{ ...threshold(0.1), ...more }] })
const ofLook = (more: object): ReadonlyArray<string> => refusal(sound, empty, { ...look(5), ...more })
const ofMemory = (more: object): ReadonlyArray<string> => refusal(sound, { ...empty, ...more }, look(5))
const ofPod = (metadata: object, spec: object): ReadonlyArray<string> =>
  ofLook({ pods: [{ metadata: { ...pod('p').metadata, ...metadata }, spec: { ...pod('p').spec, ...spec } }] })
const ofContainer = (more: object): ReadonlyArray<string> => ofPod({}, { containers: [{ name: 'c', ...more }] })
const ofStats = (more: object): ReadonlyArray<string> => ofLook({ podStats: [{ ...stats('p', 1), ...more }] })

const size = 'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text'
const quantity = 'a Kubernetes quantity such as "10Gi"'

describe('what is no look, no memory and no rules', () => {
  it('is found in sound ones nowhere', () => {
    expect(refusal(sound, empty, look(5))).toEqual([])
    expect(refusal(sound, planned(sound, look(5)).memory, look(5))).toEqual([])
  })

  it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ['no rules', ofPolicy(null), ['policy : an object, null']],
    ['no thresholds', ofPolicy({ thresholds: undefined }), ['policy thresholds: an array, undefined']],
    [
      'spans that are none',
      ofPolicy({ transitionPeriod: -1, hardGracePeriod: 'x', maxPodGracePeriod: 0.5 }),
      [
        'policy transitionPeriod: a span in whole milliseconds, not negative, -1',
        'policy maxPodGracePeriod: a safe integer, 0.5',
        'policy hardGracePeriod: a safe integer, "x"',
      ],
    ],
    [
      'switches that are none',
      ofPolicy({
        localStorageIsolation: null,
        softGrace: 'other',
        containerFs: 1,
        containerFsReclaim: true,
        separateDiskGC: 'on',
      }),
      [
        'policy localStorageIsolation: a boolean, null',
        'policy softGrace: "least-of-maximum-and-pod" or "maximum", "other"',
        'policy containerFs: a boolean, 1',
        'policy containerFsReclaim: "as-layers" or "nothing", true',
        'policy separateDiskGC: a boolean, "on"',
      ],
    ],
    ['an unheard of signal', ofThreshold({ signal: 'x' }), ['policy thresholds[0].signal: a signal, "x"']],
    [
      'a signal of the language',
      ofThreshold({ signal: '__proto__' }),
      ['policy thresholds[0].signal: a signal, "__proto__"'],
    ],
    [
      'a signal that is no text',
      ofThreshold({ signal: ['pid.available'] }),
      ['policy thresholds[0].signal: a signal, an array of 1'],
    ],
    [
      'an operator',
      ofThreshold({ operator: 'MoreThan' }),
      ['policy thresholds[0].operator: "LessThan" or "Never", "MoreThan"'],
    ],
    ['no value', ofThreshold({ value: null }), ['policy thresholds[0].value: a quantity or a share, null']],
    [
      'a value of another kind',
      ofThreshold({ value: { _tag: 'Part', share: 0.1 } }),
      ['policy thresholds[0].value: a quantity or a share, an object'],
    ],
    [
      'a value that is no quantity',
      ofThreshold({ value: { _tag: 'Quantity', quantity: 'much' } }),
      [`policy thresholds[0].value.quantity: ${quantity}, "much"`],
    ],
    [
      'a quantity that is no text',
      ofThreshold({ minReclaim: { _tag: 'Quantity', quantity: 5 } }),
      [`policy thresholds[0].minReclaim.quantity: ${quantity}, 5`],
    ],
    [
      'a share that is no number',
      ofThreshold({ value: { _tag: 'Share', share: '5%', quantity: '5' } }),
      ['policy thresholds[0].value.share: a number, "5%"'],
    ],
    [
      'a grace',
      ofThreshold({ gracePeriod: -1 }),
      ['policy thresholds[0].gracePeriod: a span in milliseconds, not negative, -1'],
    ],
    [
      'a grace that is not a number',
      ofThreshold({ gracePeriod: NaN }),
      ['policy thresholds[0].gracePeriod: a span in milliseconds, not negative, NaN'],
    ],
    [
      'a grace as text',
      ofThreshold({ gracePeriod: '5' }),
      ['policy thresholds[0].gracePeriod: a span in milliseconds, not negative, "5"'],
    ],
    ['no look', refusal(sound, empty, undefined), ['snapshot : an object, undefined']],
    ['no instant', ofLook({ at: instant(NaN) }), ['snapshot at: a valid Date, Invalid Date']],
    [
      'no layout',
      ofLook({ layout: {} }),
      [
        'snapshot layout.dedicatedImageFs: a boolean, undefined',
        'snapshot layout.splitContainerImageFs: a boolean, undefined',
      ],
    ],
    ['observations that are no Map', ofLook({ observations: {} }), ['snapshot observations: a Map, an object']],
    [
      'an observation of what is no signal',
      ofLook({ observations: new Map([['x', {}]]) }),
      ['snapshot observations["x"]: a signal, "x"'],
    ],
    [
      'an observation of what is not even a text',
      ofLook({
        observations: new Map<unknown, unknown>([
          [5n, {}],
          [noon, {}],
        ]),
      }),
      [
        'snapshot observations[5n]: a signal, 5n',
        `snapshot observations[${noon.toISOString()}]: a signal, ${noon.toISOString()}`,
      ],
    ],
    [
      'an observation of nothing',
      ofLook({ observations: new Map([['pid.available', null]]) }),
      ['snapshot observations["pid.available"]: an object, null'],
    ],
    ...[-1, NaN, 0.5, 2 ** 60, '9223372036854775808', '1e3', null].map(
      (available): [string, ReadonlyArray<string>, ReadonlyArray<string>] => [
        `an amount: ${String(available)}`,
        ofLook({ observations: new Map([['pid.available', { available, capacity: 9 }]]) }),
        [
          `snapshot observations["pid.available"].available: ${size}, ${typeof available === 'string' ? `"${available}"` : String(available)}`,
        ],
      ],
    ),
    [
      'a capacity and a time',
      ofLook({ observations: new Map([['pid.available', { available: 1, capacity: -9, at: 'noon' }]]) }),
      [
        `snapshot observations["pid.available"].capacity: ${size}, -9`,
        'snapshot observations["pid.available"].at: a valid Date, "noon"',
      ],
    ],
    [
      'pods that are none',
      ofLook({ pods: [{}] }),
      ['snapshot pods[0].metadata: an object, undefined', 'snapshot pods[0].spec: an object, undefined'],
    ],
    [
      'a pod without names',
      ofPod({ name: 1, namespace: null, uid: undefined, annotations: 'x' }, {}),
      [
        'snapshot pods[0].metadata.name: a string, 1',
        'snapshot pods[0].metadata.namespace: a string, null',
        'snapshot pods[0].metadata.uid: a string, undefined',
        'snapshot pods[0].metadata.annotations: an object, "x"',
      ],
    ],
    [
      'a pod with odd numbers',
      ofPod({}, { priority: 'high', terminationGracePeriodSeconds: NaN, containers: null, initContainers: {} }),
      [
        'snapshot pods[0].spec.priority: a safe integer, "high"',
        'snapshot pods[0].spec.terminationGracePeriodSeconds: a safe integer, NaN',
        'snapshot pods[0].spec.containers: an array, null',
        'snapshot pods[0].spec.initContainers: an array, an object',
      ],
    ],
    [
      'volumes that are none',
      ofPod({}, { volumes: [{ emptyDir: { medium: 1, sizeLimit: 'x' } }, { name: 'v', emptyDir: null }] }),
      [
        'snapshot pods[0].spec.volumes[0].name: a string, undefined',
        'snapshot pods[0].spec.volumes[0].emptyDir.medium: a string, 1',
        `snapshot pods[0].spec.volumes[0].emptyDir.sizeLimit: ${quantity}, "x"`,
        'snapshot pods[0].spec.volumes[1].emptyDir: an object, null',
      ],
    ],
    [
      'a container that asks for what is no quantity',
      ofContainer({ resources: { requests: { memory: 5, cpu: {} }, limits: { 'ephemeral-storage': 'x' } } }),
      [
        `snapshot pods[0].spec.containers[0].resources.requests.memory: ${quantity}, 5`,
        `snapshot pods[0].spec.containers[0].resources.limits.ephemeral-storage: ${quantity}, "x"`,
      ],
    ],
    [
      'a container without anything',
      ofContainer({ name: null, resources: { requests: null, limits: 5 }, restartPolicy: true }),
      [
        'snapshot pods[0].spec.containers[0].name: a string, null',
        'snapshot pods[0].spec.containers[0].resources.requests: an object, null',
        'snapshot pods[0].spec.containers[0].resources.limits: an object, 5',
        'snapshot pods[0].spec.containers[0].restartPolicy: a string, true',
      ],
    ],
    [
      'an overhead that is no quantity',
      ofPod({}, { overhead: { memory: '' }, initContainers: [{}] }),
      [
        'snapshot pods[0].spec.initContainers[0].name: a string, undefined',
        `snapshot pods[0].spec.overhead.memory: ${quantity}, ""`,
      ],
    ],
    [
      'statistics of nobody',
      ofStats({ podRef: {}, containers: [{ name: 1, rootfs: { usedBytes: -1 }, memory: { workingSetBytes: -1 } }] }),
      [
        'snapshot podStats[0].podRef.uid: a string, undefined',
        'snapshot podStats[0].containers[0].name: a string, 1',
        `snapshot podStats[0].containers[0].rootfs.usedBytes: ${size}, -1`,
        `snapshot podStats[0].containers[0].memory.workingSetBytes: ${size}, -1`,
      ],
    ],
    [
      'statistics with odd numbers',
      ofStats({
        volume: [{ usedBytes: -1, inodesUsed: 0.5 }],
        'ephemeral-storage': { usedBytes: -1, inodesUsed: -1 },
        memory: { workingSetBytes: null },
        process_stats: { process_count: '-1' },
      }),
      [
        'snapshot podStats[0].volume[0].name: a string, undefined',
        `snapshot podStats[0].volume[0].usedBytes: ${size}, -1`,
        `snapshot podStats[0].volume[0].inodesUsed: ${size}, 0.5`,
        `snapshot podStats[0].ephemeral-storage.usedBytes: ${size}, -1`,
        `snapshot podStats[0].ephemeral-storage.inodesUsed: ${size}, -1`,
        `snapshot podStats[0].memory.workingSetBytes: ${size}, null`,
        `snapshot podStats[0].process_stats.process_count: ${size}, "-1"`,
      ],
    ],
    ['no memory', refusal(sound, null, look(5)), ['memory : an object, null']],
    [
      'a memory as JSON has it',
      refusal(sound, JSON.parse(JSON.stringify(planned(sound, look(5)).memory)), look(5)),
      [
        'memory metSince: a Map, an object',
        'memory conditionsSeen: a Map, an object',
        'memory observations: a Map, an object',
      ],
    ],
    [
      'a memory of odd things',
      ofMemory({
        layout: { dedicatedImageFs: true },
        metSince: new Map([['x', 5]]),
        conditionsSeen: new Map([['Ready', noon]]),
        met: [{ ...threshold(0.1), signal: 'x' }],
      }),
      [
        'memory layout.splitContainerImageFs: a boolean, undefined',
        'memory metSince["x"]: a valid Date, 5',
        'memory conditionsSeen["Ready"]: "DiskPressure" or "MemoryPressure" or "PIDPressure", "Ready"',
        'memory met[0].signal: a signal, "x"',
      ],
    ],
  ])('is refused with path, what was expected and what is there: %s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  it('is refused with a hundred problems at most, and at once where there are a million', () => {
    const many = Array.from({ length: 1_000_000 }, () => ({}))
    expect(ofLook({ pods: many }).length).toBe(100)
    expect(ofMemory({ metSince: new Map(many.map((one, at) => [`${at}`, one])) }).length).toBe(100)
  })
})

describe('odd looks that are looks', () => {
  it('are decided on, whatever is called like something of the language', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']
    const pods = names.map((name) => pod(name, { containers: [{ name }], volumes: [{ name, emptyDir: {} }] }))
    const podStats = names.map((name, at) => ({
      ...stats(name, at),
      containers: [{ name, rootfs: { usedBytes: at }, logs: { usedBytes: at } }],
      volume: [{ name, usedBytes: at }],
    }))
    const { relief } = planned(sound, look(5, { pods, podStats }))
    expect(relief?.ranked.map((one) => [one.pod.metadata.uid, one.usage])).toEqual(
      names.map((name, at) => [name, 3 * at]).reverse(),
    )
    expect(relief?.eviction?.event.annotations?.['offending_containers']).toBe('')
  })

  it('may hold a pod twice, and statistics twice, of which the last count everywhere', () => {
    const once = pod('p', { containers: [{ name: 'c', resources: { limits: { 'ephemeral-storage': '5' } } }] })
    const podStats = [stats('p', 9), stats('p', 4)]
    const { relief, overOwnLimits } = planned(sound, look(5, { pods: [once, once], podStats }))
    expect(overOwnLimits).toEqual([])
    expect(relief?.ranked.map(({ usage }) => usage)).toEqual([4, 4])
    expect(relief?.eviction?.event.annotations?.['offending_containers_usage']).toBe('4')
  })

  it('may hold amounts up to the last that there is', () => {
    const most = '9223372036854775807'
    const large = { usedBytes: most, inodesUsed: most } as const
    const podStats = [{ podRef: { uid: 'p' }, containers: [{ name: 'c', rootfs: large, logs: large }] }]
    const observations = new Map([['imagefs.available', { available: 1, capacity: most }]] as const)
    const { relief } = planned(sound, look(5, { pods: [pod('p')], podStats, observations, at: instant(8.64e15) }))
    expect(relief?.ranked[0]?.usage).toBe('18446744073709551614')
  })

  it('may ask for amounts of any length', () => {
    const endless = { _tag: 'Quantity', quantity: '1e2000000000' } as const
    const one = { _tag: 'Quantity', quantity: '1' } as const
    const policy = policyOf(
      threshold(0, { value: endless, minReclaim: one }),
      threshold(0, { value: one, minReclaim: endless }),
    )
    const requests = { 'ephemeral-storage': '1e2000000000' }
    const limits = { 'ephemeral-storage': '1e-2000000000' }
    const containers = [
      { name: 'c', resources: { requests, limits } },
      { name: 'd', resources: { requests: limits, limits: requests } },
    ]
    const { met, relief } = planned(policy, look(5, { pods: [pod('p', { containers })], podStats: [stats('p', 0)] }))
    expect([met.length, relief?.eviction?.pod.metadata.uid]).toEqual([1, 'p'])
    expect(Eviction.isRelieved(policy)(Eviction.oneFilesystem)(look(5).observations)).toBe(false)
  })

  it('may be empty', () => {
    const nothing = look(5, { observations: new Map() })
    expect(planned(policyOf(), nothing)).toMatchObject({ conditions: [], met: [], overOwnLimits: [] })
    expect(planned(sound, nothing)).not.toHaveProperty('relief')
  })
})
