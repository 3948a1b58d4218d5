/** Shows an image collection as plain JSON: the disk, the order of eviction, and who is next if a removal fails. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Int64, int64FromBigint } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { formatBytes, formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import { explain } from '../../kubelet/image/explain.js'
import type { Plan } from '../../kubelet/image/plan.js'
import { type Stack, stackOf } from '../../reclaim/layers/stack.js'
import type { LayerStore } from '../../reclaim/layers/store.js'
import { diskOf } from './disk.js'
import { freedByTurn, freedWith } from './freed.js'
import type { ImageTurn, ImageView, Thresholds } from './model.js'
import { type Turn, countedBy, turnsOf } from './turns.js'

/** What an image collection is shown with. */
export interface ImageViewOptions {
  /** The policy of the plan, for its thresholds. */
  readonly policy: Thresholds
  /** The layers of the images, by ids as the node has them (`join` of `gcplan/reclaim`). Default: not known. */
  readonly layers?: LayerStore
  /** Ids of images whose removal fails. Default: none. */
  readonly fails?: ReadonlyArray<string>
}

/**
 * An image collection as an interface shows it: the parts of the disk, the images in order of eviction with what the kubelet counts
 * and what really becomes free, and who is next.
 *
 * Shape: plain JSON. Removals named in `fails` fail, and the run goes on as the kubelet's: the age pass finishes and ends it, the
 * space pass takes the next image until what it counts is enough. What follows the age pass is a forecast, as in the plan.
 * Order: of eviction.
 * Units: bytes; where a size is a range, its lower bound. Fails: `InvalidInput` for an invalid layer store.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { assumeRecords, defaultPolicy, plan } from 'gcplan/kubelet/image'
 * import { imageView } from 'gcplan/view'
 *
 * const images = ['a', 'b'].map((id) => ({ id: `sha256:${id}`, runtimeHandler: '', size: 60, pinned: false, tags: [id] }))
 * const planned = plan(defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images,
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })(images),
 * })
 * const view = E.isRight(planned) ? imageView(planned.right, { policy: defaultPolicy, fails: ['sha256:a'] }) : planned
 * if (E.isRight(view)) for (const { label, outcome } of view.right.turns) console.log(label, outcome)
 * // a failed
 * // b removed
 * ```
 */
export const imageView = (
  plan: Plan,
  { policy, layers, fails = [] }: ImageViewOptions,
): E.Either<InvalidInput, ImageView> => {
  const turns = turnsOf(plan, new Set(fails))
  return fp.map((stack: Stack | null) => viewOf(plan, policy, turns, stack))(
    layers === undefined ? fp.right(null) : stackOf(layers),
  )
}

const viewOf = (plan: Plan, policy: Thresholds, turns: ReadonlyArray<Turn>, stack: Stack | null): ImageView => {
  const freed = stack === null ? new Map<Turn, Int64>() : freedByTurn(stack, turns)
  const views = turns.map((turn, index) => turnView(turn, index + 1, freed.get(turn) ?? null))
  return {
    at: formatInstant(plan.at),
    disk: diskOf(plan, policy, turns, stack),
    turns: views,
    next: turns.some(({ outcome, pass }) => outcome === 'failed' && pass === 'age')
      ? null
      : (views.find(({ outcome }) => outcome === 'spared') ?? null),
    totals: totalsOf(plan, turns, stack),
  }
}

const turnView = ({ removal, pass, outcome, isReserve }: Turn, place: number, freed: Int64 | null): ImageTurn => ({
  place,
  pass,
  id: safeText(removal.target.id),
  imageId: safeText(removal.target.imageId),
  label: safeText(removal.target.tags.join(', ')),
  outcome,
  isReserve,
  countedBytes: removal.frees,
  freedBytes: outcome === 'failed' ? 0 : freed,
  sentences: removal.reasons.map((reason) => safeText(explain(reason))),
  reasons: removal.reasons.map(({ _tag }) => _tag),
})

const totalsOf = ({ passes }: Plan, turns: ReadonlyArray<Turn>, stack: Stack | null): ImageView['totals'] => {
  const removed = turns.filter(({ outcome }) => outcome === 'removed')
  const failed = turns.filter(({ outcome }) => outcome === 'failed').length
  const goal = passes.find(({ name }) => name === 'space')?.goal
  const wanted = goal?._tag === 'FreeBytes' ? goal.bytes : null
  const space = countedBy(removed.filter(({ pass }) => pass === 'space'))
  const all = int64FromBigint(countedBy(removed))
  const freed = stack === null ? null : freedWith(stack, new Set(removed.map(({ removal }) => removal.target.imageId)))
  return {
    wantedBytes: wanted,
    countedBytes: all,
    freedBytes: freed === null ? null : int64FromBigint(freed),
    removed: removed.length,
    failed,
    isReached: wanted === null || space >= BigInt(wanted),
    said: [
      `${counted(removed.length, 'image')} removed`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(wanted === null ? [] : [`wanted ${formatBytes(wanted)}`]),
      `counted ${formatBytes(all)}`,
      ...(freed === null ? [] : [`freed ${formatBytes(`${freed}`)}`]),
    ].join(', '),
  }
}
