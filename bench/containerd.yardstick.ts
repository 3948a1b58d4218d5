/**
 * Answers how long the least takes that a plain port of the mark must do: adjacency by key in a map, seen keys in a set.
 * No labels are read, nothing is swept, no reason is given.
 */
import type { Graph } from './containerd.input.js'
import { keyOf } from './containerd.input.js'

/** A graph by keys, ready to be marked. */
export interface KeyedGraph {
  readonly edges: ReadonlyMap<string, ReadonlyArray<string>>
  readonly roots: ReadonlyArray<string>
}

/** One text per node: type, namespace, key. */
const nodeKey = (node: number): string => {
  const [kind, key] = keyOf(node)
  return kind === 'image' ? `5 k8s.io ${key}` : kind === 'content' ? `1 k8s.io ${key}` : `2 k8s.io overlayfs/${key}`
}

/** Prepares a graph; not part of what is measured. */
export const keyed = ({ nodes, from, to, roots }: Graph): KeyedGraph => {
  const keys = Array.from({ length: nodes }, (_, node) => nodeKey(node))
  const edges = new Map<string, string[]>(keys.map((key) => [key, []]))
  from.forEach((source, index) => edges.get(keys[source] ?? '')?.push(keys[to[index] ?? 0] ?? ''))
  return { edges, roots: roots.map((root) => keys[root] ?? '') }
}

/** Marks a graph. */
export const naiveMark = ({ edges, roots }: KeyedGraph): ReadonlySet<string> => {
  const seen = new Set(roots)
  const stack = [...roots]
  for (let key = stack.pop(); key !== undefined; key = stack.pop())
    for (const target of edges.get(key) ?? [])
      if (!seen.has(target)) {
        seen.add(target)
        stack.push(target)
      }
  return seen
}
