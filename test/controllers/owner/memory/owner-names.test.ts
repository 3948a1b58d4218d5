import { describe, expect, it } from 'vitest'

import type { OwnerReference } from '../../../../src/apiserver/object.js'
import { type Identity, type Node, observedNode } from '../../../../src/controllers/owner/memory/node.js'
import { ownerNames } from '../../../../src/controllers/owner/memory/owner-names.js'
import { object, to } from '../build.js'

const named = (name: string, more: Partial<Identity> = {}): Identity => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'ns',
  name,
  uid: 'o',
  ...more,
})

/** Dependents by name, each with what it calls the owner. */
const dependents = (
  of: Readonly<Record<string, ReadonlyArray<Partial<OwnerReference>>>>,
  namespace = 'ns',
): ReadonlyArray<Node> =>
  Object.entries(of).map(([uid, names], serial) =>
    observedNode(
      serial,
      object(
        uid,
        names.map((one) => to('o', one)),
        { namespace },
      ),
    ),
  )

/** What is answered at first, and when asked again about the same dependents. */
const asked = <A>(list: ReadonlyArray<Node>, ask: (names: ReturnType<typeof ownerNames>) => A): ReadonlyArray<A> =>
  ['at first', 'again', 'once more'].map(() => ask(ownerNames(list, 'o')))

const thrice = <A>(answer: A): ReadonlyArray<A> => [answer, answer, answer]

describe('the dependents of an owner, asked again', () => {
  const list = dependents({
    d: [{ name: 'b' }, { name: 'b' }],
    c: [{ name: 'a' }, { name: 'b' }],
    e: [{ name: 'c' }, { name: 'b', kind: 'Pod' }],
  })

  it('name it as they did, each once, in their order', () => {
    for (const [name, uids] of [
      ['a', ['c']],
      ['b', ['d', 'c']],
      ['c', ['e']],
      ['d', []],
    ] as const)
      for (const place of ['ns', undefined])
        expect(
          asked(list, ({ matching }) =>
            matching(named(name, { namespace: place })).map(({ identity }) => identity.uid),
          ),
        ).toEqual(thrice(uids))
  })

  it('do not name an owner in another namespace, or of another kind or version', () => {
    for (const other of [{ namespace: 'other' }, { kind: 'Secret' }, { apiVersion: 'v2' }, { uid: 'p' }])
      expect(asked(list, ({ matching }) => matching(named('a', other)))).toEqual(thrice([]))
  })

  it('have it looked for under the next name, and under the first after the last', () => {
    const next = (name: string) =>
      asked(list, ({ next: after }) => {
        const found = after(named(name))
        return found === undefined ? undefined : `${found.kind} ${found.name}`
      })
    expect(next('')).toEqual(thrice('ConfigMap a'))
    expect(next('a')).toEqual(thrice('ConfigMap b'))
    expect(next('aa')).toEqual(thrice('ConfigMap b'))
    expect(next('b')).toEqual(thrice('ConfigMap c'))
    expect(next('c')).toEqual(thrice('Pod b'))
    const last = named('b', { kind: 'Pod' })
    expect(asked(list, ({ next: after }) => after(last)?.name)).toEqual(thrice('a'))
  })

  it('have it looked for no more where all name it alike', () => {
    const alike = dependents({ a: [{ name: 'x' }], b: [{ name: 'x' }] })
    expect(asked(alike, ({ next }) => next(named('x')))).toEqual(thrice(undefined))
    expect(asked(alike, ({ next }) => next(named('y'))?.name)).toEqual(thrice('x'))
    expect(asked([], ({ next }) => next(named('x')))).toEqual(thrice(undefined))
  })

  it('have it looked for in the cluster where that is where its kind was looked for, once', () => {
    const places = [
      ...dependents({ a: [{ name: 'x' }, { name: 'y' }] }),
      ...dependents({ b: [{ name: 'y' }] }, 'other'),
    ]
    const inCluster = (name: string) => named(name, { namespace: undefined })
    expect(asked(places, ({ next }) => next(inCluster('x')))).toEqual(thrice(inCluster('y')))
    expect(asked(places, ({ next }) => next(inCluster('y')))).toEqual(thrice(inCluster('x')))
    expect(asked(places, ({ next }) => next(named('y')))).toEqual(thrice(named('y', { namespace: 'other' })))
  })
})
