import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy } from '../../../../src/collectors/kubernetes/history/index.js'
import { defaultPolicy, emptySnapshot, makePolicy, plan } from '../../../../src/collectors/kubernetes/history/index.js'
import { clusterOf, cronJob, deployment, job, pod, replicaSet, revision, statefulSet } from './build.js'

const problems = (lists: object): ReadonlyArray<string> => {
  const planned = plan(defaultPolicy)({ ...clusterOf({}), ...lists })
  return E.isRight(planned) ? [] : planned.left.problems.map(({ path, expected }) => `${path}: ${expected}`)
}

const affinityWith = (nodeSelectorTerms: ReadonlyArray<unknown>) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } as never,
})

describe('a snapshot', () => {
  it.each([
    ['deployments[0].spec.replicas', { deployments: [deployment({ replicas: -1 })] }],
    ['deployments[0].spec.revisionHistoryLimit', { deployments: [deployment({ revisionHistoryLimit: 0.5 })] }],
    [
      'deployments[0].spec.selector.matchLabels',
      { deployments: [deployment({ selector: { matchLabels: { a: 1 } as never } })] },
    ],
    ['deployments[0].kind', { deployments: [replicaSet('a', '1')] }],
    ['replicaSets[0].spec.template', { replicaSets: [replicaSet('a', '1', { template: [] as never })] }],
    ['replicaSets[0].metadata.annotations', { replicaSets: [replicaSet('a', 1 as never)] }],
    ['controllerRevisions[0].revision', { controllerRevisions: [revision(statefulSet(), 'a', 2 ** 53)] }],
    ['cronJobs[0].spec.failedJobsHistoryLimit', { cronJobs: [cronJob({ failedJobsHistoryLimit: NaN })] }],
    ['jobs[0].status.startTime', { jobs: [job('a', NaN)] }],
    ['pods[0].spec.affinity', { pods: [pod(null, 'a', 'b', { affinity: 1 as never })] }],
    ['pods[1].metadata.uid', { pods: [pod(null, 'a', 'b'), pod(null, 'a', 'c')] }],
    ['pods[0].spec.nodeName', { pods: [pod(null, 'a', 'b', { nodeName: 1 as never })] }],
    ['pods[0].spec', { pods: [{ ...pod(null, 'a', 'b'), spec: null }] }],
    ['pods[0].kind', { pods: [job('a', 1)] }],
    ['pods[0].metadata.labels', { pods: [pod(null, 'a', 1 as never)] }],
    [
      'pods[0].spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].operator',
      { pods: [pod(null, 'a', 'b', affinityWith([{ matchFields: [{ key: 'metadata.name' }] }]))] },
    ],
    [
      'pods[0].spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]',
      { pods: [pod(null, 'a', 'b', affinityWith([5]))] },
    ],
    [
      'jobs[0].status.conditions[0].status',
      { jobs: [{ ...job('a', 1), status: { conditions: [{ type: 'Failed' }] } }] },
    ],
    ['jobs[0].status.conditions[0]', { jobs: [{ ...job('a', 1), status: { conditions: [null] } }] }],
    ['jobs[0].status', { jobs: [{ ...job('a', 1), status: 'done' }] }],
    ['jobs[0].kind', { jobs: [replicaSet('a', '1')] }],
    ['replicaSets[0].spec.replicas', { replicaSets: [replicaSet('a', '1', { replicas: -1 })] }],
    ['replicaSets[0].status.replicas', { replicaSets: [{ ...replicaSet('a', '1'), status: { replicas: '1' } }] }],
    ['replicaSets[0].status', { replicaSets: [{ ...replicaSet('a', '1'), status: null }] }],
    ['replicaSets[0].metadata.name', { replicaSets: [{ ...replicaSet('a', '1'), metadata: { uid: 'u' } }] }],
    ['coverage', { coverage: null }],
    ['at', { at: new Date(NaN) }],
  ])('is refused with the place of what is wrong: %s', (path, lists) => {
    expect(problems(lists).join()).toMatch(new RegExp(`^${path.replaceAll(/[[\].]/g, '\\$&')}`))
  })

  it('is refused with two objects of one name in a namespace', () => {
    const twin = { ...replicaSet('a', '1'), metadata: { ...replicaSet('a', '1').metadata, uid: 'other' } }
    expect(problems({ replicaSets: [replicaSet('a', '1'), twin] })).toEqual([
      'replicaSets[1].metadata.name: no second object with the same name in its namespace',
    ])
    const away = { ...twin, metadata: { ...twin.metadata, namespace: 'elsewhere' } }
    expect(problems({ replicaSets: [replicaSet('a', '1'), away] })).toEqual([])
  })

  it('may be empty', () => {
    const planned = plan(defaultPolicy)(emptySnapshot)
    expect(E.isRight(planned) && planned.right.passes.map(({ name }) => name)).toEqual([
      'deployment',
      'statefulset',
      'daemonset',
      'cronjob',
    ])
  })

  it('may hold names that mean something to a language', () => {
    const labels = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>
    const odd = deployment({ selector: { matchLabels: labels } })
    const held = { ...replicaSet('__proto__', '1'), metadata: { ...replicaSet('__proto__', '1').metadata, labels } }
    const planned = plan(defaultPolicy)(
      clusterOf({ deployments: [odd], replicaSets: [held, replicaSet('toString', '2')] }),
    )
    expect(E.isRight(planned) && planned.right.passes[0].kept.map(({ reasons: [{ _tag }] }) => _tag)).toEqual([
      'WithinHistoryLimit',
      'NotSelected',
    ])
  })
})

describe('a policy', () => {
  it('is made of what differs from the default', () => {
    expect(makePolicy({ replicaSetOrder: 'creation' })).toEqual(
      E.right({ ...defaultPolicy, replicaSetOrder: 'creation' }),
    )
    expect(makePolicy({})).toEqual(E.right(defaultPolicy))
    expect(makePolicy(undefined as never)).toEqual(E.right(defaultPolicy))
  })

  it('is refused with every field that is wrong', () => {
    const wrong = { uncovered: 'maybe', replicaSetOrder: 1 } as unknown as Policy
    expect(makePolicy(wrong)).toEqual(
      E.left([
        { _tag: 'InvalidField', field: 'replicaSetOrder', expected: '"revision" or "creation"', actual: '1' },
        { _tag: 'InvalidField', field: 'uncovered', expected: '"keep" or "absent"', actual: '"maybe"' },
      ]),
    )
  })
})
