import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { pod } from './build.js'

interface Given {
  readonly name: string
  readonly priority?: number
  readonly requests?: Eviction.Amounts
  readonly stats?: Omit<Eviction.PodStats, 'podRef'>
  readonly volumes?: ReadonlyArray<Eviction.PodVolume>
}

const rank = (
  signal: Eviction.Signal,
  given: ReadonlyArray<Given>,
  layout = Eviction.oneFilesystem,
): ReadonlyArray<Eviction.RankedPod> =>
  Eviction.rankPods(layout, signal)(
    given.map(({ name, priority, requests, volumes = [] }) =>
      pod(name, {
        ...(priority === undefined ? {} : { priority }),
        containers: [{ name: 'c', ...(requests === undefined ? {} : { resources: { requests } }) }],
        volumes,
      }),
    ),
    given.flatMap(({ name, stats }) => (stats === undefined ? [] : [{ podRef: { uid: name }, ...stats }])),
  )
const order = (...given: Parameters<typeof rank>): string =>
  rank(...given)
    .map((one) => one.pod.metadata.name)
    .join(' ')

const memory = (workingSetBytes: number): Omit<Eviction.PodStats, 'podRef'> => ({
  containers: [],
  memory: { workingSetBytes },
})
const processes = (count: number): Omit<Eviction.PodStats, 'podRef'> => ({
  containers: [],
  process_stats: { process_count: count },
})
const inodes = (inodesUsed: number): Omit<Eviction.PodStats, 'podRef'> => ({
  containers: [{ name: 'c', logs: { inodesUsed } }],
})

describe('pods in the order in which they go', () => {
  it('are those without statistics first, then those over their requests, then lower priorities, then more on top', () => {
    const given = [
      { name: 'within', stats: memory(5), requests: { memory: '5' } },
      { name: 'high', priority: 1, stats: memory(9) },
      { name: 'little', stats: memory(6), requests: { memory: '5' } },
      { name: 'much', stats: memory(7), requests: { memory: '5' } },
      { name: 'unknown', priority: 9 },
      { name: 'low', priority: -1, stats: memory(1) },
    ]
    for (const signal of ['memory.available', 'allocatableMemory.available'] as const)
      expect(order(signal, given)).toBe('unknown low much little high within')
    expect(order('memory.available', given.toReversed())).toBe('unknown low much little high within')
  })

  it('are lower priorities first where processes are short, and only then those without statistics and with more', () => {
    const given = [
      { name: 'high', priority: 5 },
      { name: 'few', stats: processes(1) },
      { name: 'many', stats: processes(9), requests: { pids: '1' } },
      { name: 'unknown' },
    ]
    expect(order('pid.available', given)).toBe('unknown many few high')
    expect(order('pid.available', given.toReversed())).toBe('unknown many few high')
  })

  it('are over their requests where inodes are short as soon as they have one, and have the bytes they asked for less', () => {
    const given = [
      { name: 'none', stats: inodes(0) },
      { name: 'asked', stats: inodes(9), requests: { 'ephemeral-storage': '5' } },
      { name: 'some', stats: inodes(5) },
    ]
    expect(order('nodefs.inodesFree', given)).toBe('some asked none')
    expect(rank('nodefs.inodesFree', given)[1]).toMatchObject({ usage: 9, request: 0, excess: 4 })
  })

  it('stay in the order given where they compare equal', () => {
    const twins = ['b', 'a', 'c'].map((name) => ({ name, stats: memory(1) }))
    expect(order('memory.available', twins)).toBe('b a c')
    expect(
      order(
        'memory.available',
        ['b', 'a'].map((name) => ({ name, requests: { memory: name === 'a' ? '1' : '2' } })),
      ),
    ).toBe('b a')
    expect(
      order(
        'pid.available',
        ['b', 'a'].map((name) => ({ name })),
      ),
    ).toBe('b a')
  })

  it('have their numbers with them, none where there are no statistics', () => {
    expect(rank('memory.available', [{ name: 'p', stats: memory(3), requests: { memory: '5' } }])[0]).toMatchObject({
      usage: 3,
      request: 5,
      excess: -2,
    })
    expect(rank('memory.available', [{ name: 'p', requests: { memory: '5' } }])[0]).toMatchObject({
      usage: null,
      request: 5,
      excess: null,
    })
  })

  it('use nothing of what the statistics leave out', () => {
    const used = (signal: Eviction.Signal): unknown =>
      rank(signal, [{ name: 'p', stats: { containers: [] } }])[0]?.usage
    expect((['memory.available', 'pid.available', 'nodefs.available', 'nodefs.inodesFree'] as const).map(used)).toEqual(
      [0, 0, 0, 0],
    )
  })

  it('use the parts that lie on the filesystem that is short', () => {
    const stats = {
      containers: [
        { name: 'c', rootfs: { usedBytes: 1, inodesUsed: 7 }, logs: { usedBytes: 10 } },
        { name: 'unheard of', rootfs: { usedBytes: 1 } },
      ],
      volume: ['host', 'git', 'map', 'dir', 'ram', 'secret', 'other'].map((name, at) => ({
        name,
        usedBytes: 100 * 2 ** at,
      })),
    }
    const volumes = [
      { name: 'host', hostPath: {} },
      { name: 'git', gitRepo: {} },
      { name: 'map', configMap: {} },
      { name: 'dir', emptyDir: { medium: '' } },
      { name: 'ram', emptyDir: { medium: 'Memory' } },
      { name: 'secret' },
    ]
    const used = (layout: Eviction.Layout): unknown =>
      (['nodefs.available', 'imagefs.available', 'containerfs.available'] as const).map(
        (signal) => rank(signal, [{ name: 'p', stats, volumes }], layout)[0]?.usage,
      )
    const [dedicatedImageFs, splitContainerImageFs] = [true, true]
    expect(used(Eviction.oneFilesystem)).toEqual([1512, 1512, 1512])
    expect(used({ dedicatedImageFs: false, splitContainerImageFs })).toEqual([1512, 1512, 1512])
    expect(used({ dedicatedImageFs, splitContainerImageFs: false })).toEqual([1510, 2, 2])
    expect(used({ dedicatedImageFs, splitContainerImageFs })).toEqual([1512, 0, 1512])
    expect(rank('nodefs.inodesFree', [{ name: 'p', stats, volumes }])[0]?.usage).toBe(7)
  })
})
