import { describe, expect, it } from 'vitest'

import type { Answer, DeleteOptions, ServerPolicy, WholeObject } from '../../src/apiserver/index.js'
import {
  defaultPolicyOf,
  isPropagationPolicy,
  kubectlOptions,
  objectAfter,
  requestDelete,
  defaultServerPolicy,
  serverPresets,
} from '../../src/apiserver/index.js'
import { since } from '../since.js'

const at = new Date('2026-01-01T12:00:00.700Z')
const second = (count: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, count))

const object = (kind: string, metadata: Partial<WholeObject['metadata']> = {}, apiVersion = 'v1'): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'ns', name: 'x', uid: 'u', resourceVersion: '7', ...metadata },
})

const pod = (metadata: Partial<WholeObject['metadata']> = {}, rest: object = {}): WholeObject => ({
  ...object('Pod', metadata),
  spec: { nodeName: 'n', terminationGracePeriodSeconds: 30 },
  status: { phase: 'Running' },
  ...rest,
})

const ask = (options: DeleteOptions, before: WholeObject | undefined): Answer<WholeObject> =>
  requestDelete(at)(options)(before)

const metadataAfter = (options: DeleteOptions, before: WholeObject): WholeObject['metadata'] | undefined =>
  objectAfter(before, ask(options, before))?.metadata

describe('a request to delete', () => {
  it('removes what no finalizer holds', () => {
    const before = object('ConfigMap')
    expect(ask({}, before)).toEqual({ _tag: 'Gone', code: 200, last: before })
  })
  it('marks what a finalizer holds with the whole second of the request', () => {
    const { deletionTimestamp, deletionGracePeriodSeconds } =
      metadataAfter({}, object('ConfigMap', { finalizers: ['a/b'] })) ?? {}
    expect([deletionTimestamp, deletionGracePeriodSeconds]).toEqual([second(0), 0])
  })
  it('keeps the mark of an earlier request', () => {
    const marked = { finalizers: ['a/b'], deletionTimestamp: second(-60), deletionGracePeriodSeconds: 0, generation: 4 }
    expect(metadataAfter({}, object('ConfigMap', marked))).toMatchObject(marked)
  })
  it('pulls a mark that lies ahead back to the second of the request', () => {
    const marked = { finalizers: ['a/b'], deletionTimestamp: second(60) }
    expect(metadataAfter({}, object('ConfigMap', marked))?.deletionTimestamp).toEqual(second(0))
  })
  it('counts the first mark in the generation, where there is one', () => {
    const generationAfter = (generation: number): unknown =>
      metadataAfter({}, object('Deployment', { finalizers: ['a/b'], generation }, 'apps/v1'))?.generation
    expect([generationAfter(0), generationAfter(1)]).toEqual([0, 2])
  })
  it('answers for an object that is not there', () => {
    expect(ask({}, undefined)).toEqual({
      _tag: 'Refused',
      code: 404,
      reason: 'NotFound',
      message: 'the object not found',
    })
  })
  it.each([
    [
      'that contradict each other',
      { propagationPolicy: 'Orphan', orphanDependents: true },
      'propagationPolicy and orphanDependents are both set',
    ],
    ['with a policy of no name', { propagationPolicy: 'Ba"d' }, 'propagationPolicy "Ba\\"d" is unknown'],
  ])('refuses options %s before it looks for the object', (_which, options, message) => {
    expect(ask(options, undefined)).toEqual({ _tag: 'Refused', code: 422, reason: 'Invalid', message })
  })
  it('compares a version with one that the object does not show', () => {
    const unversioned = object('ConfigMap', { resourceVersion: undefined })
    expect(ask({ preconditions: { resourceVersion: '6' } }, unversioned)).toMatchObject({
      code: 409,
      message: 'resourceVersion in precondition: 6, in object: ',
    })
  })
  it('keeps a mark of the very instant, fraction and all', () => {
    const marked = { finalizers: ['a/b'], deletionTimestamp: at }
    expect(metadataAfter({}, object('ConfigMap', marked))?.deletionTimestamp).toEqual(at)
  })
  it.each([
    ['uid', { uid: 'other' }, 'uid in precondition: other, in object: u'],
    ['resourceVersion', { resourceVersion: '6' }, 'resourceVersion in precondition: 6, in object: 7'],
  ])('refuses a precondition on %s that does not hold', (_name, preconditions, message) => {
    expect(ask({ preconditions }, object('ConfigMap'))).toEqual({
      _tag: 'Refused',
      code: 409,
      reason: 'Conflict',
      message,
    })
  })
  it('leaves the object that it is given as it was', () => {
    const before = Object.freeze(object('Job', {}, 'batch/v1'))
    expect(metadataAfter({}, before)?.finalizers).toEqual(['orphan'])
    expect(before.metadata.finalizers).toBeUndefined()
  })
})

describe('a request to delete a pod', () => {
  it('gives a running pod the time of its specification', () => {
    expect(metadataAfter({}, pod())).toMatchObject({ deletionTimestamp: second(30), deletionGracePeriodSeconds: 30 })
  })
  it('gives thirty seconds where the specification says nothing', () => {
    expect(metadataAfter({}, pod({}, { spec: { nodeName: 'n' } }))?.deletionGracePeriodSeconds).toBe(30)
  })
  it.each([Number.NaN, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, '5', null])(
    'gives thirty seconds where the specification says %j, which is no number of seconds',
    (terminationGracePeriodSeconds) => {
      const unsound = pod({}, { spec: { nodeName: 'n', terminationGracePeriodSeconds } })
      expect(metadataAfter({}, unsound)).toMatchObject({
        deletionTimestamp: second(30),
        deletionGracePeriodSeconds: 30,
      })
    },
  )
  it('takes less than no time for one second', () => {
    expect(metadataAfter({ gracePeriodSeconds: -5 }, pod())?.deletionGracePeriodSeconds).toBe(1)
  })
  it.each([
    ['that is on no node', { spec: {} }],
    ['on a node without a name', { spec: { nodeName: '' } }],
    ['that succeeded', { status: { phase: 'Succeeded' } }],
    ['that failed', { status: { phase: 'Failed' } }],
  ])('removes a pod %s at once', (_which, rest) => {
    expect(ask({}, pod({}, rest))._tag).toBe('Gone')
  })
  it('shortens the time that is left, counted from the first request', () => {
    const stopping = pod({ deletionTimestamp: second(20), deletionGracePeriodSeconds: 30 })
    expect(metadataAfter({ gracePeriodSeconds: 15 }, stopping)).toMatchObject({
      deletionTimestamp: second(5),
      deletionGracePeriodSeconds: 15,
    })
  })
  it('does not move the end into the past: one second is left of it', () => {
    const stopping = pod({ deletionTimestamp: second(5), deletionGracePeriodSeconds: 30 })
    expect(metadataAfter({ gracePeriodSeconds: 20 }, stopping)).toMatchObject({
      deletionTimestamp: second(0),
      deletionGracePeriodSeconds: 1,
    })
  })
  it.each([
    [0, 50, -10, 50, 0, 1],
    [0, 0, -60, 0, 0, 0],
    [50, 50, 40, 50, 40, 50],
    [-240, 5, -295, 5, 0, 1],
  ])(
    'of a pod that is to end in %s s, with %s s, may end it in the past before 1.33',
    (end, gracePeriodSeconds, before, graceBefore, since, graceSince) => {
      const stopping = pod({
        deletionTimestamp: second(end),
        deletionGracePeriodSeconds: 60,
        finalizers: ['example.com/hold'],
      })
      const after = (policy: ServerPolicy) => {
        const answer = requestDelete(second(0), policy)({ gracePeriodSeconds })(stopping)
        const { deletionTimestamp, deletionGracePeriodSeconds } = objectAfter(stopping, answer)?.metadata ?? {}
        return [deletionTimestamp, deletionGracePeriodSeconds]
      }
      expect(after(serverPresets.kubernetes_1_32)).toEqual([second(before), graceBefore])
      expect(after(serverPresets.kubernetes_1_33)).toEqual([second(since), graceSince])
    },
  )
  it('is an error of the server before 1.35 where its options cannot be read', () => {
    const unreadable = { gracePeriodSeconds: 'soon' } as unknown as DeleteOptions
    const answer = (policy: ServerPolicy) => requestDelete(at, policy)(unreadable)(pod())
    const message = 'options.gracePeriodSeconds: expected a safe integer, got "soon"'
    expect(answer(serverPresets.kubernetes_1_34)).toMatchObject({ code: 500, reason: 'InternalError', message })
    expect(answer(serverPresets.kubernetes_1_35)).toMatchObject({ code: 400, reason: 'BadRequest', message })
  })
  it('goes at once under a negative grace period in 1.20, and after a second since', () => {
    const answers = [serverPresets.kubernetes_1_20, serverPresets.kubernetes_1_26].map((policy) =>
      requestDelete(at, policy)({ gracePeriodSeconds: -1 })(pod({ finalizers: [] })),
    )
    expect(answers).toMatchObject([{ _tag: 'Gone' }, { object: { metadata: { deletionGracePeriodSeconds: 1 } } }])
    const held = requestDelete(at, serverPresets.kubernetes_1_20)({ gracePeriodSeconds: -1 })(
      pod({ finalizers: ['a/b'] }),
    )
    expect(held).toMatchObject({ object: { metadata: { deletionGracePeriodSeconds: -1 } } })
  })
  it('has these rules since', () => {
    expect(since(serverPresets)).toEqual({
      hurriedPod: { '1.20': 'in-the-past', '1.33': 'at-once' },
      unreadableOptions: { '1.20': 'internal-error', '1.35': 'bad-request' },
      negativeGrace: { '1.20': 'over', '1.26': 'one-second' },
    })
    expect(defaultServerPolicy).toBe(serverPresets.kubernetes_1_36)
  })
  it('leaves the whole time to a pod whose time would end at this very instant', () => {
    const stopping = pod({ deletionTimestamp: new Date(at.getTime() + 10_000), deletionGracePeriodSeconds: 30 })
    expect(metadataAfter({ gracePeriodSeconds: 20 }, stopping)).toMatchObject({
      deletionTimestamp: at,
      deletionGracePeriodSeconds: 20,
    })
  })
  it('leaves an empty list of finalizers empty, and an absent one absent', () => {
    expect(metadataAfter({}, pod({ finalizers: [] }))?.finalizers).toEqual([])
    expect(metadataAfter({}, pod())).not.toHaveProperty('finalizers')
  })
  it('empties the list of a finalizer that the request takes off', () => {
    expect(metadataAfter({ propagationPolicy: 'Background' }, pod({ finalizers: ['orphan'] }))?.finalizers).toEqual([])
  })
  it('takes a name of a node that is no text for none', () => {
    expect(ask({}, pod({}, { spec: { nodeName: 7 } }))._tag).toBe('Gone')
  })
  it('changes nothing for a request that is not shorter, finalizers neither', () => {
    const stopping = pod({ deletionTimestamp: second(20), deletionGracePeriodSeconds: 30 })
    expect(metadataAfter({ gracePeriodSeconds: 30, propagationPolicy: 'Foreground' }, stopping)).toEqual(
      stopping.metadata,
    )
  })
  it('removes a pod that is being stopped when no time is left to it', () => {
    const stopping = pod({ deletionTimestamp: second(20), deletionGracePeriodSeconds: 30 })
    expect(ask({ gracePeriodSeconds: 0 }, stopping)._tag).toBe('Gone')
  })
  it('sets finalizers anew on a pod that has ended and is still held', () => {
    const ended = pod({ finalizers: ['a/b'], deletionTimestamp: second(-9), deletionGracePeriodSeconds: 0 })
    expect(metadataAfter({ propagationPolicy: 'Foreground' }, ended)?.finalizers).toEqual(['a/b', 'foregroundDeletion'])
  })
  it('is not fooled by a specification that is none', () => {
    expect(ask({}, pod({}, { spec: null, status: 7 }))._tag).toBe('Gone')
  })
  it('takes a custom kind of the same name for what it is', () => {
    expect(requestDelete(at)({})({ ...pod(), apiVersion: 'example.com/v1' })._tag).toBe('Gone')
  })
})

describe('a request to delete a namespace', () => {
  const namespace: WholeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'ns', uid: 'u', generation: 1 },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }
  const marked = (before: WholeObject): WholeObject => objectAfter(before, ask({}, before)) ?? before

  it('marks it and sets its phase', () => {
    expect(marked(namespace)).toEqual({
      ...namespace,
      metadata: { name: 'ns', uid: 'u', generation: 2, deletionTimestamp: second(0) },
      status: { phase: 'Terminating' },
    })
  })
  it('changes nothing while the content is being removed, whatever its policy', () => {
    const before = marked(namespace)
    for (const propagationPolicy of [undefined, 'Foreground', 'Orphan'])
      expect(ask({ propagationPolicy }, before)).toEqual({ _tag: 'Stays', code: 200, object: before })
  })
  it('keeps what else its status says, and gives one without a status its phase', () => {
    const statusAfter = (status: unknown): unknown => marked({ ...namespace, status }).status
    expect(statusAfter({ phase: 'Active', conditions: [] })).toEqual({ phase: 'Terminating', conditions: [] })
    expect([undefined, null, 'text'].map(statusAfter)).toEqual([
      { phase: 'Terminating' },
      { phase: 'Terminating' },
      { phase: 'Terminating' },
    ])
  })
  it('changes nothing as well when nobody knows who holds it', () => {
    for (const spec of [undefined, null, 'text', {}]) {
      const object = { ...marked(namespace), spec }
      expect(ask({ propagationPolicy: 'Orphan' }, object)).toEqual({ _tag: 'Stays', code: 200, object })
    }
  })
  it('removes it once nobody holds it', () => {
    expect(ask({}, { ...marked(namespace), spec: { finalizers: [] } })._tag).toBe('Gone')
  })
  it('waits for a finalizer of the metadata as well', () => {
    const held = { ...namespace, metadata: { ...namespace.metadata, deletionTimestamp: at, finalizers: ['a/b'] } }
    expect(ask({}, { ...held, spec: { finalizers: [] } })._tag).toBe('Stays')
  })
  it('takes "do not orphan" for "wait", which other kinds do not', () => {
    const finalizersOf = (before: WholeObject): unknown =>
      metadataAfter({ orphanDependents: false }, before)?.finalizers
    expect(finalizersOf(namespace)).toEqual(['foregroundDeletion'])
    expect(finalizersOf(object('ConfigMap', { finalizers: ['a/b'] }))).toEqual(['a/b'])
    expect(
      finalizersOf({
        ...namespace,
        apiVersion: 'example.com/v1',
        metadata: { name: 'n', uid: 'n', finalizers: ['a/b'] },
      }),
    ).toEqual(['a/b'])
  })
})

describe('defaults', () => {
  it.each([
    ['batch/v1', 'Job', 'Orphan'],
    ['v1', 'ReplicationController', 'Orphan'],
    ['batch/v1beta1', 'CronJob', 'Orphan'],
    ['batch/v1', 'CronJob', 'Delete'],
    ['batch/v1beta1', 'Workflow', 'Delete'],
    ['v1', 'Event', 'Unsupported'],
    ['events.k8s.io/v1', 'Event', 'Unsupported'],
    ['example.com/v1', 'Event', 'Delete'],
    ['example.com/v1', 'Job', 'Delete'],
    ['example.com/v1', 'ReplicationController', 'Delete'],
    ['apps/v1', 'Deployment', 'Delete'],
  ])('of %s %s are %s', (apiVersion, kind, policy) => {
    expect(defaultPolicyOf({ apiVersion, kind })).toBe(policy)
  })
  it('of kubectl are to delete dependents later', () => {
    expect([kubectlOptions(), kubectlOptions('orphan'), kubectlOptions('foreground')]).toEqual([
      { propagationPolicy: 'Background' },
      { propagationPolicy: 'Orphan' },
      { propagationPolicy: 'Foreground' },
    ])
  })
  it('know three policies by name', () => {
    expect(['Background', 'Foreground', 'Orphan', 'background'].map(isPropagationPolicy)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
