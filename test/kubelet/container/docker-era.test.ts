/**
 * Worked by hand from the walk-through of the Docker-era kubelet: one minute of age, one dead container per name.
 */
import { expect, it } from 'vitest'

import { presets } from '../../../src/kubelet/container/index.js'
import type { Policy, Snapshot } from '../../../src/kubelet/container/index.js'
import { container, deadLink, gone, planned, reasonsOf, removed, sandbox } from './build.js'

const inEra = (given: Partial<Snapshot>, policy: Partial<Policy> = {}) =>
  planned(given, { ...presets.docker_era, ...policy })

it('removes containers whose name it cannot read before anything else, as listed', () => {
  const plan = inEra({
    pods: [gone('u')],
    containers: [
      container('known', 0),
      container('late', 9, { identified: false }),
      container('early', 1, { identified: false }),
    ],
  })
  expect(removed('containers', plan)).toEqual(['late', 'early', 'known'])
  expect(reasonsOf('late', plan)).toEqual([{ _tag: 'Unidentified' }])
})

it('removes them whatever the sources and the limits say, but not before the minimum age and not while they run', () => {
  const unreadable = { identified: false, podUid: '' }
  const plan = inEra(
    {
      allSourcesReady: false,
      containers: [
        container('old', 59, unreadable),
        container('young', 59.5, unreadable),
        container('runs', 0, { ...unreadable, state: 'CONTAINER_RUNNING' }),
      ],
    },
    { maxPerPodContainer: -1 },
  )
  expect(removed('containers', plan)).toEqual(['old'])
  expect(reasonsOf('young', plan)).toMatchObject([{ _tag: 'YoungerThanMinAge' }])
})

it('counts them for no limit', () => {
  const containers = [
    container('a', 0, { identified: false }),
    container('b', 1, { identified: false }),
    container('c', 2),
  ]
  const plan = inEra({ containers }, { maxContainers: 1 })
  expect(removed('containers', plan)).toEqual(['a', 'b'])
  expect(reasonsOf('c', plan)).toContainEqual({ _tag: 'WithinMaxContainers', remaining: 1, limit: 1 })
})

it('gives them a unit like any other under a policy of today', () => {
  const containers = [container('a', 0, { identified: false }), container('b', 1, { identified: false })]
  expect(removed('containers', planned({ containers }, presets.kubernetes_1_36))).toEqual(['a'])
})

it('walks the excess of a unit from its newer end', () => {
  const containers = [container('b', 2), container('d', 4), container('a', 1), container('c', 3)]
  expect(removed('containers', inEra({ containers }))).toEqual(['c', 'b', 'a'])
})

it('walks a whole unit by age, newest first, for a deleted pod as for a limit of none', () => {
  const containers = [container('b', 2), container('c', 3), container('a', 1)]
  expect(removed('containers', inEra({ pods: [gone('u')], containers }))).toEqual(['c', 'b', 'a'])
  expect(removed('containers', inEra({ containers }, { maxPerPodContainer: 0 }))).toEqual(['c', 'b', 'a'])
})

it('walks the excess of the node from its newer end as well', () => {
  const containers = ['a', 'b', 'c', 'd'].map((name, age) => container(name, age, { name }))
  expect(removed('containers', inEra({ containers }, { maxContainers: 1 }))).toEqual(['c', 'b', 'a'])
})

it('works a node through: unreadable, deleted pod, limit per name, share, total', () => {
  const plan = inEra(
    {
      pods: [gone('old'), { uid: 'u', ...stays }, { uid: 'v', ...stays }],
      containers: [
        container('u/app 3', 30),
        container('u/app 2', 20),
        container('u/app 1', 10),
        container('v/app 2', 25, { podUid: 'v' }),
        container('v/app 1', 5, { podUid: 'v' }),
        container('v/net 1', 4, { podUid: 'v', name: 'net' }),
        container('old/app 1', 1, { podUid: 'old' }),
        container('odd', 2, { identified: false, podUid: '' }),
        container('young', 59.5, { podUid: 'v', name: 'young' }),
      ],
    },
    { maxPerPodContainer: 2, maxContainers: 2 },
  )
  expect(removed('containers', plan)).toEqual(['odd', 'old/app 1', 'u/app 1', 'u/app 2', 'v/app 1', 'v/net 1'])
  expect(reasonsOf('u/app 1', plan)).toMatchObject([{ _tag: 'OverMaxPerPodContainer', rank: 3, limit: 2 }])
  expect(reasonsOf('u/app 2', plan)).toMatchObject([
    { _tag: 'OverFairShareOfMaxContainers', rank: 2, share: 1, units: 3 },
  ])
  expect(reasonsOf('v/net 1', plan)).toMatchObject([{ _tag: 'OverMaxContainers', rank: 3, limit: 2 }])
})

it('knows no sandboxes and no log directories, and removes every link whose target is missing', () => {
  const path = '/var/log/containers/pod_ns_app-abcdef.log'
  const plan = inEra({
    pods: [gone('u')],
    sandboxes: [sandbox('s', 0)],
    logDirectories: ['u'],
    logLinks: [deadLink(path, 'CONTAINER_RUNNING')],
  })
  expect(removed('sandboxes', plan)).toEqual([])
  expect(removed('logs', plan)).toEqual([path])
})

const stays = {
  contentRemoved: { _tag: 'Known', value: false },
  runtimeRemoved: { _tag: 'Known', value: false },
} as const
