import { describe, expect, it } from 'vitest'

import type { Answer, DeleteOptions, WholeObject } from '../../../../src/collectors/kubernetes/api/index.js'
import {
  defaultPolicyOf,
  isPropagationPolicy,
  kubectlOptions,
  objectAfter,
  requestDelete,
} from '../../../../src/collectors/kubernetes/api/index.js'

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
    expect(ask({}, undefined)).toMatchObject({ code: 404, reason: 'NotFound' })
  })
  it('refuses contradictory options before it looks for the object', () => {
    const both = { propagationPolicy: 'Orphan', orphanDependents: true }
    expect(ask(both, undefined)).toMatchObject({ code: 422, reason: 'Invalid' })
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
  const terminating = objectAfter(namespace, ask({}, namespace))

  it('marks it and sets its phase', () => {
    expect(terminating).toEqual({
      ...namespace,
      metadata: { name: 'ns', uid: 'u', generation: 2, deletionTimestamp: second(0) },
      status: { phase: 'Terminating' },
    })
  })
  it('is a conflict while the content is being removed', () => {
    expect(ask({}, terminating)).toMatchObject({ code: 409, reason: 'Conflict' })
  })
  it('is a conflict as well when nobody knows who holds it', () => {
    expect(
      ask({}, { ...namespace, spec: undefined, metadata: { ...namespace.metadata, deletionTimestamp: at } }),
    ).toMatchObject({
      code: 409,
    })
  })
  it('removes it once nobody holds it', () => {
    expect(terminating && ask({}, { ...terminating, spec: { finalizers: [] } })._tag).toBe('Gone')
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
  })
})

describe('defaults', () => {
  it.each([
    ['batch/v1', 'Job', 'Orphan'],
    ['v1', 'ReplicationController', 'Orphan'],
    ['batch/v1beta1', 'CronJob', 'Orphan'],
    ['batch/v1', 'CronJob', 'Delete'],
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
