import { describe, expect, it } from 'vitest'

import {
  alive,
  container,
  evicted,
  finished,
  gone,
  passOf,
  planned,
  reasonsOf,
  removalOf,
  removed,
  sandbox,
} from './build.js'

const ready = { state: 'SANDBOX_READY' } as const

describe('sandboxes of a pod that is there', () => {
  it('go oldest first, all but the newest', () => {
    const plan = planned({ sandboxes: [sandbox('c', 3), sandbox('a', 1), sandbox('b', 2)] })
    expect(removed('sandboxes', plan)).toEqual(['a', 'b'])
    expect(reasonsOf('a', plan)).toEqual([{ _tag: 'InactiveAndNotNewestSandbox', rank: 3 }])
    expect(reasonsOf('c', plan)).toEqual([{ _tag: 'NewestSandboxOfPod', podUid: 'u' }])
  })

  it('keep the newest even if it is dead and an older one is ready', () => {
    const plan = planned({ sandboxes: [sandbox('old', 1, ready), sandbox('new', 2), sandbox('oldest', 0)] })
    expect(removed('sandboxes', plan)).toEqual(['oldest'])
    expect(reasonsOf('old', plan)).toEqual([{ _tag: 'SandboxReady' }])
  })

  it('keep the first in the list of two of one age', () => {
    expect(removed('sandboxes', planned({ sandboxes: [sandbox('first', 1), sandbox('second', 1)] }))).toEqual([
      'second',
    ])
  })

  it('stay while a container names them, running or dead', () => {
    const plan = planned({
      sandboxes: [sandbox('new', 9), sandbox('runs', 1), sandbox('dead', 2), sandbox('both', 3, ready)],
      containers: [
        container('x', 1, { sandboxId: 'runs', state: 'CONTAINER_RUNNING', name: 'x' }),
        container('y', 1, { sandboxId: 'dead', name: 'y' }),
        container('z1', 1, { sandboxId: 'both', name: 'z1' }),
        container('z2', 1, { sandboxId: 'both', name: 'z2' }),
        container('n', 1, { sandboxId: 'new', name: 'n' }),
      ],
    })
    expect(removed('sandboxes', plan)).toEqual([])
    expect(reasonsOf('runs', plan)).toEqual([{ _tag: 'SandboxHasContainers', containers: 1, first: 'x' }])
    expect(reasonsOf('dead', plan)).toEqual([{ _tag: 'SandboxHasContainers', containers: 1, first: 'y' }])
    expect(reasonsOf('both', plan)).toEqual([
      { _tag: 'SandboxReady' },
      { _tag: 'SandboxHasContainers', containers: 2, first: 'z1' },
    ])
    expect(reasonsOf('new', plan)).toEqual([
      { _tag: 'NewestSandboxOfPod', podUid: 'u' },
      { _tag: 'SandboxHasContainers', containers: 1, first: 'n' },
    ])
  })

  it('go once the containers that named them are gone', () => {
    const plan = planned({
      sandboxes: [sandbox('new', 9), sandbox('old', 1)],
      containers: [container('a', 1, { sandboxId: 'old' }), container('b', 2, { sandboxId: 'old' }), container('c', 3)],
    })
    expect(removed('containers', plan)).toEqual(['a', 'b'])
    expect(removalOf('old', plan)).toEqual({
      target: { _tag: 'Sandbox', id: 'old', podUid: 'u' },
      actions: [
        { _tag: 'StopSandbox', id: 'old' },
        { _tag: 'RemoveSandbox', id: 'old' },
      ],
      reasons: [{ _tag: 'InactiveAndNotNewestSandbox', rank: 2 }],
      requires: [
        { _tag: 'Container', id: 'a', podUid: 'u', name: 'app' },
        { _tag: 'Container', id: 'b', podUid: 'u', name: 'app' },
      ],
      frees: 0,
    })
  })
})

describe('sandboxes of a pod that is gone', () => {
  const three = [sandbox('c', 3), sandbox('a', 1), sandbox('b', 2)]

  it('all go, backwards as listed', () => {
    const plan = planned({ pods: [gone('u')], sandboxes: three })
    expect(removed('sandboxes', plan)).toEqual(['b', 'a', 'c'])
    expect(reasonsOf('c', plan)).toEqual([{ _tag: 'InactiveSandboxOfRemovedPod', podUid: 'u' }])
    expect(reasonsOf('a', plan)).toEqual([
      { _tag: 'InactiveSandboxOfRemovedPod', podUid: 'u' },
      { _tag: 'InactiveAndNotNewestSandbox', rank: 3 },
    ])
  })

  it('go before every source was seen too', () => {
    expect(removed('sandboxes', planned({ allSourcesReady: false, pods: [gone('u')], sandboxes: three }))).toHaveLength(
      3,
    )
  })

  it('stay while they are ready or a container is left in them', () => {
    const plan = planned({
      pods: [gone('u')],
      sandboxes: [sandbox('ready', 1, ready), sandbox('used', 2), sandbox('free', 3)],
      containers: [container('runs', 1, { sandboxId: 'used', state: 'CONTAINER_RUNNING' })],
    })
    expect(removed('sandboxes', plan)).toEqual(['free'])
    expect(reasonsOf('ready', plan)).toEqual([{ _tag: 'SandboxReady' }])
    expect(reasonsOf('used', plan)).toEqual([{ _tag: 'SandboxHasContainers', containers: 1, first: 'runs' }])
  })

  it('belong to finished pods too when the eviction manager asks', () => {
    const newest = { pods: [finished('u')], sandboxes: [sandbox('a', 1)] }
    expect(removed('sandboxes', planned(newest))).toEqual([])
    expect(removed('sandboxes', planned(newest, { evictNonDeletedPods: true }))).toEqual(['a'])
    expect(removed('sandboxes', planned({ ...newest, pods: [evicted('u')] }))).toEqual(['a'])
  })
})

it('keeps the newest sandbox of an unknown pod and says what is unknown', () => {
  const plan = planned({ pods: [], sandboxes: [sandbox('old', 1), sandbox('new', 2)] })
  expect(removed('sandboxes', plan)).toEqual(['old'])
  expect(reasonsOf('new', plan)).toEqual([
    { _tag: 'NewestSandboxOfPod', podUid: 'u' },
    { _tag: 'PodStateUnknown', podUid: 'u' },
  ])
})

it('visits pods by uid and knows no minimum age', () => {
  const sandboxes = ['b', 'a', 'B'].map((podUid) => sandbox(podUid, 61, { podUid }))
  const pods = ['a', 'b', 'B'].map(gone)
  expect(removed('sandboxes', planned({ pods, sandboxes }))).toEqual(['B', 'a', 'b'])
  expect(removed('sandboxes', planned({ pods: [alive('a'), gone('b'), gone('B')], sandboxes }))).toEqual(['B', 'b'])
})

it('leaves every sandbox alone where the policy knows none', () => {
  const plan = planned({ pods: [gone('u')], sandboxes: [sandbox('a', 1)] }, { sandboxes: 'untouched' })
  expect(removed('sandboxes', plan)).toEqual([])
  expect(reasonsOf('a', plan)).toEqual([{ _tag: 'NotCollectedByThisPolicy' }])
})

it('is a step that looks at the world first, removes all it can, and goes on after a failure', () => {
  expect(passOf('sandboxes', planned({}))).toMatchObject({
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    reserve: [],
    events: [],
    refusal: { _tag: 'None' },
  })
})
