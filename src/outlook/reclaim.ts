/** Which images may go before the kubelet removes any, and whether they still may by a later look. */
import { either as E, function as F } from 'fp-ts'

import { removalsOf } from '../core/index.js'
import { type DecodedLayers, remembered } from '../decode/index.js'
import * as Guards from '../guard/index.js'
import type * as Image from '../kubelet/image/index.js'
import * as Reclaim from '../reclaim/index.js'
import { imageSnapshot, withLongerUse } from './memory.js'
import type { NodeObservation, RuntimeLook } from './observation.js'

/** What may be removed, and from when on. */
export interface ReclaimRules {
  /** Percent of the disk from which on images go. Default: five less than the kubelet's. */
  readonly highPercent?: number | undefined
  /** Percent down to which they go. Default: five less than the kubelet's, but not above `highPercent`. */
  readonly lowPercent?: number | undefined
  /** More images at once, and none may go. */
  readonly maxRemovals: number
  /** Whether an image of that name or id stays. */
  readonly keeps: (name: string) => boolean
}

/** Memories of a node's images: the longer one, and what of it a kubelet has that began later. */
export interface Memories {
  readonly own: Image.Memory
  readonly kubelets: Image.Memory
}

/** Policy and stock of the cheapest plan. */
export interface ReclaimInput {
  readonly policy: Reclaim.Policy
  readonly snapshot: Reclaim.Snapshot
}

/** Five percent before the kubelet, unless the rules say otherwise. */
export const reclaimInput = (
  { highPercent, lowPercent, keeps }: ReclaimRules,
  image: Image.Policy,
  { own, kubelets }: Memories,
  seen: NodeObservation,
): ReclaimInput => {
  const highThresholdPercent = highPercent ?? Math.max(0, image.highThresholdPercent - 5)
  const lowThresholdPercent = Math.min(highThresholdPercent, lowPercent ?? Math.max(0, image.lowThresholdPercent - 5))
  return {
    policy: { ...Reclaim.defaultPolicy, image: { ...image, highThresholdPercent, lowThresholdPercent } },
    snapshot: {
      ...Reclaim.join(imageSnapshot(seen, withLongerUse(kubelets, own)), storeOf(seen)),
      cannotPullAgain: new Set(seen.images.flatMap(({ id, tags }) => ([id, ...tags].some(keeps) ? [id] : []))),
    },
  }
}

const noStore: DecodedLayers['store'] = { layers: [], images: [], holders: [] }

/** The layers that were seen. */
export const storeOf = ({ layers }: Pick<NodeObservation, 'layers'>): DecodedLayers['store'] =>
  F.pipe(
    layers,
    E.match(
      () => noStore,
      ({ store }) => store,
    ),
  )

/** Why nothing may be removed, one sentence each. */
export const refusalsOf = (
  { maxRemovals }: ReclaimRules,
  planned: Reclaim.Plan,
  { kubelet: { settings } }: NodeObservation,
): ReadonlyArray<string> => [
  ...(E.isLeft(settings) ? ["the kubelet's settings are unknown"] : []),
  ...F.pipe(
    Guards.maxCount(maxRemovals)(planned),
    E.match(
      (all: Guards.Refusals) => all.map(Guards.explainRefusal),
      () => [],
    ),
  ),
]

/** With this, a plan removes all that may go. */
const everything = { mode: 'kubelet', target: { _tag: 'Bytes', bytes: Number.MAX_SAFE_INTEGER } } as const

/** The images that may still go by a later look of the runtime: they are there, nobody uses them, they are not pinned, and so on. */
export const mayGoBy =
  (rules: ReclaimRules, image: Image.Policy, { own, kubelets }: Memories, seen: NodeObservation) =>
  (later: RuntimeLook): ReadonlySet<string> => {
    const now = { ...seen, ...later }
    const known = remembered(image, withLongerUse(kubelets, own))(now).memory
    const { policy, snapshot } = reclaimInput(rules, image, { own: known, kubelets: known }, now)
    return F.pipe(
      Reclaim.plan({ ...policy, ...everything })(snapshot),
      E.match(
        () => new Set(),
        (planned) => new Set(removalsOf(planned).map(({ target }) => target.imageId)),
      ),
    )
  }
