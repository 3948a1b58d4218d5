/**
 * Answers who depends on whom: for each node the nodes that refer to its uid, each once, in the order they were seen.
 */
import { addEdge, adjacency, noEdges } from '../../internal/adjacency.js'
import type { Column } from '../../internal/column.js'
import type { KubeObject } from '../../apiserver/object.js'
import { hasMarks, marks as facts } from './mark.js'
import { isBlocking, ownersOf } from '../../apiserver/address.js'

/** Dependents of each node. */
export interface Dependents {
  /** Calls `visit` for every dependent once, and says whether any of its references blocks the owner. */
  readonly each: (owner: number, visit: (dependent: number, blocks: boolean) => void) => void
}

/** Groups references by owner; objects that are not watched own nothing and depend on nothing. */
export const dependentsOf = (objects: ReadonlyArray<KubeObject>, marks: Uint8Array, owners: Column): Dependents => {
  const edges = noEdges()
  let index = 0
  objects.forEach((object, node) => {
    if (hasMarks(marks, node, facts.ignored)) return
    for (const reference of ownersOf(object)) {
      const owner = owners.values[index++] as number
      if (owner >= 0) addEdge(edges, owner, node, isBlocking(reference) ? 1 : 0)
    }
  })
  const { start, target, tag } = adjacency(objects.length, edges)
  return {
    each: (owner, visit) => {
      const end = start[owner + 1] as number
      let at = start[owner] as number
      while (at < end) {
        const dependent = target[at] as number
        let blocks = false
        // References of one dependent lie side by side.
        for (; at < end && target[at] === dependent; at++) blocks = blocks || tag[at] === 1
        visit(dependent, blocks)
      }
    },
  }
}
