import { describe, expect, it } from 'vitest'

import type { KubeObject, ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { explainJob } from '../../../src/controllers/job/explain.js'
import { indexOf, parseIndexes, printIndexes } from '../../../src/controllers/job/indexes.js'
import { jobController } from '../../../src/controllers/job/controller.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { acting, actsOf } from '../acting.js'
import { deleted, object } from '../owner/build.js'

const tracking = 'batch.kubernetes.io/job-tracking'

const job = (spec: object = {}, more: Partial<ObjectMeta> = {}, status?: object): WholeObject => ({
  ...object('j', [], more, 'Job', 'batch/v1'),
  spec: { parallelism: 1, completions: 1, template: { spec: {} }, ...spec },
  status,
})

const pod = (
  uid: string,
  phase: string,
  owner: KubeObject | undefined = job(),
  more: Partial<ObjectMeta> = {},
): WholeObject => ({
  ...object(
    uid,
    owner === undefined ? [] : [controllerReference(owner)],
    { finalizers: [tracking], labels: { 'batch.kubernetes.io/controller-uid': 'j' }, ...more },
    'Pod',
  ),
  spec: { nodeName: 'worker-1' },
  status: { phase },
})
const orphan = (uid: string, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...pod(uid, 'Running', job(), more),
  metadata: { ...pod(uid, 'Running', job(), more).metadata, ownerReferences: [] },
})

const leaving = { ...deleted(tracking), deletionGracePeriodSeconds: 30 }
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(jobController(), objects)

it('a Job makes no pods where its selector does not meet its own template', () => {
  const labelled = { template: { metadata: { labels: { app: 'x' } }, spec: {} } }
  expect(acts(job({ ...labelled, selector: { matchLabels: { app: 'other' } } }))).toEqual([])
  expect(acts(job({ ...labelled, selector: { matchLabels: { app: 'x' } } })).length).toBe(1)
})

describe('a Job', () => {
  it('makes pods that it tracks, one for each index where it has any', () => {
    const { server, acts: act } = acting(jobController(), [
      job({ completionMode: 'Indexed', completions: 2, parallelism: 2 }),
    ])
    expect(act()).toEqual(['JobPodMissing: Pod j-0-bbbbb made', 'JobPodMissing: Pod j-1-bbbbb made'])
    const [first] = server.listOf('', 'Pod')
    expect(first?.metadata.finalizers).toEqual([tracking])
    expect(first === undefined ? undefined : indexOf(first)).toBe(0)
    expect(acts(job({ completions: 5, parallelism: 2 }))).toEqual([
      'JobPodMissing: Pod j-bbbbb made',
      'JobPodMissing: Pod j-bbbbc made',
    ])
  })

  it('makes no more pods than it still needs', () => {
    expect(acts(job({ completions: 3, parallelism: 3 }, {}, { succeeded: 2 }))).toHaveLength(1)
    const indexed = job({ completionMode: 'Indexed', completions: 3, parallelism: 3 }, {}, { completedIndexes: '0-1' })
    expect(acts(indexed)[1]).toBe('JobPodMissing: Pod j-2-bbbbb made')
  })

  it('makes none where it is only to free pods', () => {
    expect(actsOf(jobController({ makesPods: false }), [job()])).toEqual([])
  })

  it('counts pods that have ended, frees them and finishes', () => {
    expect(acts(job(), pod('a', 'Succeeded'))).toEqual(['JobReported: Job j changed', 'JobFinished: Pod a changed'])
    expect(acts(job({ parallelism: 0, completions: 2 }), pod('a', 'Succeeded'))).toEqual([
      'JobReported: Job j changed',
      'JobPodCounted: Pod a changed',
    ])
    expect(acts(job({ backoffLimit: 0 }), pod('a', 'Failed'), pod('b', 'Running'))).toEqual([
      'JobReported: Job j changed',
      'JobFinished: Pod a changed',
      'JobFinished: Pod b changed',
      'JobPodSurplus: Pod b changed',
    ])
  })

  it('without a number of completions ends when a pod has succeeded and none runs', () => {
    const queue = job({ completions: undefined })
    expect(acts(queue, pod('a', 'Succeeded'))).toContain('JobFinished: Pod a changed')
    expect(acts(queue, pod('a', 'Succeeded'), pod('b', 'Running'))).toContain('JobPodCounted: Pod a changed')
  })

  it('counts a pod as failed as soon as it is being deleted, and replaces it', () => {
    expect(acts(job(), pod('a', 'Running', job(), leaving))).toEqual([
      'JobReported: Job j changed',
      'JobPodCounted: Pod a changed',
      'JobPodMissing: Pod j-bbbbb made',
    ])
  })

  // Section 7, rule 4: only a final phase counts under these fields.
  it.each([{ podReplacementPolicy: 'Failed' }, { podFailurePolicy: { rules: [] } }])(
    'under %j waits until a pod has ended',
    (spec) => {
      expect(acts(job(spec), pod('a', 'Running', job(), leaving))).toEqual([])
      expect(acts(job(spec), pod('a', 'Failed', job(), leaving))).toEqual([
        'JobReported: Job j changed',
        'JobPodCounted: Pod a changed',
        'JobPodMissing: Pod j-bbbbb made',
      ])
    },
  )

  it('that is suspended deletes its pods, and one that wants fewer the last ones', () => {
    expect(acts(job({ suspend: true }), pod('a', 'Running'))[0]).toBe('JobPodSurplus: Pod a changed')
    expect(acts(job({ parallelism: 1, completions: 2 }), pod('a', 'Running'), pod('b', 'Running'))).toContain(
      'JobPodSurplus: Pod b changed',
    )
  })

  it('that is being deleted frees its pods and makes none', () => {
    expect(acts(job({ parallelism: 3 }, deleted('x/y')), pod('a', 'Running'))).toEqual([
      'JobBeingDeleted: Pod a changed',
    ])
  })

  it('that has finished frees its pods and makes none', () => {
    const finished = job({}, {}, { conditions: [{ type: 'Failed', status: 'True' }] })
    expect(acts(finished, pod('a', 'Running'))).toEqual(['JobFinished: Pod a changed'])
  })

  // Section 7, rule 3.
  it('of another manager is left alone, and so are its pods', () => {
    expect(acts(job({ managedBy: 'example.com/other' }), pod('a', 'Succeeded'))).toEqual([])
    expect(acts(job({ managedBy: 'kubernetes.io/job-controller' }), pod('a', 'Succeeded'))).toHaveLength(2)
  })

  it('takes over pods that it selects, and tracks them', () => {
    const { server, acts: act } = acting(jobController(), [job(), orphan('a', { finalizers: [] })])
    expect(act()).toEqual(['Adopted: Pod a changed'])
    expect(server.find('a')?.metadata.finalizers).toEqual([tracking])
  })

  it('lets go of pods that it no longer selects, which are then free', () => {
    expect(acts(job(), pod('a', 'Running', job(), { labels: {} }), pod('b', 'Running'))).toEqual([
      'Released: Pod a changed',
      'NoJobForPod: Pod a changed',
    ])
  })

  it('whose specification is not shown is only freed of what has ended', () => {
    const bare = object('j', [], {}, 'Job', 'batch/v1')
    expect(acts(bare, pod('a', 'Running'), pod('b', 'Succeeded'))).toEqual(['JobPodCounted: Pod b changed'])
  })
})

describe('a pod that no Job counts', () => {
  it('is freed when its Job is absent or nobody controls it', () => {
    expect(acts(pod('a', 'Running'))).toEqual(['NoJobForPod: Pod a changed'])
    expect(acts(orphan('a'))).toEqual(['NoJobForPod: Pod a changed'])
    expect(acts(job({}, deleted('x/y')), orphan('a'))).toEqual(['NoJobForPod: Pod a changed'])
  })

  it('is left alone when something else controls it, or its Job may be there without being shown', () => {
    expect(acts(pod('a', 'Running', object('m')))).toEqual([])
    expect(actsOf(jobController(), [pod('a', 'Running')], (_, kind) => kind !== 'Job')).toEqual([])
  })
})

describe('indexes', () => {
  it.each([
    ['', []],
    ['3', [3]],
    ['0-2,5', [0, 1, 2, 5]],
    ['0-999999999', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['x,4-', []],
    [7, []],
  ])('of %j below 8 are %j', (text, indexes) => {
    expect([...parseIndexes(text, 8)].sort()).toEqual(indexes)
  })

  it('are printed as runs', () => {
    expect(printIndexes(new Set([5, 0, 2, 1]))).toBe('0-2,5')
    expect(printIndexes(new Set())).toBe('')
  })
})

describe('the reasons', () => {
  it('are told in words', () => {
    const told = [
      explainJob({ _tag: 'JobPodCounted', job: 'j' }),
      explainJob({ _tag: 'JobBeingDeleted', job: 'j' }),
      explainJob({ _tag: 'JobFinished', job: 'j' }),
      explainJob({ _tag: 'NoJobForPod' }),
      explainJob({ _tag: 'JobPodMissing', job: 'j', parallelism: 1 }),
      explainJob({ _tag: 'JobPodMissing', job: 'j', parallelism: 2 }),
      explainJob({ _tag: 'JobPodSurplus', job: 'j' }),
      explainJob({ _tag: 'JobReported' }),
      explainJob({ _tag: 'Adopted', kind: 'Job', name: 'j' }),
    ]
    expect(told).toEqual([
      'Job j has counted it',
      'Job j is being deleted and no longer counts its pods',
      'Job j has finished and no longer counts its pods',
      'there is no Job that counts it',
      'Job j has not finished and lets 1 pod run at a time',
      'Job j has not finished and lets 2 pods run at a time',
      'Job j needs fewer pods',
      'its status tells what it has counted',
      'the selector of Job j meets it, and nothing else controls it',
    ])
  })
})
