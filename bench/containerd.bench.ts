/**
 * Answers how long containerd's collector takes beside the least that a plain port of the mark must do: the mark alone,
 * on numbers already known, and the whole plan from objects with labels, kept records and reasons included.
 */
import { either as E } from 'fp-ts'

import { defaultPolicy, plan } from '../src/containerd/index.js'
import { addEdge, adjacency, eachEdge, noEdges, itself, noMarks, seed, spread } from '../src/internal/graph.js'
import type { Bench } from './bench.js'
import { firstUnequal, planning } from './bench.js'
import type { Graph } from './containerd.input.js'
import { databaseOf, graphOf, keyOf, recorded } from './containerd.input.js'
import { portOfContainerdCollection } from './containerd.port.js'
import { keyed, naiveMark } from './containerd.yardstick.js'

const sizes = [1_000, 10_000, 100_000, 1_000_000]

/** What differs from the counts that the graph is known to have. */
const miscounted = (size: number, { nodes, from, roots }: Graph, reachable: number): string | null => {
  const expected = recorded.get(size)
  const counted = { nodes, edges: from.length, roots: roots.length, reachable }
  return expected === undefined || JSON.stringify(expected) === JSON.stringify(counted)
    ? null
    : `counted ${JSON.stringify(counted)}, known ${JSON.stringify(expected)}`
}

const mark = ({ nodes, from, to, roots }: Graph): (() => number) => {
  const edges = noEdges()
  from.forEach((source, index) => addEdge(edges, source, to[index] ?? 0, 0))
  const graph = adjacency(nodes, edges)
  return () => {
    const marks = noMarks(nodes)
    for (const root of roots) seed(marks, root, itself, 0)
    spread(marks, (node, visit) => eachEdge(graph, node, visit))
    return marks.count
  }
}

export const containerdMark: Bench = {
  name: 'containerd-mark',
  about: 'the mark alone, keys numbered and edges grouped beforehand; items are nodes',
  sizes,
  prepare: (size) => {
    const graph = graphOf(size)
    const keys = keyed(graph)
    const work = mark(graph)
    return {
      items: graph.nodes,
      work,
      yardstick: () => naiveMark(keys),
      disagreement: () =>
        miscounted(size, graph, work()) ??
        (naiveMark(keys).size === work() ? null : `${work()} marks, by the yardstick ${naiveMark(keys).size}`),
    }
  },
}

const typeOf = { image: '5', content: '1', snapshot: '2' } as const

/** Keys of what the yardstick does not reach, in the order of the sweep: snapshots, content, images. */
const unreached = (nodes: number, reached: ReadonlySet<string>): ReadonlyArray<string> => {
  const left = Array.from({ length: nodes }, (_, node) => keyOf(node)).filter(
    ([kind, key]) => !reached.has(`${typeOf[kind]} k8s.io ${kind === 'snapshot' ? 'overlayfs/' : ''}${key}`),
  )
  return (['snapshot', 'content', 'image'] as const).flatMap((wanted) =>
    left.flatMap(([kind, key]) => (kind === wanted ? [key] : [])).sort(),
  )
}

export const containerdPlan: Bench = {
  name: 'containerd-plan',
  about: 'the whole plan from labelled records, beside the mark alone of the yardstick; items are records',
  sizes,
  prepare: (size) => {
    const graph = graphOf(size)
    const keys = keyed(graph)
    const snapshot = databaseOf(graph)
    const decide = plan(defaultPolicy)
    return {
      items: graph.nodes,
      work: () => decide(snapshot),
      yardstick: () => naiveMark(keys),
      disagreement: () => {
        const decided = decide(snapshot)
        if (E.isLeft(decided)) return `the plan was refused: ${JSON.stringify(decided.left)}`
        const [sweep] = decided.right.passes
        return (
          miscounted(size, graph, sweep.kept.length) ??
          firstUnequal(
            sweep.removals.map(({ target }) => target.key),
            unreached(graph.nodes, naiveMark(keys)),
          )
        )
      },
    }
  },
}

export const containerdPlanCold: Bench = {
  ...containerdPlan,
  name: 'containerd-plan-cold',
  about: 'the first plan of a process, beside the first mark of one; items are records',
  sizes: [100_000, 1_000_000],
  isCold: true,
}

export const containerdPlanPort: Bench = {
  name: 'containerd-plan-port',
  about: 'the whole plan, beside a plain port that starts from the same records; items are records',
  sizes,
  prepare: (size) => {
    const graph = graphOf(size)
    const snapshot = databaseOf(graph)
    const decide = plan(defaultPolicy)
    return planning(
      graph.nodes,
      () => decide(snapshot),
      () => portOfContainerdCollection(snapshot),
    )
  },
}
