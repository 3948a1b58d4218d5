import { describe, expect, it } from 'vitest'

import type { ReplicaSet } from '../../../src/controllers/history/index.js'
import { sortReplicaSets } from '../../../src/controllers/history/order.js'
import { clusterOf, deployment, minute, planOf, replicaSet } from './build.js'

/** Names in the order in which ReplicaSets go. */
const order = (sets: ReadonlyArray<ReplicaSet>): string =>
  planOf(clusterOf({ deployments: [deployment({ revisionHistoryLimit: 0 })], replicaSets: sets }))
    .passes[0].removals.map(({ target }) => target.name)
    .join(' ')

const created = (name: string, revision: string | null, minutes: number): ReplicaSet =>
  replicaSet(name, revision, {}, { creationTimestamp: minute(minutes) })

describe('old ReplicaSets go', () => {
  it('by revision as a number, one without revision first', () => {
    expect(order([replicaSet('x', '10'), replicaSet('y', '9'), replicaSet('z', null)])).toBe('z y x')
    expect(order([replicaSet('x', '-1'), replicaSet('y', '+2'), replicaSet('z', '0')])).toBe('x z y')
    expect(order([replicaSet('x', '9223372036854775807'), replicaSet('y', '9223372036854775806')])).toBe('y x')
    expect(order([created('x', '-9223372036854775808', 2), created('y', '1', 1)])).toBe('x y')
  })

  it('by creation, then name, where their revision is the same', () => {
    expect(order([created('x', '1', 2), created('z', '1', 1), created('y', '1', 1)])).toBe('y z x')
  })

  it('by insertion where a revision cannot be read: each is compared with its neighbours', () => {
    // By creation: a5, b?, c1. c1 is younger than b?, so it stays behind it, although its revision is below that of a5.
    expect(order([created('c', '1', 3), created('a', '5', 1), created('b', 'five', 2)])).toBe('a b c')
    // By creation: a5, b1, c?. b1 passes a5, c? stays behind both.
    expect(order([created('a', '5', 1), created('b', '1', 2), created('c', 'x', 3)])).toBe('b a c')
    // By creation: a?, b5, c1. c1 passes b5 and stops at a?, which is older.
    expect(order([created('a', '', 1), created('b', '5', 2), created('c', '1', 3)])).toBe('a c b')
    expect(order([created('a', '1', 1), created('b', '1', 2), created('c', '99999999999999999999', 0)])).toBe('c a b')
  })

  it('in the order of insertion into the list as handed, which a plan first puts in the order of creation', () => {
    const sets = [created('c', '1', 3), created('a', '5', 1), created('b', 'five', 2)]
    // c1 passes a5; b? is younger than a5 and stays behind both.
    expect(sortReplicaSets('revision')(sets).map(({ metadata }) => metadata.name)).toEqual(['c', 'a', 'b'])
    expect(order(sets)).toBe(order(sets.toReversed()))
  })

  it('with those that cannot be read last where there are more than twelve', () => {
    const readable = Array.from({ length: 12 }, (_, index) => created(`r${10 + index}`, `${30 - index}`, index + 1))
    const names = readable.map(({ metadata }) => metadata.name).toReversed()
    expect(order([created('odd', 'x', 0), ...readable])).toBe([...names, 'odd'].join(' '))
    expect(order([created('odd', 'x', 0), ...readable.slice(1)])).toBe(['odd', ...names.slice(0, -1)].join(' '))
  })
})
