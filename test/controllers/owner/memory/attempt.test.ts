import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/apiserver/object.js'
import type { Answer, Attempt, CallAnswer, Memory, Policy, Request } from '../../../../src/controllers/owner/index.js'
import {
  absentOwners,
  added,
  attemptToDelete,
  attemptToOrphan,
  defaultPolicy,
  deleted,
  emptyMemory,
  foldAttempt,
  itemsToDelete,
  itemsToOrphan,
  memoryOf,
  nextWork,
  nodeOf,
  observe,
  observeVirtualDeletes,
  pendingVirtualDeletes,
  presets,
  returnWork,
  runAttempt,
  runProgram,
  takeWork,
} from '../../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { deleted as asked, object, scopes, to } from '../build.js'

const table = scopeTable(scopes)
const accepted: CallAnswer<string> = { _tag: 'Accepted' }
const conflict: CallAnswer<string> = { _tag: 'Conflict' }
const gone: CallAnswer<string> = { _tag: 'NotFound' }
const unsupported: CallAnswer<string> = { _tag: 'UnsupportedMediaType' }

const found = (seen: KubeObject): Answer<string> => ({ _tag: 'Found', object: seen })

interface Told {
  readonly attempt: Attempt<string>
  readonly looks: ReadonlyArray<string>
  readonly requests: ReadonlyArray<Request>
}

/** Attempts the item of a uid; looks are answered from the objects as they follow each other, calls in order. */
const attempt = (
  memory: Memory,
  uid: string,
  served: ReadonlyArray<KubeObject>,
  answers: ReadonlyArray<CallAnswer<string>> = [],
  policy: Policy = defaultPolicy,
): Told => {
  const looks: string[] = []
  const requests: Request[] = []
  const left = [...served]
  const item =
    itemsToOrphan(memory).find((waiting) => waiting.uid === uid) ??
    itemsToDelete(memory).find((waiting) => waiting.uid === uid)
  if (item === undefined) throw new Error(`${uid} does not wait`)
  const program = itemsToOrphan(memory).includes(item)
    ? attemptToOrphan(table)(memory)<string>(item)
    : attemptToDelete(policy, table)(memory)<string>(item)
  const done = runProgram<string>({
    get: ({ name }) => {
      looks.push(name)
      const at = left.findIndex(({ metadata }) => metadata.name === name)
      const seen = left[at]
      if (seen === undefined) return { _tag: 'NotFound' }
      if (left.some(({ metadata }, index) => index > at && metadata.name === name)) left.splice(at, 1)
      return found(seen)
    },
    call: (request) => {
      requests.push(request)
      return answers[requests.length - 1] ?? accepted
    },
  })(program)
  return { attempt: done, looks, requests }
}

const bodies = (requests: ReadonlyArray<Request>): ReadonlyArray<unknown> =>
  requests.map((request) => (request._tag === 'Delete' ? request.options : request.patch.body.metadata))

const lonely = object('b', [to('a')])
const withLonely = observeVirtualDeletes(
  foldAttempt(attempt(memoryOf(defaultPolicy)([lonely]), 'a', []).attempt)(memoryOf(defaultPolicy)([lonely])),
)
const changed: KubeObject = { ...lonely, metadata: { ...lonely.metadata, resourceVersion: '8' } }

describe('an attempt to delete', () => {
  it('deletes the version that was looked at', () => {
    const { attempt: done, requests } = attempt(withLonely, 'b', [lonely])
    expect(bodies(requests)).toEqual([
      { preconditions: { uid: 'b', resourceVersion: '7' }, propagationPolicy: 'Background' },
    ])
    expect([done.result._tag, done.queueAction]).toEqual(['Ok', 'forget'])
  })

  it('asks for no owner that is known to be absent', () => {
    expect(attempt(withLonely, 'b', [lonely]).looks).toEqual(['b'])
  })

  it('deletes whatever version is there after a conflict that left the owners as they were', () => {
    const { attempt: done, requests } = attempt(withLonely, 'b', [lonely, changed], [conflict])
    expect(bodies(requests).at(-1)).toEqual({ preconditions: { uid: 'b' }, propagationPolicy: 'Background' })
    expect(done.result._tag).toBe('Ok')
  })

  it('comes back when the owners changed in between', () => {
    const adopted = object('b', [to('c')], { resourceVersion: '8' })
    const { attempt: done, requests } = attempt(withLonely, 'b', [lonely, adopted], [conflict])
    expect(requests.length).toBe(1)
    expect([done.result._tag, done.queueAction]).toEqual(['CallFailed', 'requeue'])
  })

  it('takes an object that is gone by the time of the delete for absent, where the release does', () => {
    expect(attempt(withLonely, 'b', [lonely], [gone]).attempt).toMatchObject({
      result: { _tag: 'FoundAbsent' },
      virtualDelete: { uid: 'b' },
    })
    const before = attempt(withLonely, 'b', [lonely], [gone], presets.kubernetes_1_35).attempt
    expect([before.result._tag, before.queueAction, before.virtualDelete]).toEqual(['Gone', 'requeue', undefined])
  })

  it('is done with an object that is gone after a conflict, or takes it for absent, as the release does', () => {
    const item = itemsToDelete(withLonely).find(({ uid }) => uid === 'b')
    if (item === undefined) throw new Error('b does not wait')
    const attempted = (policy: Policy): Attempt<string> => {
      const answers = [found(lonely)]
      return runProgram<string>({
        get: () => answers.shift() ?? { _tag: 'NotFound' },
        call: () => conflict,
      })(attemptToDelete(policy, table)(withLonely)<string>(item))
    }
    for (const policy of [presets.kubernetes_1_34, presets.kubernetes_1_35])
      expect(attempted(policy)).toMatchObject({
        result: { _tag: 'Ok' },
        queueAction: 'forget',
        virtualDelete: undefined,
      })
    expect(attempted(presets.kubernetes_1_36)).toMatchObject({
      result: { _tag: 'FoundAbsent' },
      virtualDelete: { uid: 'b' },
    })
  })

  it('sends no version and tries once where the release does', () => {
    const { requests } = attempt(withLonely, 'b', [lonely, changed], [conflict], presets.kubernetes_1_26)
    expect(bodies(requests)).toEqual([{ preconditions: { uid: 'b' }, propagationPolicy: 'Background' }])
  })

  it('patches references of a kind that refuses the first form by the second, of the object as it is then', () => {
    const child = object('b', [to('a'), to('x')], {}, 'Widget', 'example.com/v1')
    const later = { ...child, metadata: { ...child.metadata, resourceVersion: '9' } }
    const memory = memoryOf(defaultPolicy)([object('a'), child])
    const heard = observeVirtualDeletes(foldAttempt(attempt(memory, 'x', []).attempt)(memory))
    const { requests } = attempt(heard, 'b', [object('a'), child, later], [unsupported])
    expect(bodies(requests)).toEqual([
      { uid: 'b', ownerReferences: [{ $patch: 'delete', uid: 'x' }] },
      { resourceVersion: '9', ownerReferences: [to('a')] },
    ])
  })

  it('tries four times to take the finalizer off', () => {
    const owner = object('a', [], asked('foregroundDeletion'))
    const { attempt: done, requests } = attempt(
      memoryOf(defaultPolicy)([owner]),
      'a',
      [owner],
      [conflict, conflict, conflict, conflict],
    )
    expect(requests.length).toBe(4)
    expect([done.result._tag, done.queueAction]).toEqual(['CallFailed', 'requeue'])
  })

  it('leaves alone what it may not know', () => {
    const memory = memoryOf(defaultPolicy)([lonely])
    const [item] = itemsToDelete(memory)
    if (item === undefined) throw new Error('nothing waits')
    const blind = runProgram<string>({ get: () => ({ _tag: 'NotCovered' }), call: () => accepted })
    const kept = blind(attemptToDelete(defaultPolicy, table)(memory)<string>(item))
    expect([kept.result._tag, kept.virtualDelete]).toEqual(['NotCovered', undefined])
    const trusted = blind(attemptToDelete({ ...defaultPolicy, uncovered: 'absent' }, table)(memory)<string>(item))
    expect(trusted.virtualDelete?.uid).toBe('a')
  })

  it.each([
    [{ _tag: 'NotCovered' }, { _tag: 'NotCovered' }],
    [
      { _tag: 'Failed', error: 'no' },
      { _tag: 'LookupFailed', error: 'no' },
    ],
  ] as const)('comes back when the look for an owner says %o, and does nothing', (answer, result) => {
    const child = object('b', [to('x'), to('a')])
    const memory = observe(defaultPolicy)(deleted(object('x')))(memoryOf(defaultPolicy)([object('a'), child]))
    const item = itemsToDelete(memory).find(({ uid }) => uid === 'b')
    if (item === undefined) throw new Error('b does not wait')
    const program = attemptToDelete(defaultPolicy, table)(memory)<string>(item)
    const done = runProgram<string>({
      get: ({ name }) => (name === 'b' ? found(child) : answer),
      call: () => {
        throw new Error('nothing is to be asked')
      },
    })(program)
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'ns', name: 'a' }
    expect([done.result, done.queueAction]).toEqual([{ ...result, object: owner }, 'requeue'])
  })

  it('asks for nothing where every owner is solid', () => {
    const child = object('b', [to('a', { name: 'other' })])
    const memory = memoryOf(defaultPolicy)([object('a'), child])
    const mended = object('b', [to('a')])
    const { requests, attempt: done } = attempt(memory, 'b', [object('a'), mended])
    expect([requests, done.result._tag, done.classification?.solid]).toEqual([[], 'Ok', [to('a')]])
  })

  it('drops an owner that was observed while it waited', () => {
    const guessed = memoryOf(defaultPolicy)([lonely])
    const wrong = object('a', [], { namespace: 'other' })
    const memory = observe(defaultPolicy)(added(wrong))(guessed)
    const { attempt: done, looks } = attempt(memory, 'a', [])
    expect([done.result._tag, done.queueAction, looks]).toEqual(['Dropped', 'forget', []])
  })
})

describe('an attempt to orphan', () => {
  const owner = object('a', [], asked('orphan'))
  const first = object('b', [to('a')])
  const second = object('c', [to('a')])
  const memory = memoryOf(defaultPolicy)([owner, first, second])

  it('takes the reference from every dependent, then the finalizer from the owner', () => {
    const { requests, attempt: done } = attempt(memory, 'a', [owner])
    expect(requests.map(({ object: { name } }) => name)).toEqual(['b', 'c', 'a'])
    expect(done.queueAction).toBe('forget')
  })

  it('goes on after a dependent that fails, and then keeps the finalizer', () => {
    const { requests, attempt: done } = attempt(memory, 'a', [owner], [{ _tag: 'Failed', error: 'no' }])
    expect(requests.map(({ object: { name } }) => name)).toEqual(['b', 'c'])
    expect(done.queueAction).toBe('requeue')
  })

  it('takes a dependent that is gone for orphaned', () => {
    expect(attempt(memory, 'a', [owner], [gone, gone]).requests.length).toBe(3)
  })

  it('still names dependents of an owner that left the graph while it waited', () => {
    const left = [deleted(owner), deleted(first)].reduce((now, event) => observe(defaultPolicy)(event)(now), memory)
    expect(attempt(left, 'a', []).requests.map(({ object: { name } }) => name)).toEqual(['b', 'c'])
  })
})

describe('a controller', () => {
  it('takes work, and puts it back at the end when it is told to', () => {
    const memory = memoryOf(defaultPolicy)([object('b', [to('a')]), object('d', [to('c')])])
    const work = nextWork(memory)
    if (work === undefined) throw new Error('nothing waits')
    const taken = takeWork(work)(memory)
    expect(itemsToDelete(taken).map(({ uid }) => uid)).toEqual(['c'])
    expect(itemsToDelete(returnWork(work)(taken)).map(({ uid }) => uid)).toEqual(['c', 'a'])
    expect(itemsToDelete(memory).map(({ uid }) => uid)).toEqual(['a', 'c'])
  })

  it('learns of an absent owner by a look, and deletes its dependents', () => {
    const world = {
      get: ({ name }: { readonly name: string }): Answer<string> =>
        name === 'b' ? found(lonely) : { _tag: 'NotFound' },
      call: () => accepted,
    }
    const step = runAttempt(defaultPolicy, table)(memoryOf(defaultPolicy)([lonely]))(world)
    expect(pendingVirtualDeletes(step?.memory ?? emptyMemory).map(({ uid }) => uid)).toEqual(['a'])
    const heard = observeVirtualDeletes(step?.memory ?? emptyMemory)
    expect(absentOwners(heard).map(({ uid }) => uid)).toEqual(['a'])
    expect(nodeOf('a')(heard)).toBeUndefined()
    expect(runAttempt(defaultPolicy, table)(heard)(world)?.work.item.uid).toBe('b')
    expect(runAttempt(defaultPolicy, table)(emptyMemory)(world)).toBeUndefined()
  })
})

describe('an item of a queue whose node left meanwhile', () => {
  it.each([
    ['to delete', attemptToDelete(defaultPolicy, table)(emptyMemory)],
    ['to orphan', attemptToOrphan(table)(emptyMemory)],
  ])('is dropped without a request: %s', (_, attemptAt) => {
    const ended = runProgram<string>({
      get: () => expect.fail('looked'),
      call: () => expect.fail('sent'),
    })(attemptAt<string>({ uid: 'gone', serial: 7, left: null }))
    expect(ended).toMatchObject({ result: { _tag: 'Dropped' }, queueAction: 'forget' })
  })
})

describe('an owner of a kind that is not covered', () => {
  const ask = (policy: Policy, others: Answer<string>): Attempt<string> => {
    const memory = memoryOf(policy)([object('b', [to('a'), to('n', { kind: 'Node' })])])
    const item = itemsToDelete(memory).find(({ uid }) => uid === 'n')
    const own = object('b', [to('a'), to('n', { kind: 'Node' })])
    const seen = observeVirtualDeletes(
      observe(policy)({ _tag: 'FoundAbsent', identity: { ...identityOfNode, namespace: undefined } })(memory),
    )
    const waiting = itemsToDelete(seen).find(({ uid }) => uid === 'b') ?? item
    if (waiting === undefined) throw new Error('b does not wait')
    return runProgram<string>({
      get: ({ name }) => (name === 'b' ? found(own) : name === 'a' ? others : { _tag: 'NotFound' }),
      call: () => accepted,
    })(attemptToDelete(policy, table)(seen)<string>(waiting))
  }
  const identityOfNode = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }
  const trusting: Policy = { ...defaultPolicy, uncovered: 'absent' }

  it('stops the attempt, or is taken for absent where the policy says so', () => {
    expect(ask(defaultPolicy, { _tag: 'NotCovered' })).toMatchObject({ result: { _tag: 'NotCovered' } })
    expect(ask(trusting, { _tag: 'NotCovered' })).toMatchObject({
      classification: { solid: [], dangling: [{ uid: 'a' }, { uid: 'n' }], waiting: [] },
      result: { _tag: 'Ok' },
    })
  })

  it('is solid where it is found, and fails where the look fails, whatever the policy', () => {
    for (const policy of [defaultPolicy, trusting]) {
      expect(ask(policy, found(object('a')))).toMatchObject({ classification: { solid: [{ uid: 'a' }] } })
      expect(ask(policy, { _tag: 'Failed', error: 'down' })).toMatchObject({ result: { _tag: 'LookupFailed' } })
    }
  })
})
