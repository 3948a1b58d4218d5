import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Adjacency, Marks, References } from '../../src/internal/graph.js'
import {
  addEdge,
  adjacency,
  eachEdge,
  noEdges,
  isMarked,
  itself,
  noMarks,
  seed,
  spread,
  unmarkFrom,
} from '../../src/internal/graph.js'
import { runs } from '../runs.js'

const size = 9

const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.nat(3)), { maxLength: 24 })

const graphOf = (list: ReadonlyArray<readonly [number, number, number]>): Adjacency => {
  const found = noEdges()
  for (const [source, target, tag] of list) addEdge(found, source, target, tag)
  return adjacency(size, found)
}

const along =
  (graph: Adjacency): References =>
  (node, visit) =>
    eachEdge(graph, node, visit)

const marked = (graph: Adjacency, seeds: ReadonlyArray<number>, barred: ReadonlyArray<number> = []): Marks => {
  const marks = noMarks(size)
  for (const node of seeds) seed(marks, node, itself, 0)
  spread(marks, along(graph), 0, (node) => barred.includes(node))
  return marks
}

const reachable = (
  list: ReadonlyArray<readonly [number, number, number]>,
  seeds: ReadonlyArray<number>,
): Map<number, number> => {
  const distance = new Map(seeds.map((node) => [node, 0]))
  for (let step = 0; step < size; step++)
    for (const [source, target] of list)
      if (distance.get(source) === step && !distance.has(target)) distance.set(target, step + 1)
  return distance
}

const wayLength = ({ from }: Marks, node: number): number =>
  from[node] === itself ? 0 : 1 + wayLength({ from } as Marks, from[node] ?? 0)

describe('marks', () => {
  it('reach what is reachable, by a shortest way', () => {
    fc.assert(
      fc.property(edges, fc.array(fc.nat(size - 1)), (list, seeds) => {
        const marks = marked(graphOf(list), seeds)
        const distance = reachable(list, seeds)
        for (let node = 0; node < size; node++) {
          expect(isMarked(marks, node)).toBe(distance.has(node))
          if (distance.has(node)) expect(wayLength(marks, node)).toBe(distance.get(node))
        }
        expect(marks.count).toBe(distance.size)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('do not depend on the order of edges', () => {
    const shuffled = edges.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, fc.uniqueArray(fc.nat(size - 1)), ([list, other], seeds) => {
        const [one, two] = [marked(graphOf(list), seeds), marked(graphOf(other), seeds.toReversed())]
        expect(two.from).toEqual(one.from)
        for (let node = 0; node < size; node++) if (isMarked(one, node)) expect(two.tag[node]).toBe(one.tag[node])
      }),
      { numRuns: runs(1000) },
    )
  })

  it('never enter what is barred', () => {
    fc.assert(
      fc.property(edges, fc.nat(size - 1), fc.nat(size - 1), (list, start, barred) => {
        fc.pre(start !== barred)
        const open = list.filter(([, target]) => target !== barred)
        expect(marked(graphOf(list), [start], [barred]).from).toEqual(marked(graphOf(open), [start]).from)
      }),
    )
  })

  it('can be taken back and set again', () => {
    fc.assert(
      fc.property(edges, fc.nat(size - 1), fc.nat(size - 1), (list, first, second) => {
        const graph = graphOf(list)
        const marks = marked(graph, [first])
        const before = Array.from(marks.from)
        const { count } = marks
        seed(marks, second, itself, 0)
        spread(marks, along(graph), count)
        expect(marks.count).toBe(reachable(list, [first, second]).size)
        unmarkFrom(marks, count)
        expect(Array.from(marks.from)).toEqual(before)
      }),
    )
  })

  it('run along a chain of a million nodes', () => {
    const length = 1_000_000
    const marks = noMarks(length)
    seed(marks, 0, itself, 0)
    spread(marks, (node, visit) => {
      if (node + 1 < length) visit(node + 1, 0)
    })
    expect(marks.count).toBe(length)
  })
})

describe('adjacency', () => {
  it('keeps the edges of a node in the order they were found', () => {
    fc.assert(
      fc.property(edges, (list) => {
        const graph = graphOf(list)
        for (let node = 0; node < size; node++) {
          const found: [number, number][] = []
          eachEdge(graph, node, (target, tag) => found.push([target, tag]))
          expect(found).toEqual(list.flatMap(([source, target, tag]) => (source === node ? [[target, tag]] : [])))
        }
      }),
    )
  })
})
