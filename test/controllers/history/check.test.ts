import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy } from '../../../src/controllers/history/index.js'
import { defaultPolicy, emptySnapshot, makePolicy, plan, presets } from '../../../src/controllers/history/index.js'
import { snapshotProblems } from '../../../src/controllers/history/check.js'
import { since } from '../../since.js'
import { clusterOf, cronJob, daemonSet, deployment, job, pod, replicaSet, revision, statefulSet } from './build.js'

const problems = (lists: object): ReadonlyArray<string> => {
  const planned = plan(defaultPolicy)({ ...clusterOf({}), ...lists })
  return E.isRight(planned) ? [] : planned.left.problems.map(({ path, expected }) => `${path}: ${expected}`)
}

const labelled = (labels: unknown, annotations?: unknown) => ({
  deployments: [deployment({}, { labels, annotations } as never)],
})

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

  it.each<readonly [string, string, object]>([
    ['deployments[0].metadata.labels', 'an object of strings, or nothing', labelled(['a'])],
    ['deployments[0].metadata.labels', 'an object of strings, or nothing', labelled('a')],
    ['deployments[0].metadata.annotations', 'an object of strings, or nothing', labelled(undefined, { a: 1 })],
    ['deployments[0].spec.paused', 'a boolean, or nothing', { deployments: [deployment({ paused: 1 as never })] }],
    [
      'deployments[0].spec.revisionHistoryLimit',
      'a safe integer, or nothing',
      { deployments: [deployment({ revisionHistoryLimit: null as never })] },
    ],
    [
      'deployments[0].spec.template',
      'an object, or nothing',
      { deployments: [deployment({ template: null as never })] },
    ],
    ['deployments[0].spec.template', 'an object, or nothing', { deployments: [deployment({ template: [] as never })] }],
    [
      'deployments[0].spec.selector.matchExpressions[0].key',
      'a string',
      { deployments: [deployment({ selector: { matchExpressions: [{ operator: 'In' } as never] } })] },
    ],
    [
      'deployments[0].status.observedGeneration',
      'a safe integer, zero or more, or nothing',
      { deployments: [deployment({}, {}, { observedGeneration: -1 })] },
    ],
    [
      'deployments[0].status.updatedReplicas',
      'a safe integer, zero or more, or nothing',
      { deployments: [deployment({}, {}, { updatedReplicas: 0.5 })] },
    ],
    [
      'statefulSets[0].status.currentRevision',
      'a string, or nothing',
      { statefulSets: [statefulSet({}, { currentRevision: 1 as never })] },
    ],
    [
      'statefulSets[0].status.updateRevision',
      'a string, or nothing',
      { statefulSets: [statefulSet({}, { updateRevision: 1 as never })] },
    ],
    [
      'statefulSets[0].status.observedGeneration',
      'a safe integer, zero or more, or nothing',
      { statefulSets: [statefulSet({}, { observedGeneration: -1 })] },
    ],
    [
      'statefulSets[0].spec.revisionHistoryLimit',
      'a safe integer, or nothing',
      { statefulSets: [statefulSet({ revisionHistoryLimit: NaN })] },
    ],
    [
      'daemonSets[0].spec.revisionHistoryLimit',
      'a safe integer, or nothing',
      { daemonSets: [daemonSet({ revisionHistoryLimit: NaN })] },
    ],
    ['daemonSets[0].spec.template', 'an object, or nothing', { daemonSets: [daemonSet({ template: 1 as never })] }],
    [
      'controllerRevisions[0].revision',
      'an integer of 64 bits, as a number below 2^53 or as decimal text',
      { controllerRevisions: [revision(statefulSet(), 'a', 0.5)] },
    ],
    [
      'cronJobs[0].status.active[0].uid',
      'a string, or nothing',
      { cronJobs: [{ ...cronJob(), status: { active: [{ uid: 1 }] } }] },
    ],
    [
      'cronJobs[0].status.active[0].name',
      'a string, or nothing',
      { cronJobs: [{ ...cronJob(), status: { active: [{ name: 1 }] } }] },
    ],
    ['cronJobs[0].status.active', 'an array', { cronJobs: [{ ...cronJob(), status: { active: {} } }] }],
  ])('is refused at %s for what is not %s', (path, expected, lists) => {
    expect(problems(lists)).toEqual([`${path}: ${expected}`])
  })

  it('is refused as a history snapshot', () => {
    const broken = clusterOf({ deployments: [deployment({ replicas: -1 })] })
    const refusal = {
      _tag: 'InvalidInput',
      source: 'Kubernetes history snapshot',
      problems: [
        {
          path: 'deployments[0].spec.replicas',
          expected: 'a safe integer, zero or more, or nothing',
          actual: '-1',
        },
      ],
    }
    expect(snapshotProblems(broken)).toEqual(refusal)
    expect(snapshotProblems(clusterOf({ deployments: [deployment()], pods: [pod(null, 'a', 'b')] }))).toBeNull()
  })

  it('is refused with two objects of one name also where they are in no namespace', () => {
    const nowhere = (uid: string) => ({ ...deployment(), metadata: { name: 'web', uid } })
    expect(problems({ deployments: [nowhere('a'), nowhere('b')] })).toEqual([
      'deployments[1].metadata.name: a unique name in its namespace',
    ])
  })

  it('is refused with two objects of one name in a namespace', () => {
    const twin = { ...replicaSet('a', '1'), metadata: { ...replicaSet('a', '1').metadata, uid: 'other' } }
    expect(problems({ replicaSets: [replicaSet('a', '1'), twin] })).toEqual([
      'replicaSets[1].metadata.name: a unique name in its namespace',
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

  it.each<readonly [keyof Policy, string, string]>([
    ['replicaSetOrder', 'revision', 'creation'],
    ['negativeStatefulSetLimit', 'ignored', 'fails'],
    ['jobsOfCronJob', 'controller-name', 'controller-uid'],
    ['cronJobStatus', 'every-clean-up', 'when-deleted'],
    ['templateCreation', 'absent', 'null'],
    ['revisionOfTemplate', 'as-written', 'newest-by-meaning'],
    ['podsOfDaemonSet', 'controller-uid', 'controller-identity'],
    ['podsOfStatefulSet', 'controller-uid', 'controller-identity'],
    ['revisionsOfStatefulSet', 'controller-uid', 'controller-identity'],
    ['uncovered', 'keep', 'absent'],
  ])('may have %s %s or %s, and nothing else', (field, one, other) => {
    for (const word of [one, other])
      expect(makePolicy({ [field]: word })).toEqual(E.right({ ...defaultPolicy, [field]: word }))
    expect(makePolicy({ [field]: '' })).toEqual(
      E.left([{ _tag: 'InvalidField', field, expected: `"${one}" or "${other}"`, actual: '""' }]),
    )
  })

  it('of a release is a set of rules', () => {
    expect(presets.kubernetes_1_36).toBe(defaultPolicy)
    expect(defaultPolicy).toEqual({
      replicaSetOrder: 'revision',
      negativeStatefulSetLimit: 'ignored',
      jobsOfCronJob: 'controller-name',
      cronJobStatus: 'when-deleted',
      templateCreation: 'absent',
      revisionOfTemplate: 'newest-by-meaning',
      podsOfDaemonSet: 'controller-identity',
      podsOfStatefulSet: 'controller-identity',
      revisionsOfStatefulSet: 'controller-identity',
      uncovered: 'keep',
    })
    expect(since(presets)).toEqual({
      replicaSetOrder: { '1.20': 'creation', '1.26': 'revision' },
      negativeStatefulSetLimit: { '1.20': 'fails', '1.31': 'ignored' },
      jobsOfCronJob: { '1.20': 'controller-name' },
      cronJobStatus: { '1.20': 'every-clean-up', '1.26': 'when-deleted' },
      templateCreation: { '1.20': 'null', '1.34': 'absent' },
      revisionOfTemplate: { '1.20': 'as-written', '1.34': 'newest-by-meaning' },
      podsOfDaemonSet: { '1.20': 'controller-uid', '1.33': 'controller-identity' },
      podsOfStatefulSet: { '1.20': 'controller-uid', '1.34': 'controller-identity' },
      revisionsOfStatefulSet: { '1.20': 'controller-uid', '1.36': 'controller-identity' },
      uncovered: { '1.20': 'keep' },
    })
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
