import { describe, expect, it } from 'vitest'

import { assumed, unknown } from '../../../src/core/index.js'
import { alive, container, gone, planned, reasonsOf, removed } from './build.js'

const noLimit = { maxPerPodContainer: -1 }

describe('unknown pods', () => {
  const pair = (podUid: string) => [container(`${podUid}1`, 1, { podUid }), container(`${podUid}2`, 2, { podUid })]

  it('lose nothing on the ground that they may be gone', () => {
    const plan = planned({ pods: [], containers: pair('u') }, noLimit)
    expect(removed('containers', plan)).toEqual([])
    expect(reasonsOf('u1', plan)).toEqual([
      { _tag: 'PodStateUnknown', podUid: 'u' },
      { _tag: 'NoLimitPerPodContainer', maxPerPodContainer: -1 },
    ])
  })

  it('lose what the limit per name takes whether they are gone or not', () => {
    expect(removed('containers', planned({ pods: [], containers: pair('u') }))).toEqual(['u1'])
  })

  it('are not counted against others by the limit of the node', () => {
    const policy = { ...noLimit, maxContainers: 2 }
    const withUnknown = { pods: [alive('a')], containers: [...pair('a'), ...pair('x')] }
    const plan = planned(withUnknown, policy)
    expect(removed('containers', plan)).toEqual(['x1'])
    expect(reasonsOf('x1', plan)).toEqual([
      { _tag: 'OverFairShareOfMaxContainers', rank: 2, share: 1, maxContainers: 2, units: 2 },
    ])
    expect(reasonsOf('a1', plan)).toEqual([
      { _tag: 'PodNotRemoved', podUid: 'a' },
      { _tag: 'NoLimitPerPodContainer', maxPerPodContainer: -1 },
      { _tag: 'LimitRestsOnUnknownPods', unknownUnits: 1, limit: 2 },
    ])
    expect(removed('containers', planned({ ...withUnknown, pods: [alive('a'), alive('x')] }, policy))).toEqual([
      'a1',
      'x1',
    ])
    expect(removed('containers', planned({ ...withUnknown, pods: [alive('a'), gone('x')] }, policy))).toEqual([
      'x2',
      'x1',
    ])
  })

  it('do not keep certain units from their share among themselves', () => {
    const containers = [...pair('a'), ...pair('b'), ...pair('x')]
    const plan = planned({ pods: [alive('a'), alive('b')], containers }, { ...noLimit, maxContainers: 2 })
    expect(removed('containers', plan)).toEqual(['a1', 'b1', 'x1'])
    expect(reasonsOf('a1', plan)).toEqual([
      { _tag: 'OverFairShareOfMaxContainers', rank: 2, share: 1, maxContainers: 2, units: 2 },
    ])
    expect(reasonsOf('x1', plan)).toEqual([
      { _tag: 'OverFairShareOfMaxContainers', rank: 2, share: 1, maxContainers: 2, units: 3 },
    ])
  })

  it('leave certain units alone that are within the limit without them', () => {
    const certain = [...pair('a'), container('a3', 3, { podUid: 'a' }), container('b', 4, { podUid: 'a', name: 'b' })]
    const given = { pods: [alive('a')], containers: [...certain, ...pair('x')] }
    const plan = planned(given, { ...noLimit, maxContainers: 4 })
    expect(removed('containers', plan)).toEqual(['x1'])
    expect(removed('containers', planned(given, { ...noLimit, maxContainers: 3 }))).toEqual(['a1', 'a2', 'x1'])
    expect(
      removed('containers', planned({ ...given, pods: [alive('a'), gone('x')] }, { ...noLimit, maxContainers: 4 })),
    ).toEqual(['x2', 'x1'])
  })

  it('are left alone themselves while they and the certain ones are within the limit', () => {
    const containers = [
      ...['x1', 'x2', 'x3'].map((id, age) => container(id, age, { podUid: 'x' })),
      container('a', 1, { podUid: 'a' }),
      container('y', 1, { podUid: 'y' }),
    ]
    const held = (maxContainers: number) =>
      removed('containers', planned({ pods: [alive('a')], containers }, { ...noLimit, maxContainers }))
    expect(held(4)).toEqual([])
    expect(held(3)).toEqual(['x1', 'x2'])
  })

  it('keep what a limit of zero cannot be sure of', () => {
    const plan = planned({ pods: [], containers: pair('x') }, { ...noLimit, maxContainers: 0 })
    expect(removed('containers', plan)).toEqual(['x1'])
    expect(reasonsOf('x2', plan)).toContainEqual({ _tag: 'LimitRestsOnUnknownPods', unknownUnits: 1, limit: 0 })
  })

  it('count like any other while the sources are not ready, because no pod can be gone', () => {
    const plan = planned(
      { allSourcesReady: false, pods: [], containers: [...pair('a'), ...pair('x')] },
      { ...noLimit, maxContainers: 1 },
    )
    expect(removed('containers', plan)).toEqual(['a1', 'x1', 'x2'])
  })

  it('are unknown to the eviction manager while one of the two facts is missing', () => {
    const facts = { uid: 'u', contentRemoved: unknown, runtimeRemoved: unknown }
    const verdict = (pod: Partial<typeof facts> | object) =>
      reasonsOf(
        'u2',
        planned({ pods: [{ ...facts, ...pod }], containers: pair('u') }, { evictNonDeletedPods: true }),
      )[0]?._tag
    expect(reasonsOf('u2', planned({ pods: [], containers: pair('u') }, { evictNonDeletedPods: true }))).toMatchObject([
      { _tag: 'PodStateUnknown' },
      { _tag: 'WithinMaxPerPodContainer' },
    ])
    expect(verdict({ contentRemoved: assumed(false, 'x') })).toBe('PodStateUnknown')
    expect(verdict({ runtimeRemoved: assumed(false, 'x') })).toBe('PodStateUnknown')
    expect(verdict({ runtimeRemoved: assumed(true, 'x') })).toBe('PodRuntimeShouldBeRemoved')
    expect(verdict({ contentRemoved: assumed(true, 'x') })).toBe('PodContentShouldBeRemoved')
    expect(verdict({ contentRemoved: assumed(false, 'x'), runtimeRemoved: assumed(false, 'x') })).toBe('PodNotRemoved')
  })
})
