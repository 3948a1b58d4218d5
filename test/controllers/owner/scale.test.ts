import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeObject, OwnerReference } from '../../../src/apiserver/object.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import { clusterOf, deleted, object, planOf, to } from './build.js'

const many = 1_000_000
const some = 100_000

const chain = (length: number): ReadonlyArray<KubeObject> =>
  Array.from({ length }, (_, index) => object(`o${index}`, [to(index === 0 ? 'gone' : `o${index - 1}`)]))

describe('a large cluster', () => {
  it('may be a chain of a million owners, of which the first dependent goes', () => {
    const [, deletion] = planOf(clusterOf(chain(many))).passes
    expect(deletion.removals.map(({ target }) => target.id)).toEqual(['o0'])
    expect(deletion.kept.length).toBe(many - 1)
  })

  it('may be one circle, which stays', () => {
    const [first, ...rest] = chain(some)
    if (first === undefined) throw new Error('no chain')
    const circle = [object('o0', [to(`o${some - 1}`)]), ...rest]
    expect(planOf(clusterOf(circle)).passes[1].removals).toEqual([])
  })

  it('may hang on one owner that waits', () => {
    const dependents = Array.from({ length: some }, (_, index) =>
      object(`o${index}`, [to('a', { blockOwnerDeletion: true })]),
    )
    const [, deletion] = planOf(clusterOf([object('a', [], deleted('foregroundDeletion')), ...dependents])).passes
    expect(deletion.removals.length).toBe(some)
    expect(deletion.kept).toMatchObject([{ reasons: [{ dependents: some }] }])
  })

  it('may hang on one owner that leaves it behind', () => {
    const dependents = Array.from({ length: some }, (_, index) => object(`o${index}`, [to('a')]))
    const [orphan] = planOf(clusterOf([...dependents, object('a', [], deleted('orphan'))])).passes
    expect(orphan.amendments.length).toBe(some)
    expect(orphan.removals[0]?.requires.length).toBe(some)
  })

  it('may have one object with a reference to everybody, also twice', () => {
    const owners = Array.from({ length: some }, (_, index) => object(`o${index}`))
    const references = owners.flatMap(({ metadata }): ReadonlyArray<OwnerReference> => [
      to(metadata.uid),
      to(`${metadata.uid}-gone`),
      to(metadata.uid, { name: 'wrong' }),
    ])
    const [, deletion] = planOf(clusterOf([...owners, object('all', references)])).passes
    expect(deletion.amendments.length).toBe(1)
    expect(deletion.removals).toEqual([])
  })

  it('is refused when every uid is the same', () => {
    const twins = Array.from({ length: some }, () => object('twin'))
    const planned = plan(defaultPolicy)(clusterOf(twins))
    expect(E.isLeft(planned) && planned.left.problems.length).toBe(100)
  })
})

describe('an empty cluster', () => {
  it('has an empty plan', () => {
    expect(planOf(clusterOf([])).passes.map(({ removals, kept }) => [removals.length, kept.length])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})
