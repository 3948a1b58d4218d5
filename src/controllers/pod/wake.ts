/**
 * When a plan changes by the passing of time alone: only when a quarantine ends.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { keyOf } from './snapshot.js'
import { nodeNameOf } from './memory.js'
import type { PassInput } from './pass-input.js'

/**
 * When the first quarantine ends of a node that pods name. `tells` is false of a pod of which a plan does not tell why it
 * stays, by its key: then its quarantine counts only if the pod goes after it.
 */
export const wakeAt = (input: PassInput, tells: (key: string) => boolean): O.Option<Date> => {
  const { policy, pods, nodes, coversNodes, ripe, waiting } = input
  if (policy.controller === 'off' || !coversNodes || waiting.size === 0) return fp.none
  let first: Date | undefined
  for (const pod of pods) {
    const node = nodeNameOf(pod)
    if (node === undefined || nodes.has(node) || ripe.has(node)) continue
    const until = waiting.get(node)
    if (until === undefined || (first !== undefined && until >= first)) continue
    if (isGone(input, node) || tells(keyOf(pod))) first = until
  }
  return first === undefined ? fp.none : fp.some(first)
}

const isGone = ({ apiNodes, failedLookups }: PassInput, node: string): boolean =>
  apiNodes._tag !== 'Unknown' && !apiNodes.value.has(node) && !failedLookups.has(node)
