import { describe, expect, it } from 'vitest'

import type { PodState } from '../../../src/kubelet/container/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import { alive, container, gone, planned, removed, sandbox } from './build.js'

const ground = 'the API server lists it'
const stated = (uid: string, content: boolean, runtime: boolean): PodState => ({
  uid,
  contentRemoved: assumed(content, ground),
  runtimeRemoved: assumed(runtime, ground),
})

const asked = { evictNonDeletedPods: true }

describe('an assumption', () => {
  it('names the fact, its value, its ground and the targets of the pod that it decides', () => {
    const plan = planned({
      pods: [stated('u', true, true)],
      containers: [container('c', 0), container('runs', 0, { state: 'CONTAINER_RUNNING', sandboxId: 'used' })],
      sandboxes: [sandbox('s', 0), sandbox('used', 0)],
      logDirectories: ['u'],
    })
    expect(plan.assumptions).toEqual([
      { about: 'pods["u"].contentRemoved', assumed: 'true', because: ground, targets: ['c', 's', 'u'] },
    ])
  })

  it('stands for what stays as well', () => {
    const plan = planned({
      pods: [stated('u', false, false)],
      containers: [container('c', 0)],
      sandboxes: [sandbox('older', 0), sandbox('newest', 1)],
      logDirectories: ['u'],
    })
    expect(plan.assumptions).toEqual([
      { about: 'pods["u"].contentRemoved', assumed: 'false', because: ground, targets: ['c', 'newest', 'u'] },
    ])
  })

  it('quotes the uid, so that no uid reads as another path', () => {
    const plan = planned({ pods: [stated('a"].x', true, true)], containers: [container('c', 0, { podUid: 'a"].x' })] })
    expect(plan.assumptions.map(({ about }) => about)).toEqual(['pods["a\\"].x"].contentRemoved'])
  })

  it('rests on both facts where the eviction manager asks and the pod stays', () => {
    const plan = planned(
      { pods: [stated('u', false, false)], containers: [container('c', 0)], logDirectories: ['u'] },
      asked,
    )
    expect(plan.assumptions.map(({ about, targets }) => [about, targets])).toEqual([
      ['pods["u"].contentRemoved', ['c', 'u']],
      ['pods["u"].runtimeRemoved', ['c']],
    ])
  })

  it('rests on the one fact that says the pod is gone', () => {
    const given = { containers: [container('c', 0)], logDirectories: ['u'] }
    const about = (pod: PodState) =>
      planned({ ...given, pods: [pod] }, asked).assumptions.map((each) => [each.about, each.targets])
    expect(about(stated('u', false, true))).toEqual([
      ['pods["u"].contentRemoved', ['u']],
      ['pods["u"].runtimeRemoved', ['c']],
    ])
    expect(about({ ...stated('u', true, true), contentRemoved: known(true) })).toEqual([])
    expect(about({ ...stated('u', true, true), runtimeRemoved: known(true) })).toEqual([
      ['pods["u"].contentRemoved', ['u']],
    ])
    expect(about({ ...stated('u', false, true), contentRemoved: unknown })).toEqual([
      ['pods["u"].runtimeRemoved', ['c']],
    ])
  })

  it('comes by pod uid', () => {
    const pods = ['b', 'a', 'B'].map((uid) => stated(uid, true, true))
    const plan = planned({ pods, logDirectories: ['a', 'b', 'B'] })
    expect(plan.assumptions.map(({ targets }) => targets)).toEqual([['B'], ['a'], ['b']])
  })
})

describe('no assumption', () => {
  it('is made of what was observed', () => {
    expect(planned({ pods: [gone('u')], containers: [container('c', 0)] }).assumptions).toEqual([])
  })

  it('is made of a pod that decides nothing', () => {
    expect(planned({ pods: [stated('v', true, true)], containers: [container('c', 0)] }).assumptions).toEqual([])
    const running = container('c', 0, { state: 'CONTAINER_RUNNING' })
    expect(planned({ pods: [stated('u', true, true)], containers: [running] }).assumptions).toEqual([])
  })

  it('is made for containers while the sources are not ready', () => {
    const plan = planned({
      allSourcesReady: false,
      pods: [stated('u', true, true)],
      containers: [container('c', 0)],
      logDirectories: ['u'],
    })
    expect(plan.assumptions).toEqual([])
  })

  it('is made of a fact that the periodic run does not read', () => {
    const pod = { ...alive('u'), runtimeRemoved: assumed(true, ground) }
    expect(planned({ pods: [pod], containers: [container('c', 0)] }).assumptions).toEqual([])
  })
})

describe('a limit of the node', () => {
  const policy = { maxPerPodContainer: -1, maxContainers: 1 }
  const containers = [container('c', 0, { podUid: 'x' }), container('a', 1), container('b', 2)]

  it('rests on every stated pod that has containers', () => {
    const pods = [stated('u', false, false), stated('x', false, false), { ...stated('y', false, false) }]
    const plan = planned({ pods, containers }, policy)
    expect(removed('containers', plan)).toEqual(['a', 'c'])
    expect(plan.assumptions.at(-1)).toEqual({
      about: 'pods',
      assumed: 'as stated',
      because: ground,
      targets: ['a', 'c'],
    })
  })

  it('says each ground once', () => {
    const other = { ...alive('x'), contentRemoved: assumed(false, 'somebody says so') }
    const plan = planned({ pods: [stated('u', false, false), other], containers }, { ...policy, ...asked })
    expect(plan.assumptions.at(-1)?.because).toBe(`${ground}; somebody says so`)
  })

  it('rests on nothing stated when its pods were observed', () => {
    const elsewhere = stated('y', false, false)
    const plan = planned({ pods: [alive('u'), alive('x'), elsewhere], containers }, policy)
    expect(removed('containers', plan)).toEqual(['a', 'c'])
    expect(plan.assumptions).toEqual([])
  })

  it('rests on no pod while the sources are not ready', () => {
    const pods = [stated('u', false, false), stated('x', false, false)]
    expect(planned({ allSourcesReady: false, pods, containers }, policy).assumptions).toEqual([])
  })
})
