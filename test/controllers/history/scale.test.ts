import { describe, expect, it } from 'vitest'

import {
  clusterOf,
  cronJob,
  daemonSet,
  deployment,
  job,
  planOf,
  pod,
  replicaSet,
  revision,
  statefulSet,
} from './build.js'

const many = 20_000
const numbers = Array.from({ length: many }, (_, index) => index)

describe('a long history', () => {
  it('may be one of ReplicaSets', () => {
    const replicaSets = numbers.map((index) => replicaSet(`r${index}`, `${index}`))
    const [{ removals }] = planOf(clusterOf({ deployments: [deployment()], replicaSets })).passes
    expect(removals.length).toBe(many - 1)
    expect(removals.at(-1)?.requires.length).toBe(1)
  })

  it('may be one of revisions, each in use', () => {
    for (const owner of [statefulSet(), daemonSet()]) {
      const controllerRevisions = numbers.map((index) => revision(owner, `r${index}`, index))
      const pods = numbers.map((index) => pod(owner, `p${index}`, `r${index}`))
      const { passes } = planOf(
        clusterOf({ statefulSets: [statefulSet()], daemonSets: [daemonSet()], controllerRevisions, pods }),
      )
      expect(passes.map(({ removals }) => removals.length)).toEqual([0, 0, 0, 0])
    }
  })

  it('may be one of duplicates', () => {
    const controllerRevisions = numbers.map((index) => revision(daemonSet(), `r${index}`, index, {}, 'new'))
    const pods = numbers.map((index) => pod(daemonSet(), `p${index}`, `r${index}`))
    const [, , { removals }] = planOf(clusterOf({ daemonSets: [daemonSet()], controllerRevisions, pods })).passes
    expect(removals.length).toBe(many - 1)
    expect(removals.flatMap(({ actions }) => actions).length).toBe(2 * (many - 1))
  })

  it('may be one of Jobs', () => {
    const jobs = numbers.map((index) => job(`j${index}`, index))
    expect(planOf(clusterOf({ cronJobs: [cronJob()], jobs })).passes[3].removals.length).toBe(many - 1)
  })

  it('may be one of each of many controllers', () => {
    const deployments = numbers.map((index) => {
      const one = deployment()
      return { ...one, metadata: { ...one.metadata, name: `d${index}`, uid: `d${index}` } }
    })
    const { passes } = planOf(
      clusterOf({ deployments, replicaSets: numbers.map((index) => replicaSet(`r${index}`, 'x')) }),
    )
    expect(passes[0].kept.length).toBe(many)
  })
})
