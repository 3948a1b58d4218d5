import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, millis, unknown } from '../../../src/core/index.js'
import type { Observation, Memory } from '../../../src/controllers/pod/index.js'
import { defaultPolicy, emptyMemory, observe, step } from '../../../src/controllers/pod/index.js'
import { at, namesGoing, node, pod } from './build.js'

const look = (seconds: number, more: Partial<Observation> = {}): Observation => ({
  at: at(seconds),
  pods: [pod('p', { node: 'gone' })],
  nodes: [],
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  ...more,
})

const after = (...looks: ReadonlyArray<Observation>): Memory =>
  looks.reduce((memory, each) => observe(defaultPolicy)(each)(memory), emptyMemory)

const back = { nodes: [node('gone', 'True')] }

describe('the quarantine of a node', () => {
  it('runs from the first look on', () => {
    expect(after(look(0), look(20), look(39)).waiting).toEqual([{ node: 'gone', until: at(40) }])
  })

  it('is not restarted by a node that comes and goes', () => {
    expect(after(look(0), look(20, back), look(39)).waiting).toEqual([{ node: 'gone', until: at(40) }])
  })

  it('makes the node ripe for one run, and begins again in it', () => {
    expect(after(look(0), look(40))).toEqual({ waiting: [{ node: 'gone', until: at(80) }], ripe: ['gone'] })
    expect(after(look(0), look(40), look(60))).toEqual({ waiting: [{ node: 'gone', until: at(80) }], ripe: [] })
  })

  it('is forgotten when the node is back at its end', () => {
    expect(after(look(0), look(40, back), look(60, back))).toEqual(emptyMemory)
  })

  it('begins for no pod that is bound to no node', () => {
    expect(after(look(0, { pods: [pod('p'), pod('q', { node: '' })] }))).toEqual(emptyMemory)
  })

  it('is kept in the order of the names of nodes', () => {
    const pods = [pod('p', { node: 'z' }), pod('q', { node: 'a' })]
    const waiting = {
      waiting: [
        { node: 'z', until: at(1) },
        { node: 'a', until: at(1) },
      ],
      ripe: [],
    }
    expect(observe(defaultPolicy)(look(2, { pods }))(waiting)).toEqual({
      waiting: [
        { node: 'a', until: at(42) },
        { node: 'z', until: at(42) },
      ],
      ripe: ['a', 'z'],
    })
  })

  it('begins for no node where nodes are not covered', () => {
    expect(after(look(0, { coverage: { _tag: 'Resources', resources: [] } }))).toEqual(emptyMemory)
  })

  it('is over at once when it has no length', () => {
    expect(observe({ ...defaultPolicy, quarantine: millis(0) })(look(0))(emptyMemory)).toEqual({
      waiting: [],
      ripe: ['gone'],
    })
  })

  it('begins where nodes are covered by their kind', () => {
    const resources = [{ group: '', kind: 'Node', namespaces: 'all' }] as const
    expect(after(look(0, { coverage: { _tag: 'Resources', resources } })).waiting.length).toBe(1)
    expect(after(look(0, { coverage: { _tag: 'Resources', resources: [{ ...resources[0], kind: 'Pod' }] } }))).toEqual(
      emptyMemory,
    )
  })

  it('is remembered by the name of the node', () => {
    const pods = ['c', 'a', 'b'].map((name) => pod(name, { node: name }))
    const early = look(0, { pods })
    expect(after(early).waiting.map((each) => each.node)).toEqual(['a', 'b', 'c'])
    expect(after(early, look(40, { pods }))).toEqual({
      waiting: ['a', 'b', 'c'].map((name) => ({ node: name, until: at(80) })),
      ripe: ['a', 'b', 'c'],
    })
  })

  it('does not exist while the controller is off', () => {
    expect(observe({ ...defaultPolicy, controller: 'off' })(look(0))(after(look(0)))).toEqual(emptyMemory)
  })
})

describe('runs one after the other', () => {
  const going = (...looks: ReadonlyArray<Observation>): ReadonlyArray<ReadonlyArray<string>> => {
    let memory = emptyMemory
    return looks.map((each) => {
      const run = step(defaultPolicy)(each)(memory)
      if (E.isLeft(run)) throw new Error(JSON.stringify(run.left))
      memory = run.right.memory
      return namesGoing(run.right.plan, 'orphaned')
    })
  }

  it('take the pods of a node that stays away', () => {
    expect(going(look(0), look(20), look(40))).toEqual([[], [], ['p']])
  })

  it('look a node up again 40 seconds after a lookup that failed', () => {
    const failing = { failedLookups: ['gone'] }
    expect(going(look(0), look(40, failing), look(60), look(80))).toEqual([[], [], [], ['p']])
  })

  it('keep the pods while nobody looks nodes up', () => {
    expect(going(look(0), look(40, { apiNodes: unknown }), look(60), look(80, { apiNodes: unknown }))).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  it('are refused for a look or a memory that is none', () => {
    expect(E.isLeft(step(defaultPolicy)({ ...look(0), pods: [null] as never })(emptyMemory))).toBe(true)
    expect(E.isLeft(step(defaultPolicy)(null as never)(emptyMemory))).toBe(true)
    expect(E.isLeft(step(defaultPolicy)(look(0))({ waiting: null } as never))).toBe(true)
  })
})
