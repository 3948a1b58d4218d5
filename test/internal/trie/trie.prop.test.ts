import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Trie, Keying } from '../../../src/internal/trie/branch.js'
import { each, emptyTrie, find, valuesOf, keyedByNumber, keyedByText } from '../../../src/internal/trie/branch.js'
import { buildTrie } from '../../../src/internal/trie/build.js'
import { insert, remove } from '../../../src/internal/trie/change.js'

interface Held {
  readonly key: string
  readonly worth: number
}

const sound = keyedByText<Held>(({ key }) => key)
/** Hashes that crowd in the first round, in both rounds, or altogether. */
const crowded = (first: number, second: number): Keying<string, Held> => ({
  keyOf: ({ key }) => key,
  hash: (key, round) => sound.hash(key, round) & (round === 0 ? first : second),
})
const keyings = fc.constantFrom(sound, crowded(3, -1), crowded(0, 7), crowded(0, 0), crowded(-1 << 30, -1 << 28))

const keys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a', 'b', 'Aa', 'BB'),
  fc.string({ maxLength: 3 }),
)
type Step = { readonly _tag: 'Insert'; readonly held: Held } | { readonly _tag: 'Remove'; readonly key: string }
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ _tag: fc.constant('Insert' as const), held: fc.record({ key: keys, worth: fc.nat(3) }) }),
    },
    fc.record({ _tag: fc.constant('Remove' as const), key: keys }),
  ),
  { maxLength: 120 },
)

const stepTrie =
  (keying: Keying<string, Held>, owner: object | null) =>
  (trie: Trie<Held>, step: Step): Trie<Held> =>
    step._tag === 'Insert' ? insert(keying, owner, trie, step.held) : remove(keying, owner, trie, step.key)

const stepMap = (map: Map<string, Held>, step: Step): Map<string, Held> => {
  if (step._tag === 'Insert') map.set(step.held.key, step.held)
  else map.delete(step.key)
  return map
}

const byKey = (a: Held, b: Held): number => (a.key < b.key ? -1 : 1)
const contents = (trie: Trie<Held>): ReadonlyArray<Held> => valuesOf(trie).sort(byKey)

/** What a trie is made of, without its owners. */
const shape = (trie: Trie<Held>): unknown => ({ ...trie, owner: null, branches: trie.branches.map(shape) })

describe('a trie', () => {
  it('holds what a Map holds after the same steps', () => {
    fc.assert(
      fc.property(keyings, steps, (keying, taken) => {
        const trie = taken.reduce(stepTrie(keying, null), emptyTrie<Held>())
        const map = taken.reduce(stepMap, new Map<string, Held>())
        expect(contents(trie)).toEqual([...map.values()].sort(byKey))
        expect(trie.size).toBe(map.size)
        for (const step of taken) {
          const key = step._tag === 'Insert' ? step.held.key : step.key
          expect(find(keying, trie, key)).toBe(map.get(key))
        }
      }),
    )
  })

  it('leaves every earlier trie as it was', () => {
    fc.assert(
      fc.property(keyings, steps, (keying, taken) => {
        const tries: Trie<Held>[] = [emptyTrie()]
        const before: string[] = [JSON.stringify(shape(emptyTrie()))]
        for (const step of taken) {
          const next = stepTrie(keying, null)(tries.at(-1) ?? emptyTrie(), step)
          tries.push(next)
          before.push(JSON.stringify(shape(next)))
        }
        return tries.every((trie, index) => JSON.stringify(shape(trie)) === before[index])
      }),
    )
  })

  it('is the same trie changed in place or not, and an owner changes nothing that it did not make', () => {
    fc.assert(
      fc.property(keyings, steps, steps, (keying, first, second) => {
        const shared = first.reduce(stepTrie(keying, null), emptyTrie<Held>())
        const before = JSON.stringify(shape(shared))
        const mine = second.reduce(stepTrie(keying, {}), shared)
        const copied = second.reduce(stepTrie(keying, null), shared)
        expect(shape(mine)).toEqual(shape(copied))
        expect(JSON.stringify(shape(shared))).toBe(before)
      }),
    )
  })

  it('is made by its contents alone, whatever came before', () => {
    fc.assert(
      fc.property(keyings, steps, (keying, taken) => {
        const trie = taken.reduce(stepTrie(keying, null), emptyTrie<Held>())
        const again = contents(trie).reduce((held, value) => insert(keying, null, held, value), emptyTrie<Held>())
        expect(shape(again)).toEqual(shape(trie))
      }),
    )
  })

  it('is the same trie built at once', () => {
    fc.assert(
      fc.property(keyings, steps, (keying, taken) => {
        const trie = taken.reduce(stepTrie(keying, null), emptyTrie<Held>())
        expect(shape(buildTrie(keying, contents(trie)))).toEqual(shape(trie))
      }),
    )
  })

  it('is the same trie built at once when it is large', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ key: `key-${index}`, worth: index }))
    const owner = {}
    const trie = many.reduce((held, value) => insert(sound, owner, held, value), emptyTrie<Held>())
    expect(shape(buildTrie(sound, many))).toEqual(shape(trie))
  })

  it('visits as many values as it counts', () => {
    fc.assert(
      fc.property(keyings, steps, (keying, taken) => {
        const trie = taken.reduce(stepTrie(keying, {}), emptyTrie<Held>())
        let visited = 0
        each(trie, () => visited++)
        return visited === trie.size
      }),
    )
  })

  it('takes numbers beyond 32 bits as keys', () => {
    const keying = keyedByNumber<number>((value) => value)
    const numbers = [0, 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 33, 65]
    const trie = numbers.reduce((held, value) => insert(keying, null, held, value), emptyTrie<number>())
    expect(numbers.map((value) => find(keying, trie, value))).toEqual(numbers)
    expect(numbers.reduce((held, value) => remove(keying, null, held, value), trie)).toBe(emptyTrie())
  })
})
