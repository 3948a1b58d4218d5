/**
 * What keeps an image: the kubelet's rules, what the store knows, and what can be pulled again.
 */
import { type Candidate, keepReasons } from '../kubelet/image/candidates.js'
import { exclusiveIn } from './layers/shares.js'
import type { Stack } from './layers/stack.js'
import { type Removable, isNothing } from './effect.js'
import type { Policy } from './policy.js'
import type { KeepReason } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** Everything that keeps a candidate before any is chosen; `image` is its place in the store. */
export const keepReasonsOf = (
  policy: Policy,
  { node, cannotPullAgain }: Snapshot,
  candidate: Candidate,
  image: number | undefined,
): ReadonlyArray<KeepReason> => {
  const reasons: KeepReason[] = [...keepReasons(policy.image, node.at, candidate)]
  if (policy.irreplaceable === 'keep' && cannotPullAgain?.has(candidate.target.imageId) === true)
    reasons.push({ _tag: 'CannotPullAgain' })
  if (image === undefined) reasons.push({ _tag: 'LayersUnknown' })
  return reasons
}

/** Why an image that might have gone stays, downloads left out. */
export const reasonNotChosen = (stack: Stack): ((removable: Removable) => KeepReason) => {
  const exclusive = exclusiveIn(stack)
  return ({ image, cost }) => {
    const frees = exclusive(image)
    return isNothing(frees) ? { _tag: 'FreesNothing' } : { _tag: 'NotNeeded', cost, frees }
  }
}
