/** Figures of what nodes keep alone, over the dominators of a graph. */
import type { Dominators } from '../../internal/dominators.js'
import type { Graph } from '../graph/graph.js'
import { locate } from '../graph/node-index.js'
import { type Open, filesOf, placesOf } from './kept.js'
import { type Freed, type Row, freedOf, minus, plus, zeros } from './tally.js'
import { weigh } from './weigh.js'

/** What one node alone keeps, for certain and perhaps. */
export interface Kept {
  readonly only: Freed
  readonly uncertain: Freed
}

/** Figures by node. */
export interface Figures {
  readonly limbs: number
  readonly keptBy: (node: number) => Kept
  /** What nothing else is known to keep, the node included. */
  readonly below: (node: number) => Row
}

/** The figures of a graph. */
export const figuresOf = (graph: Graph, found: Dominators, open: Open): Figures => {
  const weights = weigh(graph, found, filesOf(graph, found, open), open)
  const isReached = (node: number): boolean => {
    const { place, flat } = placesOf(graph, found, node)
    return place + flat > 0
  }
  return {
    limbs: weights.limbs,
    below: weights.below,
    keptBy: (node) => {
      const { space } = locate(graph.nodeIndex, node)
      const isOpen = open.spaces.has(space)
      const none = zeros(weights.limbs)
      const itself = isReached(node) ? weights.itself(node) : none
      const others = isReached(node) ? minus(weights.below(node), weights.counted(node)) : none
      const whatMight = open.holders.has(node) ? weights.uncertain(space) : none
      return {
        only: freedOf(isOpen ? itself : plus(itself, others)),
        uncertain: freedOf(isOpen ? plus(others, whatMight) : none),
      }
    },
  }
}
