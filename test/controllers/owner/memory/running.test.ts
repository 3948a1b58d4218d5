import { describe, expect, it } from 'vitest'

import { added, updated } from '../../../../src/apiserver/answer.js'
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import { deleted as goneFrom } from '../../../../src/controllers/owner/memory/index.js'
import {
  finish,
  giveBack,
  hear,
  runningOn,
  takeWarnings,
  worksOf,
} from '../../../../src/controllers/owner/memory/running.js'
import { deleted, object, to } from '../build.js'

const running = (...objects: ReadonlyArray<ReturnType<typeof object>>) => runningOn(defaultPolicy)(objects)
const waiting = (of: ReturnType<typeof running>) => {
  const { Orphan, Delete } = worksOf(of)
  return [Orphan, Delete].map((works) => works.map(({ _tag, item }) => `${_tag} ${item.uid}`).join())
}

describe('a collector that keeps running', () => {
  it('sees nodes and dependents as they are now', () => {
    const of = running(object('a'), object('c', [to('a')]), object('b', [to('a')]))
    const node = of.view.node('a')
    expect(node?.identity.name).toBe('a')
    expect(node === undefined ? [] : of.view.dependents(node).map(({ identity }) => identity.uid)).toEqual(['b', 'c'])
    expect(of.view.isKnownAbsent(to('gone'), 'ns')).toBe(false)
  })

  it('sees them as they are now where there are many, or where they have many owners', () => {
    const many = (...more: ReadonlyArray<ReturnType<typeof to>>) =>
      Array.from({ length: 18 }, (_, index) => object(`d${10 + index}`, [to('a'), ...more]))
    const others = Array.from({ length: 20 }, (_, index) => to(`o${index}`))
    for (const dependents of [many(), many(...others).slice(0, 1), many(to('z'))]) {
      const of = running(object('a'), ...dependents)
      const seen = () => {
        const node = of.view.node('a')
        return node === undefined ? [] : of.view.dependents(node).map(({ identity, owners }) => [identity.uid, owners])
      }
      const expected = (list: ReadonlyArray<ReturnType<typeof object>>) =>
        list.map(({ metadata }) => [metadata.uid, metadata.ownerReferences])
      expect(seen()).toEqual(expected(dependents))
      const [first = object('none'), ...rest] = dependents
      const late = object('d99', [to('a')])
      hear(of, [added(late)])
      expect(seen()).toEqual(expected([...dependents, late]))
      const renamed = object(first.metadata.uid, [to('a', { blockOwnerDeletion: true })])
      hear(of, [updated(renamed, first)])
      expect(seen()).toEqual(expected([renamed, ...rest, late]))
      hear(of, [goneFrom(late)])
      expect(seen()).toEqual(expected([renamed, ...rest]))
      hear(of, [updated(object(first.metadata.uid), renamed)])
      expect(seen()).toEqual(expected(rest))
      const stray = of.view.node(first.metadata.uid)
      expect(stray === undefined ? undefined : of.view.dependents(stray)).toEqual([])
    }
  })

  it('knows owners as absent that it saw go', () => {
    const of = running(object('a'), object('b', [to('a')]))
    hear(of, [goneFrom(object('a'))])
    expect(of.view.node('a')).toBeUndefined()
    expect(of.view.isKnownAbsent(to('a'), 'ns')).toBe(true)
    expect(of.view.isKnownAbsent(to('a'), 'other')).toBe(false)
    expect(waiting(of)).toEqual(['', 'Delete b'])
  })

  it('takes finished work out of its queue, and puts back what is given back, once', () => {
    const of = running(object('a'), object('b', [to('a')]), object('o', [], deleted('orphan')), object('p', [to('o')]))
    hear(of, [goneFrom(object('a'))])
    expect(waiting(of)).toEqual(['Orphan o', 'Delete b'])
    const works = [...worksOf(of).Orphan, ...worksOf(of).Delete]
    for (const work of works) giveBack(of, work)
    expect(waiting(of)).toEqual(['Orphan o', 'Delete b'])
    finish(
      of,
      works.map((work) => ({
        work,
        attempt: { result: { _tag: 'Ok' }, queueAction: 'forget', enqueue: [], absent: [] },
      })),
    )
    expect(waiting(of)).toEqual(['', ''])
    for (const work of works) giveBack(of, work)
    expect(waiting(of)).toEqual(['Orphan o', 'Delete b'])
  })

  it('tells warnings once', () => {
    const of = running(object('a', [], { namespace: 'other' }), object('b', [to('a')]))
    expect(takeWarnings(of)).toHaveLength(1)
    expect(takeWarnings(of)).toEqual([])
  })
})
