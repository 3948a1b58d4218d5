import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Edges } from '../../src/internal/graph.js'
import { cyclicComponents } from '../../src/internal/graph.js'
import { runs } from '../runs.js'

const edgesOf = (targets: ReadonlyArray<ReadonlyArray<number>>): Edges => {
  const start = [0]
  for (const each of targets) start.push((start.at(-1) ?? 0) + each.length)
  return { start: Int32Array.from(start), target: Int32Array.from(targets.flat()) }
}

/** By definition: nodes that reach each other. */
const model = (targets: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ReadonlyArray<number>> => {
  const reached = targets.map((_, from) => {
    const seen = new Set<number>()
    const open = [...(targets[from] ?? [])]
    for (let node = open.pop(); node !== undefined; node = open.pop())
      if (!seen.has(node)) {
        seen.add(node)
        open.push(...(targets[node] ?? []))
      }
    return seen
  })
  const groups = targets.map((_, a) =>
    targets.flatMap((__, b) => (a === b || (reached[a]?.has(b) && reached[b]?.has(a)) ? [b] : [])),
  )
  return groups.filter((group, node) => group.length > 1 && group[0] === node)
}

const graphs = fc
  .integer({ min: 1, max: 9 })
  .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }))

it('finds the nodes that reach each other', () => {
  fc.assert(
    fc.property(graphs, (targets) => {
      expect(cyclicComponents(targets.length, edgesOf(targets))).toEqual(model(targets))
    }),
    { numRuns: runs(1000) },
  )
})

it('walks a ring and a chain of a million', () => {
  const size = 1_000_000
  const start = Int32Array.from({ length: size + 1 }, (_, node) => node)
  const ring = Int32Array.from({ length: size }, (_, node) => (node + 1) % size)
  expect(cyclicComponents(size, { start, target: ring })[0]?.length).toBe(size)
  start[size] = size - 1
  expect(cyclicComponents(size, { start, target: ring.subarray(0, size - 1) })).toEqual([])
})

it('finds nothing where there is nothing', () => {
  expect(cyclicComponents(0, { start: new Int32Array(1), target: new Int32Array(0) })).toEqual([])
})
