import { describe, expect, it } from 'vitest'

import type { KubeObject, ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { explainJob } from '../../../src/controllers/job/explain.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { indexOf, parseIndexes, printIndexes } from '../../../src/controllers/job/indexes.js'
import { wantedActive } from '../../../src/controllers/job/new-pods.js'
import { jobController } from '../../../src/controllers/job/controller.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { acting, actsOf } from '../acting.js'
import { deleted, object } from '../owner/build.js'

const tracking = 'batch.kubernetes.io/job-tracking'
const indexLabel = 'batch.kubernetes.io/job-completion-index'

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

/** The status of the Job after it was looked at. */
const statusAfter = (...objects: ReadonlyArray<WholeObject>): unknown => {
  const { server, acts: act } = acting(jobController(), objects)
  act()
  return server.find('j')?.status
}
const complete = [{ type: 'Complete', status: 'True' }]

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
    const plain = acting(jobController(), [job()])
    plain.acts()
    expect(plain.server.listOf('', 'Pod')[0]?.metadata).toMatchObject({
      labels: { 'batch.kubernetes.io/controller-uid': 'j', 'batch.kubernetes.io/job-name': 'j' },
      annotations: {},
    })
    expect(plain.server.listOf('', 'Pod')[0]?.metadata.labels).not.toHaveProperty([indexLabel])
  })

  it('makes no more pods than it still needs', () => {
    expect(acts(job({ completions: 3, parallelism: 3 }, {}, { succeeded: 2 }))).toHaveLength(1)
    const indexed = job({ completionMode: 'Indexed', completions: 3, parallelism: 3 }, {}, { completedIndexes: '0-1' })
    expect(acts(indexed)[1]).toBe('JobPodMissing: Pod j-2-bbbbb made')
  })

  it('makes pods of the lowest indexes that are free', () => {
    const indexed = { completionMode: 'Indexed', completions: 3 }
    const first = pod('a', 'Running', job(), { annotations: { [indexLabel]: '0' } })
    const made = (...names: ReadonlyArray<string>) => names.map((name) => `JobPodMissing: Pod ${name}-bbbbb made`)
    expect(acts(job({ ...indexed, parallelism: 1 }))).toEqual(made('j-0'))
    expect(acts(job({ ...indexed, parallelism: 2 }), first)).toEqual(made('j-1'))
    const going = { ...first, metadata: { ...first.metadata, ...leaving, finalizers: [tracking] } }
    expect(acts(job({ ...indexed, parallelism: 2, podReplacementPolicy: 'Failed' }), going)).toEqual(made('j-1'))
  })

  it('makes none of a template whose labels cannot be read, and no absurd number', () => {
    expect(acts(job({ template: { metadata: { labels: { a: 1 } }, spec: {} } }))).toEqual([])
    expect(acts(job({ parallelism: 10_001, completions: 10_001 }))).toEqual([])
  })

  it.each([
    [{ completions: undefined }, 0, 0, 3],
    [{ completions: undefined }, 1, 1, 1],
    [{ completions: undefined }, 1, 4, 3],
    [{ completions: 5 }, 1, 1, 3],
    [{ completions: 5 }, 3, 1, 2],
    [{ completions: 5 }, 6, 0, 0],
  ])('with %j, %d succeeded and %d active wants %d', (spec, succeeded, running, wanted) => {
    const active = Array.from({ length: running }, (_, index) => pod(`p${index}`, 'Running'))
    const tally = { succeeded, failed: 0, indexes: new Set<number>(), active, finish: undefined }
    expect(wantedActive(job({ ...spec, parallelism: 3 }), tally)).toBe(wanted)
  })

  it('reports how many have succeeded and failed, and its end', () => {
    const two = { parallelism: 0, completions: 2 }
    expect(statusAfter(job(two), pod('a', 'Succeeded'))).toEqual({ succeeded: 1 })
    expect(statusAfter(job(two), pod('a', 'Succeeded', job(), leaving))).toEqual({ succeeded: 1 })
    expect(statusAfter(job(two), pod('a', 'Failed'))).toEqual({ failed: 1 })
    expect(statusAfter(job(two, {}, { failed: 1, other: 2 }), pod('a', 'Failed'))).toEqual({ failed: 2, other: 2 })
    expect(statusAfter(job(two))).toBeUndefined()
    expect(statusAfter(job({}, {}, { succeeded: 1, conditions: [{ type: 'X' }] }))).toEqual({
      succeeded: 1,
      conditions: [{ type: 'X' }, ...complete],
    })
    expect(statusAfter(job({ completions: 0 }))).toEqual({ conditions: complete })
    expect(statusAfter(job({ completions: undefined, parallelism: 0 }))).toBeUndefined()
  })

  it('whose status is not shown has counted the pods without its finalizer that have succeeded', () => {
    const two = { completions: 2, parallelism: 2 }
    const counted = (uid: string): WholeObject => pod(uid, 'Succeeded', job(), { finalizers: [] })
    const objects = [job(two), counted('a'), counted('b')]
    expect(statusAfter(...objects)).toEqual({ succeeded: 2, conditions: complete })
    expect(acts(...objects)).toEqual(['JobReported: Job j changed'])
  })

  it('reports which indexes have succeeded', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 4, parallelism: 0 }, {}, { completedIndexes: '0' })
    const ended = (uid: string, index: string) => pod(uid, 'Succeeded', job(), { annotations: { [indexLabel]: index } })
    expect(statusAfter(indexed, ended('a', '2'), ended('b', '4'), ended('c', 'x'))).toEqual({
      succeeded: 2,
      completedIndexes: '0,2',
    })
  })

  // [S] job_controller.go exceedsBackoffLimit
  it('fails when more pods have failed than its limit', () => {
    const failed = { conditions: [{ type: 'Failed', status: 'True' }] }
    const none = { parallelism: 0 }
    expect(statusAfter(job({ ...none, backoffLimit: 1 }), pod('a', 'Failed'))).toEqual({ failed: 1 })
    expect(statusAfter(job({ ...none, backoffLimit: 1 }, {}, { failed: 1 }), pod('a', 'Failed'))).toEqual({
      failed: 2,
      ...failed,
    })
    expect(statusAfter(job(none, {}, { failed: 6 }))).toEqual({ failed: 6 })
    expect(statusAfter(job(none, {}, { failed: 7 }))).toEqual({ failed: 7, ...failed })
    expect(statusAfter(job({ ...none, backoffLimitPerIndex: 1 }, {}, { failed: 7 }))).toEqual({ failed: 7 })
    expect(acts(job({ backoffLimit: 0 }), pod('a', 'Failed'))).not.toContain('JobPodMissing: Pod j-bbbbb made')
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

  it('counts such a pod also where a policy for failures is stated as none', () => {
    expect(acts(job({ podFailurePolicy: null }), pod('a', 'Running', job(), leaving))).toHaveLength(3)
  })

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

  it('takes over pods that come later', () => {
    const { server, acts: act } = acting(jobController(), [job({ parallelism: 0 })])
    act()
    server.create(orphan('late', { finalizers: [], uid: '' }))
    expect(act()).toEqual([
      'Adopted: Pod late changed',
      'JobPodSurplus: Pod late changed',
      'JobReported: Job j changed',
      'JobPodCounted: Pod late changed',
    ])
  })

  it.each([
    job({ managedBy: 'example.com/other' }),
    job({}, {}, { conditions: complete }),
    job({ selector: { matchLabels: { app: 'x' } } }),
  ])('takes over no pod where another manages it, it has finished or it means others', (one) => {
    expect(acts(one, orphan('a'))).toContain('NoJobForPod: Pod a changed')
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

  it('is freed only if a Job is named as its controller', () => {
    const other = pod('b', 'Running', { ...job(), kind: 'ReplicaSet', apiVersion: 'apps/v1' })
    expect(acts(pod('a', 'Running'), other)).toEqual(['NoJobForPod: Pod a changed'])
  })

  it('is left alone when it has got a controller meanwhile', () => {
    const { server, acts: act } = acting(jobController(), [])
    server.create(orphan('a', { uid: '' }))
    const address = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'a' }
    server.update(address, { ownerReferences: [controllerReference(object('m'))] })
    expect(act()).toEqual([])
  })

  it('is left alone when something else controls it, or its Job may be there without being shown', () => {
    expect(acts(pod('a', 'Running', object('m')))).toEqual([])
    expect(actsOf(jobController(), [pod('a', 'Running')], (_, kind) => kind !== 'Job')).toEqual([])
  })
})

describe('the Job controller', () => {
  const { keysOf, name } = jobController()
  const foreign = pod('f', 'Running', object('rs', [], {}, 'ReplicaSet', 'apps/v1'))

  it('is woken by Jobs, their pods, and pods that nobody controls', () => {
    expect(name).toBe('job-controller')
    expect([added(job()), updated(job()), gone(job())].map(keysOf)).toEqual([['j'], ['j'], ['j']])
    expect([added(pod('a', 'Running')), gone(pod('a', 'Running'))].map(keysOf)).toEqual([['j'], ['j']])
    expect(keysOf(updated(foreign, pod('f', 'Running')))).toEqual(['j'])
    expect(keysOf(updated(orphan('a'), pod('a', 'Running')))).toEqual(['j', 'a'])
    expect([added(orphan('a')), updated(orphan('a', { finalizers: [] }))].map(keysOf)).toEqual([['a'], ['a']])
    expect([gone(orphan('a')), added(foreign), added(object('m'))].flatMap(keysOf)).toEqual([])
  })

  // [S] version table: before 1.32 only events of pods free those of a deleted Job
  it('hears of the end of a Job only as of 1.32', () => {
    const former = jobController({ podsOfDeletedJob: 'by-pod-events' }).keysOf
    expect([gone(job()), updated(job())].map(former)).toEqual([[], ['j']])
  })

  it('that makes no pods hears of pods without a controller only while they are tracked', () => {
    const freeing = jobController({ makesPods: false }).keysOf
    expect([added(orphan('a')), added(orphan('a', { finalizers: [] }))].map(freeing)).toEqual([['a'], []])
  })
})

describe('indexes', () => {
  it('are read of the annotation, else of the label', () => {
    const read = (annotation: string | undefined, label?: string) =>
      indexOf(
        object('p', [], {
          ...(annotation === undefined ? {} : { annotations: { [indexLabel]: annotation } }),
          ...(label === undefined ? {} : { labels: { [indexLabel]: label } }),
        }),
      )
    expect([read('12'), read('3', '4'), read(undefined, '4'), read(undefined)]).toEqual([12, 3, 4, undefined])
    expect([read('x1'), read('1x'), read(''), read('1234567890')]).toEqual(Array(4).fill(undefined))
    const numbered = JSON.parse(`{ "${indexLabel}": 3 }`) as Record<string, string>
    expect(indexOf(object('p', [], { annotations: numbered }))).toBeUndefined()
  })

  it.each([
    ['', []],
    ['3', [3]],
    ['0-2,5', [0, 1, 2, 5]],
    ['0-999999999', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['x,4-', []],
    ['x3,4x', []],
    ['12-13,006-7', [6, 7]],
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
      'its status reports what it has counted',
      'the selector of Job j matches it, and nothing else controls it',
    ])
  })
})
