/**
 * Answers what keeps an image: the rules of the kubelet, what the store knows, and what can be pulled again.
 */
import type { Candidate } from '../../collectors/kubelet-image/candidates.js'
import { ownReasons } from '../../collectors/kubelet-image/candidates.js'
import { int64ToBigint } from '../../core/int64.js'
import { freedIn } from '../layers/account.js'
import { exclusiveIn } from '../layers/shares.js'
import type { Stack } from '../layers/stack.js'
import type { SizeBounds } from '../layers/store.js'
import type { Removable } from './choose.js'
import type { Policy } from './policy.js'
import type { KeepReason } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** Everything that keeps a candidate before any is chosen; `image` is its place in the store. */
export const reasonsToStay = (
  policy: Policy,
  { node, cannotPullAgain }: Snapshot,
  candidate: Candidate,
  image: number | undefined,
): ReadonlyArray<KeepReason> => {
  const reasons: KeepReason[] = [...ownReasons(policy.image, node.at, candidate)]
  if (policy.irreplaceable === 'keep' && cannotPullAgain?.has(candidate.target.imageId) === true)
    reasons.push({ _tag: 'CannotPullAgain' })
  if (image === undefined) reasons.push({ _tag: 'LayersUnknown' })
  return reasons
}

/** Why an image that might have gone stays, downloads left out. */
export const spared = (stack: Stack): ((removable: Removable) => KeepReason) => {
  const exclusive = exclusiveIn(stack)
  return ({ image, cost }) => {
    const frees = exclusive(image)
    return isNothing(frees) ? { _tag: 'FreesNothing' } : { _tag: 'NotNeeded', cost, frees }
  }
}

/** Surely nothing: an unknown size might be something. */
const isNothing = ({ most }: SizeBounds): boolean => most !== undefined && int64ToBigint(most) === 0n

/** Of the images chosen, those that give anything back: bytes of their own, or a layer that goes with them. */
export const withEffect = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> => {
  const images = new Set(removable.filter((_, place) => chosen.has(place)).map(({ image }) => image))
  const freed = new Set(freedIn(stack, (image) => images.has(image)).layers)
  return new Set(
    [...chosen].filter((place) => {
      const image = removable[place]?.image ?? -1
      const own = stack.images[image]?.own
      if (own === undefined || !isNothing(own)) return true
      for (let layer = stack.top[image] ?? -1; layer !== -1; layer = stack.below[layer] ?? -1) {
        const { id, unpacked, blob } = stack.layers[layer] ?? { id: '', unpacked: { least: 0, most: 0 } }
        if (freed.has(id) && (!isNothing(unpacked) || blob !== undefined)) return true
      }
      return false
    }),
  )
}
