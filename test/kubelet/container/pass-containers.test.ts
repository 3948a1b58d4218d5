import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/index.js'
import {
  alive,
  container,
  evicted,
  finished,
  gone,
  minute,
  passOf,
  planned,
  reasonsOf,
  removalOf,
  removed,
} from './build.js'

const noLimit = { maxPerPodContainer: -1 }

describe('eligible containers', () => {
  it('are those that do not run', () => {
    const plan = planned({
      pods: [gone('u')],
      containers: [
        container('running', 0, { state: 'CONTAINER_RUNNING' }),
        container('created', 1, { state: 'CONTAINER_CREATED' }),
        container('exited', 2),
        container('unknown', 3, { state: 'CONTAINER_UNKNOWN' }),
      ],
    })
    expect(removed('containers', plan)).toEqual(['unknown', 'exited', 'created'])
    expect(reasonsOf('running', plan)).toEqual([{ _tag: 'Running' }])
  })

  it('are as old as the minimum age, to the millisecond', () => {
    const containers = [container('young', 30), container('old', 30)]
    const readAt = (at: Date) => planned({ at, pods: [gone('u')], containers }, { minAge: millis(60_000) })
    const early = readAt(new Date(minute(31).getTime() - 1))
    expect(removed('containers', early)).toEqual([])
    expect(reasonsOf('young', early)).toEqual([
      { _tag: 'YoungerThanMinAge', age: 59_999, minAge: 60_000, eligibleAt: minute(31) },
    ])
    expect(early.wakeAt).toEqual({ _tag: 'Some', value: minute(31) })
    expect(removed('containers', readAt(minute(31)))).toEqual(['old', 'young'])
  })

  it('are never in the future, without any minimum age as well', () => {
    const plan = planned({ pods: [gone('u')], containers: [container('future', 61)] })
    expect(reasonsOf('future', plan)).toEqual([
      { _tag: 'YoungerThanMinAge', age: -60_000, minAge: 0, eligibleAt: minute(61) },
    ])
    expect(plan.wakeAt).toEqual({ _tag: 'Some', value: minute(61) })
  })

  it('wake the plan one after the other, and running ones never', () => {
    const containers = [
      container('later', 59),
      container('first', 58),
      container('last', 59.5),
      container('runs', 57.5, { state: 'CONTAINER_RUNNING' }),
      container('old', 0),
    ]
    const policy = { minAge: millis(180_000) }
    expect(planned({ containers }, policy).wakeAt).toEqual({ _tag: 'Some', value: minute(61) })
    expect(planned({ at: minute(61), containers }, policy).wakeAt).toEqual({ _tag: 'Some', value: minute(62) })
    expect(planned({ at: minute(62), containers }, policy).wakeAt).toEqual({ _tag: 'Some', value: minute(62.5) })
    expect(planned({ at: minute(62.5), containers }, policy).wakeAt).toEqual({ _tag: 'None' })
  })

  it('wake no plan after the last instant there is', () => {
    const last = new Date(8.64e15)
    const ageless = { minAge: millis(Number.MAX_SAFE_INTEGER) }
    const plan = planned({ containers: [container('a', 0)] }, ageless)
    expect(plan.wakeAt).toEqual({ _tag: 'None' })
    expect(reasonsOf('a', plan)).toMatchObject([{ eligibleAt: last }])
    expect(planned({ containers: [container('a', 0, { createdAt: last })] }).wakeAt).toEqual({
      _tag: 'Some',
      value: last,
    })
  })
})

describe('containers of pods that are gone', () => {
  const two = [container('a', 10), container('b', 0)]

  it('all go, backwards as listed whatever their ages', () => {
    const plan = planned({ pods: [gone('u')], containers: two }, noLimit)
    expect(removed('containers', plan)).toEqual(['b', 'a'])
    expect(reasonsOf('a', plan)).toEqual([{ _tag: 'PodContentShouldBeRemoved', podUid: 'u' }])
    expect(removed('containers', planned({ pods: [gone('u')], containers: two.toReversed() }, noLimit))).toEqual([
      'a',
      'b',
    ])
  })

  it('name the other rules that hold', () => {
    const plan = planned({ pods: [gone('u')], containers: two }, { evictNonDeletedPods: true })
    expect(reasonsOf('a', plan)).toEqual([
      { _tag: 'PodContentShouldBeRemoved', podUid: 'u' },
      { _tag: 'PodRuntimeShouldBeRemoved', podUid: 'u' },
    ])
    expect(reasonsOf('b', plan)).toEqual([
      { _tag: 'PodContentShouldBeRemoved', podUid: 'u' },
      { _tag: 'PodRuntimeShouldBeRemoved', podUid: 'u' },
      { _tag: 'OverMaxPerPodContainer', rank: 2, limit: 1 },
    ])
    const zero = planned({ pods: [gone('u')], containers: two }, { maxPerPodContainer: 0 })
    expect(reasonsOf('a', zero)).toContainEqual({ _tag: 'OverMaxPerPodContainer', rank: 1, limit: 0 })
  })

  it('go at the request of the eviction manager once the pod has finished', () => {
    const job = { pods: [finished('u')], containers: two }
    expect(removed('containers', planned(job, noLimit))).toEqual([])
    const asked = planned(job, { ...noLimit, evictNonDeletedPods: true })
    expect(removed('containers', asked)).toEqual(['b', 'a'])
    expect(reasonsOf('a', asked)).toEqual([{ _tag: 'PodRuntimeShouldBeRemoved', podUid: 'u' }])
  })

  it('go when the pod was evicted and still stops', () => {
    const plan = planned({ pods: [evicted('u')], containers: two }, { ...noLimit, evictNonDeletedPods: true })
    expect(removed('containers', plan)).toEqual(['b', 'a'])
    expect(reasonsOf('a', plan)).toEqual([{ _tag: 'PodContentShouldBeRemoved', podUid: 'u' }])
  })

  it('stay until every source of pods was seen', () => {
    const plan = planned({ allSourcesReady: false, pods: [gone('u')], containers: two }, noLimit)
    expect(removed('containers', plan)).toEqual([])
    expect(reasonsOf('a', plan)).toEqual([
      { _tag: 'SourcesNotReady' },
      { _tag: 'NoLimitPerPodContainer', maxPerPodContainer: -1 },
    ])
  })

  it('count for no limit', () => {
    const containers = [
      container('dead', 0, { podUid: 'old' }),
      container('a', 1),
      container('b', 2, { name: 'sidecar' }),
    ]
    const plan = planned({ pods: [alive('u'), gone('old')], containers }, { maxContainers: 2 })
    expect(removed('containers', plan)).toEqual(['dead'])
    expect(reasonsOf('a', plan)).toEqual([
      { _tag: 'PodNotRemoved', podUid: 'u' },
      { _tag: 'WithinMaxPerPodContainer', rank: 1, limit: 1 },
      { _tag: 'WithinMaxContainers', remaining: 2, limit: 2 },
    ])
  })

  it('without a label belong to the pod of the empty uid', () => {
    const plan = planned({ pods: [gone('')], containers: [container('a', 0, { podUid: '', identified: false })] })
    expect(reasonsOf('a', plan)).toEqual([{ _tag: 'PodContentShouldBeRemoved', podUid: '' }])
  })
})

describe('the limit per pod and container name', () => {
  it('takes the oldest of a unit, oldest first', () => {
    const plan = planned({ containers: [container('b', 2), container('d', 4), container('a', 1), container('c', 3)] })
    expect(removed('containers', plan)).toEqual(['a', 'b', 'c'])
    expect(reasonsOf('b', plan)).toEqual([{ _tag: 'OverMaxPerPodContainer', rank: 3, limit: 1 }])
    expect(reasonsOf('d', plan)).toEqual([
      { _tag: 'PodNotRemoved', podUid: 'u' },
      { _tag: 'WithinMaxPerPodContainer', rank: 1, limit: 1 },
    ])
  })

  it('counts a pod and a container name apart from others, and no image', () => {
    const plan = planned({
      pods: [alive('u'), alive('v')],
      containers: [
        container('a', 1),
        container('b', 2, { name: 'sidecar' }),
        container('c', 3, { podUid: 'v' }),
        container('d', 4, { sandboxId: 'other' }),
      ],
    })
    expect(removed('containers', plan)).toEqual(['a'])
  })

  it('visits units by pod uid, then name', () => {
    const unit = (podUid: string, name: string) => [
      container(`${podUid}/${name} new`, 9, { podUid, name }),
      container(`${podUid}/${name}`, 1, { podUid, name }),
    ]
    const plan = planned({
      pods: ['a', 'b', 'B'].map(alive),
      containers: [...unit('b', 'x'), ...unit('a', 'y'), ...unit('B', 'x'), ...unit('a', 'x')],
    })
    expect(removed('containers', plan)).toEqual(['B/x', 'a/x', 'a/y', 'b/x'])
  })

  it('takes the later in the list of two of one age', () => {
    const plan = planned({ containers: [container('first', 1), container('second', 1)] })
    expect(removed('containers', plan)).toEqual(['second'])
    expect(reasonsOf('second', plan)).toEqual([{ _tag: 'OverMaxPerPodContainer', rank: 2, limit: 1 }])
  })

  it('walks a unit of which nothing stays backwards as listed', () => {
    const containers = [container('c', 3), container('a', 1), container('b', 2)]
    expect(removed('containers', planned({ containers }, { maxPerPodContainer: 0 }))).toEqual(['b', 'a', 'c'])
    expect(removed('containers', planned({ containers }, { maxPerPodContainer: 0, wholeUnitOrder: 'by-age' }))).toEqual(
      ['a', 'b', 'c'],
    )
  })

  it('binds before every source was seen too', () => {
    const plan = planned({ allSourcesReady: false, containers: [container('a', 1), container('b', 2)] })
    expect(removed('containers', plan)).toEqual(['a'])
  })

  it('is none when it is negative', () => {
    const containers = [container('a', 1), container('b', 2)]
    for (const maxPerPodContainer of [-1, -7]) {
      const plan = planned({ containers }, { maxPerPodContainer })
      expect(removed('containers', plan)).toEqual([])
      expect(reasonsOf('a', plan)).toEqual([
        { _tag: 'PodNotRemoved', podUid: 'u' },
        { _tag: 'NoLimitPerPodContainer', maxPerPodContainer },
      ])
    }
  })
})

describe('the limit of the node', () => {
  const units = (sizes: Readonly<Record<string, number>>) =>
    Object.entries(sizes).flatMap(([name, size]) =>
      Array.from({ length: size }, (_, at) => container(`${name}${at + 1}`, at + 1, { name })),
    )

  it('holds every unit to its share, rounded down', () => {
    const plan = planned({ containers: units({ a: 5, b: 2, c: 1 }) }, { ...noLimit, maxContainers: 7 })
    expect(removed('containers', plan)).toEqual(['a1', 'a2', 'a3'])
    expect(reasonsOf('a3', plan)).toEqual([
      { _tag: 'OverFairShareOfMaxContainers', rank: 3, share: 2, maxContainers: 7, units: 3 },
    ])
    expect(reasonsOf('b1', plan)).toEqual([
      { _tag: 'PodNotRemoved', podUid: 'u' },
      { _tag: 'NoLimitPerPodContainer', maxPerPodContainer: -1 },
      { _tag: 'WithinMaxContainers', remaining: 5, limit: 7 },
    ])
  })

  it('is not in force up to the limit itself', () => {
    const containers = units({ a: 3, b: 1 })
    expect(removed('containers', planned({ containers }, { ...noLimit, maxContainers: 4 }))).toEqual([])
    expect(removed('containers', planned({ containers }, { ...noLimit, maxContainers: 3 }))).toEqual(['a1', 'a2'])
    expect(removed('containers', planned({ containers }, { ...noLimit, maxContainers: -1 }))).toEqual([])
  })

  it('leaves every unit one container before the oldest of all go', () => {
    const containers = [
      container('a1', 1, { name: 'a' }),
      container('a2', 9, { name: 'a' }),
      container('b', 5, { name: 'b' }),
      container('c', 7, { name: 'c' }),
    ]
    const plan = planned({ containers }, { ...noLimit, maxContainers: 2 })
    expect(removed('containers', plan)).toEqual(['a1', 'b'])
    expect(reasonsOf('a1', plan)).toEqual([
      { _tag: 'OverFairShareOfMaxContainers', rank: 2, share: 1, maxContainers: 2, units: 3 },
    ])
    expect(reasonsOf('b', plan)).toEqual([{ _tag: 'OverMaxContainers', rank: 3, limit: 2 }])
    expect(reasonsOf('c', plan)).toContainEqual({ _tag: 'WithinMaxContainers', remaining: 2, limit: 2 })
  })

  it('stops after the shares when they are enough', () => {
    const plan = planned({ containers: units({ a: 2, b: 2 }) }, { ...noLimit, maxContainers: 2 })
    expect(removed('containers', plan)).toEqual(['a1', 'b1'])
  })

  it('takes everything, oldest first, when it is zero', () => {
    const plan = planned({ containers: units({ a: 2, b: 1 }) }, { ...noLimit, maxContainers: 0 })
    expect(removed('containers', plan)).toEqual(['a1', 'b1', 'a2'])
    expect(reasonsOf('a2', plan)).toEqual([{ _tag: 'OverMaxContainers', rank: 1, limit: 0 }])
  })

  it('takes the later in the order of units of two of one age', () => {
    const containers = [container('b', 1, { name: 'b' }), container('a', 1, { name: 'a' })]
    const plan = planned({ containers }, { ...noLimit, maxContainers: 1 })
    expect(removed('containers', plan)).toEqual(['b'])
  })

  it('comes after the limit per name, whose removals count no more', () => {
    const plan = planned({ containers: units({ a: 4, b: 1 }) }, { maxPerPodContainer: 2, maxContainers: 3 })
    expect(removed('containers', plan)).toEqual(['a1', 'a2'])
    expect(reasonsOf('a1', plan)).toEqual([{ _tag: 'OverMaxPerPodContainer', rank: 4, limit: 2 }])
  })
})

describe('a removal', () => {
  it('looks the container up, takes its log away, and removes it', () => {
    const plan = planned({ pods: [gone('u')], containers: [container('a', 0)] })
    expect(removalOf('a', plan)).toEqual({
      target: { _tag: 'Container', id: 'a', podUid: 'u', name: 'app' },
      actions: [
        { _tag: 'InspectContainer', id: 'a' },
        { _tag: 'RemoveContainerLog', id: 'a' },
        { _tag: 'RemoveContainer', id: 'a' },
      ],
      reasons: [{ _tag: 'PodContentShouldBeRemoved', podUid: 'u' }],
      requires: [],
      frees: 0,
    })
  })

  it('looks a container of unknown state up and stops it first', () => {
    const plan = planned({ pods: [gone('u')], containers: [container('a', 0, { state: 'CONTAINER_UNKNOWN' })] })
    expect(removalOf('a', plan).actions).toEqual([
      { _tag: 'InspectContainer', id: 'a' },
      { _tag: 'StopContainer', id: 'a' },
      { _tag: 'InspectContainer', id: 'a' },
      { _tag: 'RemoveContainerLog', id: 'a' },
      { _tag: 'RemoveContainer', id: 'a' },
    ])
  })
})

it('is a step that looks at the world first, removes all it can, and goes on after a failure', () => {
  expect(passOf('containers', planned({}))).toEqual({
    name: 'containers',
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    removals: [],
    reserve: [],
    kept: [],
    events: [],
    refusal: { _tag: 'None' },
  })
})
