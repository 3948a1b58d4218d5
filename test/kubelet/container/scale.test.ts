import { expect, it } from 'vitest'

import { known } from '../../../src/core/index.js'
import { container, planned, removed } from './build.js'

it('plans 100000 containers of one unit', () => {
  const containers = Array.from({ length: 100_000 }, (_, at) => container(`c${at}`, -((at * 7919) % 100_000)))
  const plan = planned({ containers }, { maxPerPodContainer: 2, maxContainers: 1 })
  expect(removed('containers', plan)).toHaveLength(99_999)
  expect(plan.passes[0].kept.map(({ target }) => target.id)).toEqual(['c0'])
})

it('plans 100000 stated pods, each with a container', () => {
  const uids = Array.from({ length: 100_000 }, (_, at) => `u${at}`)
  const plan = planned(
    {
      pods: uids.map((uid) => ({
        uid,
        contentRemoved: { _tag: 'Assumed', value: false, because: 'listed' },
        runtimeRemoved: known(false),
      })),
      containers: uids.map((podUid) => container(podUid, 0, { podUid })),
    },
    { maxContainers: 10 },
  )
  expect(removed('containers', plan)).toHaveLength(99_990)
  expect(plan.assumptions.at(-1)?.targets).toHaveLength(99_990)
})
