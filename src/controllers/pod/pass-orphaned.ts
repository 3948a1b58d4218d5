/**
 * Pods whose node is gone. A node that isn't listed is quarantined first, then looked up; it is gone only if the lookup
 * doesn't find it.
 */
import { type Fate, fateBy, goes, passOver, stays } from './decide.js'
import { nodeNameOf } from './memory.js'
import type { DecidedPass } from './reason.js'
import type { PassInput } from './pass-input.js'

const unscheduled = stays({ _tag: 'Unscheduled' })

/**
 * The third pass: all pods, running ones too, of nodes that are gone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
 */
export const passOrphaned = (input: PassInput): DecidedPass => {
  const fateOn = fateBy((node) => fateOnNode(input, node))
  return passOver('orphaned', input, (pod) => {
    const node = nodeNameOf(pod)
    return node === undefined ? unscheduled : fateOn(node)
  })
}

const fateOnNode = (input: PassInput, node: string): Fate => {
  const { nodes, coversNodes, ripe, waiting, apiNodes, failedLookups } = input
  if (nodes.has(node)) return stays({ _tag: 'NodeExists', node })
  if (!coversNodes) return stays({ _tag: 'NodeNotCovered', node })
  if (!ripe.has(node)) {
    const until = waiting.get(node)
    return stays(until === undefined ? { _tag: 'QuarantineNotBegun', node } : { _tag: 'NodeInQuarantine', node, until })
  }
  if (failedLookups.has(node)) return stays({ _tag: 'NodeLookupFailed', node })
  if (apiNodes._tag === 'Unknown') return stays({ _tag: 'NodeNotLookedUp', node })
  return apiNodes.value.has(node) ? stays({ _tag: 'NodeFound', node }) : goes({ _tag: 'NodeGone', node })
}
