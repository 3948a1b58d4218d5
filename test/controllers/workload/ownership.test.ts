import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { serverOf } from '../../../src/apiserver/server.js'
import {
  adopt,
  claimedBy,
  controllerReference,
  controllersIn,
  ownerKey,
  ownershipWhy,
  release,
} from '../../../src/controllers/workload/ownership.js'
import { createEach, deleteNow, podOf } from '../../../src/controllers/workload/pods.js'
import { meetsLabels, meetsSelector } from '../../../src/controllers/workload/selector.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { type Program, runProgram } from '../../../src/controllers/program.js'
import type { to } from '../owner/build.js'
import { deleted, noon, object } from '../owner/build.js'

const set = object('set', [], {}, 'ReplicaSet', 'apps/v1')
const mine = controllerReference(set)
const pod = (uid: string, owners: ReadonlyArray<ReturnType<typeof to>> = [], more: object = {}): WholeObject =>
  object(uid, owners, more, 'Pod')
const viewOf = (...objects: ReadonlyArray<WholeObject>) => ({
  ...serverOf(noon, scopeTable(scopes_1_36.scopes))(objects),
  at: noon,
  covers: () => true,
})

/** The requests of a program, of which all are taken but those after so many. */
const sentBy = (program: Program<unknown>, taken = 9): ReadonlyArray<ApiRequest> => {
  const sent: ApiRequest[] = []
  runProgram({
    get: () => ({ _tag: 'NotFound' }),
    call: (request) => ({ _tag: sent.push(request) > taken ? 'Conflict' : 'Accepted' }),
  })(program)
  return sent
}
const patchOf = (metadata: object) => [
  {
    _tag: 'Patch',
    object: { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' },
    patch: { patchType: 'application/strategic-merge-patch+json', body: { metadata: { uid: 'p', ...metadata } } },
  },
]

describe('an owner', () => {
  it('takes a pod over by a reference that blocks it, and a finalizer once', () => {
    const reference = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'set',
      uid: 'set',
      controller: true,
      blockOwnerDeletion: true,
    }
    const [free, held] = [pod('p'), pod('p', [], { finalizers: ['example.com/x'] })]
    expect(sentBy(adopt(viewOf(free), set)(free))).toEqual(patchOf({ ownerReferences: [reference] }))
    expect(sentBy(adopt(viewOf(held), set)(held))).toEqual(patchOf({ ownerReferences: [reference] }))
    expect(sentBy(adopt(viewOf(free), set, 'track')(free))).toEqual(
      patchOf({ ownerReferences: [reference], finalizers: ['track'] }),
    )
    expect(sentBy(adopt(viewOf(held), set, 'track')(held))).toEqual(
      patchOf({ ownerReferences: [reference], finalizers: ['example.com/x', 'track'] }),
    )
    expect(sentBy(adopt(viewOf(held), set, 'example.com/x')(held))).toEqual(patchOf({ ownerReferences: [reference] }))
  })

  it('lets a pod go by its uid alone', () => {
    const one = pod('p', [mine])
    expect(sentBy(release(viewOf(one), set)(one))).toEqual(
      patchOf({ ownerReferences: [{ $patch: 'delete', uid: 'set' }] }),
    )
    const ghost = object('g', [mine], {}, 'Ghost', 'gone.example.com/v1')
    expect(sentBy(release(viewOf(ghost), set)(ghost))).toEqual([])
  })

  it('is told to adopt what it did not control, and to release what it did', () => {
    expect(ownershipWhy(set, pod('p'))).toEqual({ _tag: 'Adopted', kind: 'ReplicaSet', name: 'set' })
    expect(ownershipWhy(set, pod('p', [mine]))).toEqual({ _tag: 'Released', kind: 'ReplicaSet', name: 'set' })
  })

  it('claims what it controls and its selector meets; going, it takes nothing over and lets nothing go', () => {
    const candidates = [
      pod('owned', [mine]),
      pod('strays', [mine]),
      pod('free'),
      pod('free-strays'),
      pod('going', [], deleted('example.com/x')),
      pod('others', [{ ...mine, uid: 'other' }]),
    ]
    const uids = (owner: WholeObject) => {
      const { owned, toAdopt, toRelease } = claimedBy(
        owner,
        ({ metadata }) => !metadata.uid.endsWith('strays'),
        candidates,
      )
      return [owned, toAdopt, toRelease].map((list) => list.map(({ metadata }) => metadata.uid))
    }
    expect(uids(set)).toEqual([['owned'], ['free'], ['strays']])
    expect(uids(object('set', [], deleted('example.com/x'), 'ReplicaSet', 'apps/v1'))).toEqual([['owned'], [], []])
  })

  it('is woken by what it controls, and by what it controlled before', () => {
    const all = () => true
    const [with_, without, other] = [pod('p', [mine]), pod('p'), pod('p', [{ ...mine, uid: 'other' }])]
    expect(controllersIn({ _tag: 'Added', object: with_ }, all)).toEqual(['set'])
    expect(controllersIn({ _tag: 'Added', object: without }, all)).toEqual([])
    expect(controllersIn({ _tag: 'Updated', object: with_, old: with_ }, all)).toEqual(['set'])
    expect(controllersIn({ _tag: 'Updated', object: without, old: with_ }, all)).toEqual(['set'])
    expect(controllersIn({ _tag: 'Updated', object: with_, old: other }, all)).toEqual(['set', 'other'])
    expect(controllersIn({ _tag: 'Updated', object: with_, old: other }, ({ uid }) => uid === 'set')).toEqual(['set'])
    expect([ownerKey(with_), ownerKey(without), ownerKey(pod('p', [], { namespace: undefined }))]).toEqual([
      'set',
      '/ns',
      '/',
    ])
  })
})

describe('a pod of a template', () => {
  const template = {
    metadata: { labels: { app: 'web', tier: 'a' }, annotations: { note: 'x', by: 'template' }, finalizers: ['f', 3] },
    spec: { nodeName: 'n' },
  }

  it('has what the template says and what its controller adds, and is pending', () => {
    const extras = { labels: { tier: 'b' }, annotations: { by: 'job' }, finalizers: ['track'] }
    expect(podOf(set, template, 'p', extras)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: 'ns',
        name: 'p',
        uid: '',
        labels: { app: 'web', tier: 'b' },
        annotations: { note: 'x', by: 'job' },
        finalizers: ['f', 'track'],
        ownerReferences: [mine],
      },
      spec: { nodeName: 'n' },
      status: { phase: 'Pending' },
    })
    expect(podOf(set, undefined, 'p')?.metadata).toMatchObject({ labels: {}, annotations: {}, finalizers: [] })
  })

  it('is none where its labels or annotations cannot be read', () => {
    expect(podOf(set, { metadata: { labels: { app: 1 } } }, 'p')).toBeUndefined()
    expect(podOf(set, { metadata: { annotations: 'x' } }, 'p')).toBeUndefined()
  })
})

describe('pods that are made or deleted', () => {
  it('are made until one is refused, and not where others of them may not be shown', () => {
    const pods = ['a', 'b', 'c'].map((uid) => pod(uid))
    const made = (taken: number, covers = true) =>
      sentBy(createEach({ ...viewOf(), covers: () => covers }, pods), taken).map((request) =>
        request._tag === 'Create' ? request.object.metadata.name : request._tag,
      )
    expect([made(9), made(1), made(9, false)]).toEqual([['a', 'b', 'c'], ['a', 'b'], []])
  })

  it('are deleted as they are found, unless they are gone or going', () => {
    const view = viewOf(pod('p'), pod('q', [], deleted('example.com/x')))
    expect(sentBy(deleteNow(view, 'p'))).toEqual([
      {
        _tag: 'Delete',
        object: { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' },
        options: { preconditions: { uid: 'p' } },
      },
    ])
    expect([sentBy(deleteNow(view, 'q')), sentBy(deleteNow(view, 'gone'))]).toEqual([[], []])
  })
})

describe('a selector that nobody has checked', () => {
  const web = pod('p', [], { labels: { app: 'web' } })
  const met = (selector: unknown) => meetsSelector(selector)?.(web)

  it('meets by labels and by expressions', () => {
    const expression = (operator: string, ...values: ReadonlyArray<string>) => ({
      matchExpressions: [{ key: 'app', operator, values }],
    })
    expect([{ matchLabels: { app: 'web' } }, { matchLabels: { app: 'db' } }].map(met)).toEqual([true, false])
    expect([expression('In', 'web'), expression('NotIn', 'web'), expression('Exists')].map(met)).toEqual([
      true,
      false,
      true,
    ])
    expect(met({ matchLabels: { app: 'web' }, ...expression('NotIn', 'web') })).toBe(false)
    expect([{ app: 'web' }, { app: 'db' }].map((labels) => meetsLabels(labels)?.(web))).toEqual([true, false])
  })

  it.each([
    undefined,
    {},
    { matchLabels: {} },
    { matchLabels: 'app' },
    { matchLabels: { app: 1 } },
    { matchExpressions: {} },
    { matchExpressions: [{ key: 'app' }] },
    { matchExpressions: [{ operator: 'Exists' }] },
    { matchExpressions: [{ key: 'app', operator: 'In', values: [1] }] },
    { matchExpressions: [{ key: 'app', operator: 'In', values: 'web' }] },
  ])('is none where it has no condition that can be read: %j', (selector) => {
    expect(meetsSelector(selector)).toBeUndefined()
  })

  it('is none in the older form where it is empty or holds no labels', () => {
    expect([undefined, null, {}, 'app', 7, { app: 1 }].map(meetsLabels)).toEqual(Array(6).fill(undefined))
  })
})
