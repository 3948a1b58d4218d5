/**
 * Plans which images to remove so that bytes really become free on disk.
 *
 * 1. Images in use, pinned, too young, just used, of unknown history, unknown to the store or irreplaceable stay.
 * 2. The others are put in the kubelet's order, least recently used first.
 * 3. The mode decides how many are removed: those that the kubelet would count as enough, the first that really are
 *    enough, or the cheapest set that is.
 * 4. Of these, images that free nothing stay after all, except in the kubelet's mode.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Candidate, partition, lastUse } from '../kubelet/image/candidates.js'
import { findPolicyProblems } from '../kubelet/image/policy.js'
import { findSnapshotProblems } from '../kubelet/image/snapshot.js'
import { detect } from '../kubelet/image/detect.js'
import { type Int64Overflow, bytesToFree, statsOf, usageOf } from '../kubelet/image/usage.js'
import { wakeAt } from '../kubelet/image/wake.js'
import { int64FromBigint, int64ToBigint } from '../core/int64.js'
import type { Kept, Plan as PlanOf, Removal } from '../core/plan.js'
import type { InvalidInput } from '../core/problem.js'
import { millis } from '../core/time.js'
import { isNonEmpty } from '../internal/lists.js'
import { freedIn, freedInTurn } from './layers/account.js'
import { type Stack, stackOf } from './layers/stack.js'
import { type Snapshot, findReclaimProblems } from './snapshot.js'
import { cheapestEnough, countedEnough, firstEnough } from './choose.js'
import { costOf } from './cost.js'
import { type Removable, withEffect } from './effect.js'
import type { Policy } from './policy.js'
import type { Family, Measurement } from './reason.js'
import { keepReasonsOf, reasonNotChosen } from './keep-reasons.js'

/** A plan of a reclaim: one pass. */
export type Plan = PlanOf<Family>

/** An invalid policy, snapshot or store, or arithmetic beyond 64 bits. */
export type PlanError = InvalidInput | Int64Overflow

/**
 * Decides which images to remove.
 *
 * Shape: images that the store lacks, or that the kubelet's rules keep, stay. If usage is unknown or below the high
 * threshold, nothing is removed.
 * Order: least recently used first, as in the kubelet; ties by key. `frees` of a removal is what it frees after those
 * before it; with ranges, the lower bound.
 * Units: bytes. Fails with InvalidInput for an invalid policy, snapshot or store, and with Int64Overflow as the image
 * collector.
 *
 * @upstream gcplan - docs/decisions/0011-reclaim-by-tree-knapsack.md -
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid =
      findReclaimProblems(policy, snapshot) ?? findPolicyProblems(policy.image) ?? findSnapshotProblems(snapshot.node)
    if (invalid !== null) return fp.left(invalid)
    return fp.pipe(
      stackOf(snapshot.layers),
      fp.flatMap((stack) =>
        fp.pipe(
          wantedBytes(policy, snapshot),
          fp.map((bytes) => decide(policy, snapshot, stack, bytes)),
        ),
      ),
    )
  }

/** Bytes to free; null: the disk is under its high threshold, or its usage is unknown. */
const wantedBytes = ({ target, image }: Policy, { node }: Snapshot): E.Either<Int64Overflow, bigint | null> => {
  if (target._tag === 'Bytes') return fp.right(int64ToBigint(target.bytes))
  if (node.imageFs._tag === 'Unknown') return fp.right(null)
  const { capacity, available } = statsOf(node.imageFs.value)
  if (capacity === 0n) return fp.right(null)
  return fp.pipe(
    usageOf(image)(capacity, available),
    fp.flatMap((usage) =>
      usage < image.highThresholdPercent ? fp.right(null) : bytesToFree(image)(capacity, available),
    ),
  )
}

interface Known extends Removable {
  readonly candidate: Candidate
  /** From 1, the least recently used. */
  readonly rank: number
}

const decide = (policy: Policy, snapshot: Snapshot, stack: Stack, wanted: bigint | null): Plan => {
  const { at, images, containers, memory } = snapshot.node
  const detected = detect(policy.image, memory.records, { at, since: fp.some(at), images, containers })
  const sorted = partition(policy.image, detected)
  const cost = costOf(policy.cost, snapshot)
  const kept: Kept<Family>[] = []
  const removable: Known[] = []
  for (const candidate of sorted.candidates) {
    const image = stack.imageAt.get(candidate.target.imageId)
    const reasons = keepReasonsOf(policy, snapshot, candidate, image)
    if (isNonEmpty(reasons)) kept.push({ target: candidate.target, reasons })
    else if (image !== undefined)
      removable.push({ candidate, image, cost: cost(candidate), rank: removable.length + 1 })
  }
  const asked = wanted ?? 0n
  const bytes = asked > 0n ? asked : 0n
  const cheapest = cheapestEnough(stack, removable, bytes)
  const chosen = wanted === null ? new Set<number>() : chosenBy(policy, stack, removable, wanted, cheapest.goes)
  const going = policy.mode === 'kubelet' ? chosen : withEffect(stack, removable, chosen)
  const goes = removable.filter((_, place) => going.has(place))
  const inTurn = freedInTurn(
    stack,
    goes.map(({ image }) => image),
  )
  const removals = goes.map((known, index): Removal<Family> => ({
    target: known.candidate.target,
    actions: [{ _tag: 'RemoveImage', id: known.candidate.target.imageId }],
    reasons: [
      {
        _tag: 'Reclaimed',
        mode: policy.mode,
        bytesToFree: int64FromBigint(bytes),
        rank: known.rank,
        cost: known.cost,
        ...lastUse(known.candidate, at),
      },
    ],
    requires: [],
    frees: inTurn[index] ?? 0,
  }))
  const stays = reasonNotChosen(stack)
  removable.forEach((known, place) => {
    if (!going.has(place)) kept.push({ target: known.candidate.target, reasons: [stays(known)] })
  })
  const indices = new Set(goes.map(({ image }) => image))
  const frees = freedIn(stack, (image) => indices.has(image)).bytes
  const measured: Measurement = {
    _tag: 'Reclaim',
    mode: policy.mode,
    bytesToFree: int64FromBigint(bytes),
    counted: int64FromBigint(goes.reduce((sum, { candidate }) => sum + int64ToBigint(candidate.size), 0n)),
    frees,
    reached: int64ToBigint(frees.least) >= bytes,
    cost: goes.reduce((sum, known) => sum + known.cost, 0),
    leastCost: cheapest.leastCost,
  }
  return {
    at,
    passes: [
      {
        name: 'reclaim',
        observesAgain: true,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals,
        reserve: [],
        kept: [...kept, ...sorted.ineligible.map(({ target, reasons }) => ({ target, reasons }))],
        events: sorted.events,
        measured,
        refusal: fp.none,
      },
    ],
    wakeAt: wakeAt({ ...policy.image, maxAge: millis(0) }, snapshot.node, {
      candidates: sorted.candidates,
      left: sorted.candidates,
    }),
    assumptions: [],
  }
}

/** Places of the images that go, as the mode has it. The kubelet takes at least one, however little is wanted. */
const chosenBy = (
  { mode }: Policy,
  stack: Stack,
  removable: ReadonlyArray<Known>,
  wanted: bigint,
  cheapest: ReadonlySet<number>,
): ReadonlySet<number> => {
  switch (mode) {
    case 'kubelet':
      return countedEnough(
        removable.map(({ candidate }) => int64ToBigint(candidate.size)),
        wanted,
      )
    case 'least-recently-used':
      return firstEnough(stack, removable, wanted)
    case 'least-cost':
      return cheapest
  }
}
