import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/apiserver/object.js'
import type { Answer, Attempt, CallAnswer, Memory, Request } from '../../../../src/controllers/owner/index.js'
import {
  attemptWork,
  defaultPolicy,
  deleted,
  memoryOf,
  nextWork,
  observe,
  runProgram,
} from '../../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { deleted as asked, object, scopes, to } from '../build.js'

const table = scopeTable(scopes)
const conflict: CallAnswer<string> = { _tag: 'Conflict' }
const unsupported: CallAnswer<string> = { _tag: 'UnsupportedMediaType' }
const gone: Answer<string> = { _tag: 'NotFound' }
const failed: Answer<string> = { _tag: 'Failed', error: 'no' }
const found = (seen: KubeObject): Answer<string> => ({ _tag: 'Found', object: seen })

interface Told {
  readonly attempt: Attempt<string>
  readonly requests: ReadonlyArray<Request>
}

/** Attempts what waits longest; looks and calls are answered in order, calls with success after the last. */
const next = (
  memory: Memory,
  looks: ReadonlyArray<Answer<string>>,
  answers: ReadonlyArray<CallAnswer<string>> = [],
): Told => {
  const work = nextWork(memory)
  if (work === undefined) throw new Error('nothing waits')
  const requests: Request[] = []
  let looked = 0
  const attempt = runProgram<string>({
    get: () => looks[looked++] ?? gone,
    call: (request) => {
      requests.push(request)
      return answers[requests.length - 1] ?? { _tag: 'Accepted' }
    },
  })(attemptWork(defaultPolicy, table)(memory)<string>(work))
  return { attempt, requests }
}

const ended = ({ attempt: { result, queueAction }, requests }: Told): unknown => [
  result._tag,
  queueAction,
  requests.length,
]

const address = (name: string): unknown => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespace: 'ns',
  name,
})

describe('a delete that meets another version', () => {
  const seen = object('b', [to('x'), to('y')])
  const looks = (live: KubeObject): Told => next(known, [found(seen), found(live)], [conflict])
  const known = [object('x'), object('y')].reduce(
    (now, owner) => observe(defaultPolicy)(deleted(owner))(now),
    memoryOf(defaultPolicy)([object('x'), object('y'), seen]),
  )
  const later = { resourceVersion: '8' }

  it('is sent again, without the version, when neither the object nor its owners are others', () => {
    const { requests } = looks(object('b', [to('x'), to('y')], later))
    expect(requests.map((request) => request._tag === 'Delete' && request.options)).toEqual([
      { preconditions: { uid: 'b', resourceVersion: '7' }, propagationPolicy: 'Background' },
      { preconditions: { uid: 'b' }, propagationPolicy: 'Background' },
    ])
  })

  it.each([
    ['another object has the name', object('z', [to('x'), to('y')], { ...later, name: 'b' })],
    ['an owner is gone from it', object('b', [to('x')], later)],
    ['an owner came to it', object('b', [to('x'), to('y'), to('z')], later)],
    ['its owners changed places', object('b', [to('y'), to('x')], later)],
    ['it blocks an owner now', object('b', [to('x'), to('y', { blockOwnerDeletion: true })], later)],
    ['it is controlled now', object('b', [to('x'), to('y', { controller: true })], later)],
    ['the version is the same', object('b', [to('x'), to('y')])],
  ])('comes back when %s', (_, live) => {
    const told = looks(live)
    expect(ended(told)).toEqual(['CallFailed', 'requeue', 1])
    expect(told.attempt.result).toMatchObject({ answer: { _tag: 'Conflict' }, request: { _tag: 'Delete' } })
  })

  it('has found the object absent when it is gone by then', () => {
    expect(ended(next(known, [found(seen), gone], [conflict]))).toEqual(['FoundAbsent', 'forget', 1])
  })

  it('comes back when nobody can tell', () => {
    expect(next(known, [found(seen), failed], [conflict]).attempt.result).toEqual({
      _tag: 'LookupFailed',
      object: address('b'),
      error: 'no',
    })
    expect(ended(next(known, [found(seen), { _tag: 'NotCovered' }], [conflict]))).toEqual(['NotCovered', 'requeue', 1])
  })

  it('comes back when the second one fails as well', () => {
    const live = object('b', [to('x'), to('y')], later)
    expect(ended(next(known, [found(seen), found(live)], [conflict, conflict]))).toEqual(['CallFailed', 'requeue', 2])
  })
})

describe('a finalizer that is to be taken off', () => {
  const owner = object('a', [], asked('example.com/x', 'foregroundDeletion'))
  const memory = memoryOf(defaultPolicy)([owner])
  const bare = object('a', [], asked('example.com/x'))

  it('leaves the others, and means the version that was read last', () => {
    const later = { ...owner, metadata: { ...owner.metadata, resourceVersion: '9' } }
    const told = next(memory, [found(owner), found(owner), found(later)], [conflict])
    expect(ended(told)).toEqual(['Ok', 'forget', 2])
    expect(told.requests.map((request) => request._tag === 'Patch' && request.patch)).toEqual(
      ['7', '9'].map((resourceVersion) => ({
        patchType: 'application/merge-patch+json',
        body: { metadata: { resourceVersion, finalizers: ['example.com/x'] } },
      })),
    )
  })

  it('is off when somebody took it, or the object is gone', () => {
    expect(ended(next(memory, [found(owner), found(bare)]))).toEqual(['Ok', 'forget', 0])
    expect(ended(next(memory, [found(owner), gone]))).toEqual(['Ok', 'forget', 0])
  })

  it('stays when the server fails, at once', () => {
    expect(ended(next(memory, [found(owner), found(owner)], [{ _tag: 'Failed', error: 'no' }]))).toEqual([
      'CallFailed',
      'requeue',
      1,
    ])
    expect(ended(next(memory, [found(owner), failed]))).toEqual(['LookupFailed', 'requeue', 0])
  })
})

describe('dependents that are left behind', () => {
  const owner = object('a', [], asked('orphan'))
  const child = object('b', [to('a'), to('z')], {}, 'Widget', 'example.com/v1')
  const memory = memoryOf(defaultPolicy)([owner, child, object('c', [to('a')])])

  it('are patched in the second form as they are then, where the first is refused', () => {
    const now = { ...child, metadata: { ...child.metadata, resourceVersion: '9' } }
    const { requests } = next(memory, [found(now), found(owner)], [unsupported])
    expect(requests.map((request) => request._tag === 'Patch' && request.patch.body.metadata)).toEqual([
      { uid: 'b', ownerReferences: [{ $patch: 'delete', uid: 'a' }] },
      { resourceVersion: '9', ownerReferences: [to('z')] },
      { uid: 'c', ownerReferences: [{ $patch: 'delete', uid: 'a' }] },
      { resourceVersion: '7', finalizers: null },
    ])
  })

  it('hold the owner when one of them can not be looked at, and not when it is gone', () => {
    const held = next(memory, [failed], [unsupported])
    expect(ended(held)).toEqual(['LookupFailed', 'requeue', 2])
    expect(ended(next(memory, [gone, found(owner)], [unsupported]))).toEqual(['Ok', 'forget', 3])
  })

  it('hold the owner when nobody serves their kind, for the first of them', () => {
    const ghosts = ['g', 'h'].map((uid) => object(uid, [to('a')], {}, `Ghost${uid}`, 'gone.example.com/v1'))
    const told = next(memoryOf(defaultPolicy)([owner, ...ghosts, object('c', [to('a')])]), [])
    expect(ended(told)).toEqual(['RestMappingError', 'requeue', 1])
    expect(told.attempt.result).toMatchObject({ kind: 'Ghostg' })
  })

  it('are left behind even if nobody serves the kind of the owner, which comes back', () => {
    const ghost = object('g', [], asked('orphan'), 'Ghost', 'gone.example.com/v1')
    const dependent = object('b', [to('g', { kind: 'Ghost', apiVersion: 'gone.example.com/v1' })])
    expect(ended(next(memoryOf(defaultPolicy)([ghost, dependent]), []))).toEqual(['RestMappingError', 'requeue', 1])
  })

  it('leave an owner that comes back when its finalizer stays', () => {
    const memoryOfOwner = memoryOf(defaultPolicy)([owner])
    expect(ended(next(memoryOfOwner, [found(owner)], [{ _tag: 'Failed', error: 'no' }]))).toEqual([
      'CallFailed',
      'requeue',
      1,
    ])
    expect(ended(next(memoryOfOwner, [gone]))).toEqual(['Ok', 'forget', 0])
  })
})
