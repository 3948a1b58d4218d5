import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Dominators, Successors } from '../../src/internal/dominators.js'
import { addUp, countsBelow, dominators, ranksOf } from '../../src/internal/dominators.js'
import { runs } from '../runs.js'

const size = 9

type Edges = ReadonlyArray<readonly [number, number]>

const arbitraryGraph = fc.record({
  roots: fc.array(fc.nat(size - 1), { maxLength: 3 }),
  edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 24 }),
})

const successorsOf =
  (edges: Edges): Successors =>
  (node, visit) =>
    edges.forEach(([from, to]) => from === node && visit(to))

const reachable = (roots: ReadonlyArray<number>, edges: Edges, without: number): ReadonlySet<number> => {
  const seen = new Set(roots.filter((root) => root !== without))
  for (const node of seen) for (const [from, to] of edges) if (from === node && to !== without) seen.add(to)
  return seen
}

/** True when the dominators say that every way to `node` leads through `over`. */
const isAbove = ({ placeOf, above }: Dominators, over: number, node: number): boolean => {
  for (let place = placeOf[node] ?? 0; place > 0; place = above[place] ?? 0) if (place === placeOf[over]) return true
  return false
}

describe('dominators', () => {
  it('are what every way leads through', () => {
    fc.assert(
      fc.property(arbitraryGraph, ({ roots, edges }) => {
        const found = dominators(size, roots, successorsOf(edges))
        const all = reachable(roots, edges, -1)
        expect(found.count).toBe(all.size + 1)
        for (let over = 0; over < size; over++) {
          const left = reachable(roots, edges, over)
          for (let node = 0; node < size; node++)
            expect(isAbove(found, over, node)).toBe(all.has(node) && !left.has(node))
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  it('add up figures, and rank what lies below a place in one row', () => {
    fc.assert(
      fc.property(arbitraryGraph, ({ roots, edges }) => {
        const found = dominators(size, roots, successorsOf(edges))
        const counts = countsBelow(found)
        const ranks = ranksOf(found, counts)
        const figures = Float64Array.from({ length: found.count }, (_, place) => 2 ** place)
        addUp(found, figures)
        expect([...ranks].sort((a, b) => a - b)).toEqual([...ranks.keys()])
        for (let place = 0; place < found.count; place++) {
          const below = [...ranks.keys()].filter((other) => {
            for (let at = other; at !== 0; at = found.above[at] ?? 0) if (at === place) return true
            return place === 0
          })
          expect(figures[place]).toBe(below.reduce((sum, other) => sum + 2 ** other, 0))
          const [rank = 0, count = 0] = [ranks[place], counts[place]]
          expect(new Set(below)).toEqual(
            new Set(
              [...ranks.keys()].filter((other) => (ranks[other] ?? 0) >= rank && (ranks[other] ?? 0) < rank + count),
            ),
          )
        }
      }),
    )
  })

  it('are found in a chain, a ladder and a fan of a million nodes', () => {
    const many = 1_000_000
    const chain = dominators(many, [0], (node, visit) => node + 1 < many && visit(node + 1))
    expect(countsBelow(chain)[1]).toBe(many)
    const ladder = dominators(many, [0, 1], (node, visit) => {
      for (const target of [node + 1, node + 2]) if (target < many) visit(target)
      if (node > 1) visit(node - 2)
    })
    expect(ladder.above.every((above) => above === 0)).toBe(true)
    const fan = dominators(many, [0], (node, visit) => {
      if (node > 0) visit(0)
      else for (let target = many - 1; target > 0; target--) visit(target)
    })
    expect(countsBelow(fan)[1]).toBe(many)
  })
})
