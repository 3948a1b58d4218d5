import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/apiserver/object.js'
import {
  absentOwners,
  added,
  attemptToOrphan,
  defaultPolicy,
  deleted,
  emptyMemory,
  itemsToDelete,
  itemsToOrphan,
  memoryOf,
  nodeOf,
  nodesOf,
  observe,
  observeAll,
  runProgram,
  updated,
} from '../../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { deleted as asked, object, scopes, to } from '../build.js'

const count = 100_000
const dependents = Array.from({ length: count }, (_, index) => object(`d${index}`, [to('a')]))

describe('the memory of the owner collector, however large', () => {
  it('takes an owner with a hundred thousand dependents, and their going one by one', () => {
    const memory = memoryOf(defaultPolicy)([object('a'), ...dependents])
    expect(nodeOf('a')(memory)?.dependents?.size).toBe(count)
    const fewer = dependents
      .slice(0, 1000)
      .reduce((now, dependent) => observe(defaultPolicy)(deleted(dependent))(now), memory)
    expect(nodeOf('a')(fewer)?.dependents?.size).toBe(count - 1000)
    expect(nodeOf('a')(memory)?.dependents?.size).toBe(count)
  })

  it('queues them all when the owner is gone', () => {
    const gone = observe(defaultPolicy)(deleted(object('a')))(memoryOf(defaultPolicy)([object('a'), ...dependents]))
    expect(itemsToDelete(gone).length).toBe(count)
  })

  it('orphans a hundred thousand dependents without running out of stack', () => {
    const owner = object('a', [], asked('orphan'))
    const memory = memoryOf(defaultPolicy)([owner, ...dependents])
    let calls = 0
    const [item] = itemsToOrphan(memory)
    if (item === undefined) throw new Error('nothing waits')
    const done = runProgram<string>({
      get: () => ({ _tag: 'Found', object: owner }),
      call: () => {
        calls++
        return { _tag: 'Accepted' }
      },
    })(attemptToOrphan(scopeTable(scopes))(memory)<string>(item))
    expect([done.queueAction, calls]).toEqual(['forget', count + 1])
  })

  it('takes a chain of a hundred thousand owners', () => {
    const chain = Array.from({ length: count }, (_, index) => object(`c${index}`, [to(`c${index + 1}`)]))
    expect(nodesOf(memoryOf(defaultPolicy)(chain)).length).toBe(count + 1)
  })

  it('takes an object that names a hundred thousand owners, and names others in the next moment', () => {
    const owners = (prefix: string): KubeObject =>
      object(
        'b',
        Array.from({ length: count }, (_, index) => to(`${prefix}${index}`)),
      )
    const memory = observeAll(defaultPolicy)([added(owners('x')), updated(owners('y'), owners('x'))])(emptyMemory)
    expect([nodeOf('x7')(memory)?.dependents?.size, nodeOf('y7')(memory)?.dependents?.size]).toEqual([undefined, 1])
  })

  it('remembers no more than five hundred absent owners', () => {
    const pairs = Array.from({ length: 600 }, (_, index) => [
      object(`o${index}`),
      object(`d${index}`, [to(`o${index}`)]),
    ])
    const memory = memoryOf(defaultPolicy)(pairs.flat())
    const gone = observeAll(defaultPolicy)(pairs.flatMap(([owner]) => (owner === undefined ? [] : deleted(owner))))(
      memory,
    )
    expect(absentOwners(gone).length).toBe(500)
    expect(absentOwners(gone)[0]?.uid).toBe('o100')
  })
})
