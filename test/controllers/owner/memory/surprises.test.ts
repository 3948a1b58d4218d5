import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/apiserver/object.js'
import type { Attempt, Memory, Observation, Policy } from '../../../../src/controllers/owner/index.js'
import {
  absentOwners,
  added,
  attemptToDelete,
  defaultPolicy,
  deleted as gone,
  dependentsOf,
  dependentsOfItem,
  emptyMemory,
  itemsToDelete,
  itemsToOrphan,
  memoryOf,
  nodeOf,
  nodeOfItem,
  nextWork,
  observeAll,
  presets,
  runAttempt,
  runProgram,
  takeWork,
  updated,
} from '../../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { deleted, object, scopes, to } from '../build.js'

const blocking = { blockOwnerDeletion: true }
const table = scopeTable(scopes)

/** The memory after these events, with nothing that waits from before. */
const after = (before: Memory, ...events: ReadonlyArray<Observation>): Memory =>
  observeAll(defaultPolicy)(events)(idle(before))

const idle = (memory: Memory): Memory => {
  let now = memory
  for (let work = nextWork(now); work !== undefined; work = nextWork(now)) now = takeWork(work)(now)
  return now
}

const waiting = (memory: Memory): ReadonlyArray<string> => itemsToDelete(memory).map(({ uid }) => uid)
const orphaning = (memory: Memory): ReadonlyArray<string> => itemsToOrphan(memory).map(({ uid }) => uid)

const attempted = (
  memory: Memory,
  live: ReadonlyArray<KubeObject>,
  policy: Policy = defaultPolicy,
): Attempt<string> => {
  const [item] = itemsToDelete(memory)
  if (item === undefined) throw new Error('nothing waits')
  return runProgram<string>({
    get: ({ name, namespace }) => {
      const found = live.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
      return found === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: found }
    },
    call: () => ({ _tag: 'NotFound' }),
  })(attemptToDelete(policy, table)(memory)<string>(item))
}

const known = (...objects: ReadonlyArray<KubeObject>): Memory => memoryOf(defaultPolicy)(objects)

describe('an owner in foreground deletion', () => {
  const owner = object('a')
  const dying = object('a', [], deleted('foregroundDeletion'))
  const child = object('b', [to('a', blocking)])

  it('has the dependents looked at that are known when it begins, then itself', () => {
    expect(waiting(after(known(owner, child, object('c', [to('a')])), updated(dying, owner)))).toEqual(['b', 'c', 'a'])
  })

  it('has no dependent looked at that comes later', () => {
    expect(waiting(after(known(dying), added(child)))).toEqual([])
    expect(waiting(after(known(child), added(dying)))).toEqual(['b', 'a'])
  })

  it('is looked at again when a dependent is gone, blocks it no longer, or lets go of it', () => {
    const memory = known(dying, child)
    expect(waiting(after(memory, gone(child)))).toEqual(['a'])
    expect(waiting(after(memory, updated(object('b', [to('a')]), child)))).toEqual(['a'])
    expect(waiting(after(memory, updated(object('b'), child)))).toEqual(['a'])
    expect(waiting(after(memory, updated(object('b', [to('a', { blockOwnerDeletion: false })]), child)))).toEqual(['a'])
  })

  it('is not looked at for a change that does not free it', () => {
    const free = object('b', [to('a')])
    expect(waiting(after(known(dying, free), updated(child, free)))).toEqual([])
    expect(waiting(after(known(dying, free), updated(object('b'), free)))).toEqual([])
    expect(
      waiting(after(known(dying, child), updated(object('b', [to('a', { ...blocking, controller: true })]), child))),
    ).toEqual([])
  })

  it('is not looked at again when the last of two references did not block and both go: it waits forever', () => {
    const twice = object('b', [to('a', blocking), to('a', { blockOwnerDeletion: false })])
    expect(waiting(after(known(dying, twice), updated(object('b'), twice)))).toEqual([])
    const otherwise = object('b', [to('a', { blockOwnerDeletion: false }), to('a', blocking)])
    expect(waiting(after(known(dying, otherwise), updated(object('b'), otherwise)))).toEqual(['a'])
  })

  it('keeps waiting in the graph when its finalizer is gone and it is still there', () => {
    const held = object('a', [], deleted('example.com/x'))
    expect(nodeOf('a')(after(known(dying), updated(held, dying)))?.deletingDependents).toBe(true)
    expect(nodeOf('a')(after(known(dying), updated(owner, dying)))?.beingDeleted).toBe(true)
  })
})

describe('a finalizer of the collector', () => {
  const bare = object('a', [], deleted('example.com/x'))
  const foreground = object('a', [], deleted('example.com/x', 'foregroundDeletion'))
  const orphan = object('a', [], deleted('example.com/x', 'orphan'))
  const notAsked = object('a', [], { finalizers: ['foregroundDeletion'] })

  it('counts when it is set, and again when it was taken off and is set anew', () => {
    expect(waiting(after(known(bare), updated(foreground, bare)))).toEqual(['a'])
    expect(waiting(after(known(foreground), updated(bare, foreground), updated(foreground, bare)))).toEqual(['a'])
    expect(orphaning(after(known(orphan), updated(bare, orphan), updated(orphan, bare)))).toEqual(['a'])
  })

  it('does not count again while it stays', () => {
    expect(waiting(after(known(foreground), updated(foreground, foreground)))).toEqual([])
    expect(orphaning(after(known(orphan), updated(orphan, orphan)))).toEqual([])
  })

  it('counts when the deletion begins that it was set before', () => {
    expect(waiting(after(known(notAsked)))).toEqual([])
    expect(waiting(after(known(notAsked), updated(foreground, notAsked)))).toEqual(['a'])
  })

  it('counts at the start of the collector, whenever it was set', () => {
    expect(waiting(known(foreground))).toEqual(['a'])
    expect(orphaning(known(orphan))).toEqual(['a'])
  })

  it('that leaves dependents behind comes before the one that waits for them', () => {
    const both = object('a', [], deleted('foregroundDeletion', 'orphan'))
    const memory = after(known(bare), updated(both, bare))
    expect([waiting(memory), orphaning(memory), nodeOf('a')(memory)?.deletingDependents]).toEqual([[], ['a'], false])
  })
})

describe('an owner that leaves its dependents behind', () => {
  const orphan = object('a', [], deleted('orphan'))
  const late = object('c', [to('a')])

  it('does not reach a dependent that comes later, which is deleted when the owner is gone', () => {
    const memory = known(orphan, object('b', [to('a')]))
    const patched: string[] = []
    const step = runAttempt(defaultPolicy, table)(memory)({
      get: () => ({ _tag: 'Found', object: orphan }),
      call: ({ object: { name } }) => {
        patched.push(name)
        return { _tag: 'Accepted' }
      },
    })
    expect(patched).toEqual(['b', 'a'])
    const reached = object('b', [to('a')])
    const end = after(step?.memory ?? emptyMemory, updated(object('b'), reached), added(late), gone(orphan))
    expect([waiting(end), absentOwners(end).map(({ uid }) => uid)]).toEqual([['c'], ['a']])
    expect(attempted(end, [late, object('b')]).classification?.dangling).toEqual([to('a')])
  })
})

describe('a change of owners', () => {
  it('connects and disconnects, and does not compare names anew where the uid stays', () => {
    const before = object('b', [to('a')])
    const memory = after(known(object('a'), object('c'), before), updated(object('b', [to('c')]), before))
    expect(['a', 'c'].map((uid) => dependentsOf(nodeOf(uid)(memory) ?? fail()))).toEqual([[], ['b']])
    const renamed = after(known(object('a'), before), updated(object('b', [to('a', { name: 'other' })]), before))
    expect(waiting(renamed)).toEqual([])
  })

  it('to an owner that nobody has seen has that one looked for', () => {
    const before = object('b')
    const memory = after(known(before), updated(object('b', [to('x')]), before))
    expect([waiting(memory), nodeOf('x')(memory)?.virtual]).toEqual([['x'], true])
  })
})

const fail = (): never => {
  throw new Error('no such node')
}

describe('what comes back', () => {
  const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })

  it('is an object whose owner is of a kind that nobody serves, forever', () => {
    const frozen = object('b', [ghost, to('x')])
    const memory = after(known(frozen), gone(object('x')))
    const { result, queueAction } = attempted(memory, [frozen])
    expect([waiting(memory), result._tag, queueAction]).toEqual([['b'], 'RestMappingError', 'requeue'])
  })

  it('is no object of the cluster whose owner could only be in a namespace', () => {
    const node = object('n', [to('m', { kind: 'Node' }), to('x')], { namespace: undefined }, 'Node')
    const memory = after(known(node), gone(object('m', [], { namespace: undefined }, 'Node')))
    const { result, queueAction } = attempted(memory, [node])
    expect([result._tag, queueAction]).toEqual(['NamespacedOwnerOfClusterScopedObject', 'forget'])
  })

  it.each([
    ['kubernetes_1_20', 'Gone', 'requeue'],
    ['kubernetes_1_26', 'Gone', 'requeue'],
    ['kubernetes_1_36', 'FoundAbsent', 'forget'],
  ] as const)('in %s after a delete that finds nothing: %s, %s', (preset, tag, action) => {
    const dependent = object('b', [to('x')])
    const memory = after(known(dependent), gone(object('x')))
    const { result, queueAction } = attempted(memory, [dependent], presets[preset])
    expect([result._tag, queueAction]).toEqual([tag, action])
  })
})

describe('a dependent in a namespace of an owner that was guessed to be of the cluster', () => {
  const guessed = to('x', { kind: 'Node' })
  const objects = [object('n', [guessed], { namespace: undefined }, 'Node'), object('b', [guessed])]

  it.each([
    ['kubernetes_1_20', ['x']],
    ['kubernetes_1_26', ['x', 'b']],
    ['kubernetes_1_36', ['x', 'b']],
  ] as const)('in %s leaves to be looked at: %j', (preset, uids) => {
    expect(waiting(memoryOf(presets[preset])(objects))).toEqual(uids)
  })
})

describe('an event', () => {
  it.each([
    ['kubernetes_1_20', ['e2']],
    ['kubernetes_1_26', []],
    ['kubernetes_1_36', []],
  ] as const)('is not watched in %s, but for %j', (preset, uids) => {
    const events = [object('e1', [], {}, 'Event'), object('e2', [], {}, 'Event', 'events.k8s.io/v1')]
    const memory = memoryOf(presets[preset])(events)
    expect(['e1', 'e2'].filter((uid) => nodeOf(uid)(memory) !== undefined)).toEqual(uids)
  })
})

it('forgets whom an item stood for that was taken before its node left', () => {
  const before = known(object('b', [to('a')]))
  const [item] = itemsToDelete(before)
  if (item === undefined) throw new Error('nothing waits')
  const later = after(before, gone(object('b', [to('a')])), gone(object('a')))
  expect([nodeOfItem(item)(before)?.identity.uid, dependentsOfItem(item)(before).length]).toEqual(['a', 1])
  expect([nodeOfItem(item)(later), dependentsOfItem(item)(later)]).toEqual([undefined, []])
})
