/**
 * The sandbox pass. Containers are listed again first. A sandbox is active if it is ready or if any container,
 * running or dead, names it.
 *
 * 1. If the pod is gone, every inactive sandbox is removed, in reverse list order.
 * 2. Otherwise the newest sandbox stays whatever its state, and the other inactive ones are removed, oldest first.
 *
 * There is no minimum age and no limit, and it doesn't matter whether all pod sources were seen.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Kept, Pass, Removal } from '../../core/plan.js'
import { elementAt, rankTexts } from '../../internal/lists.js'
import { newestFirst } from './by-age.js'
import type { Occupants, OccupantsOf } from './occupants.js'
import type { PodVerdict, PodVerdicts } from './pod-state.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Reason, Target } from './reason.js'
import type { Sandbox, Snapshot } from './snapshot.js'

/** Decides every sandbox of the snapshot, on what the containers pass leaves. */
export const passSandboxes = (
  policy: Policy,
  { sandboxes }: Snapshot,
  fates: PodVerdicts,
  occupantsOf: OccupantsOf,
): Pass<Family> => {
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  if (policy.sandboxes === 'untouched')
    for (const sandbox of sandboxes) kept.push(keptAs(sandbox, [{ _tag: 'NotCollectedByThisPolicy' }]))
  else {
    const createdAt = Float64Array.from(sandboxes, (sandbox) => sandbox.createdAt.getTime())
    const ranks = new Uint32Array(sandboxes.length)
    for (const [podUid, listed] of sandboxesByPod(sandboxes)) {
      const byAge = newestFirst(listed, createdAt)
      byAge.forEach((place, index) => (ranks[place] = index + 1))
      const fate = fates.ofPod(podUid)
      const inLine = fate.verdict === 'gone' ? listed : byAge
      const decided = inLine.map((place) =>
        decide({ podUid, fate, rank: elementAt(ranks, place) }, elementAt(sandboxes, place), occupantsOf(place)),
      )
      for (const each of decided) if (!('actions' in each)) kept.push(each)
      for (const each of decided.reverse()) if ('actions' in each) removals.push(each)
    }
  }
  return {
    name: 'sandboxes',
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    removals,
    reserve: [],
    kept,
    events: [],
    refusal: fp.none,
  }
}

/** The places of the sandboxes of each pod, in list order; pods by uid. */
const sandboxesByPod = (sandboxes: ReadonlyArray<Sandbox>): ReadonlyArray<readonly [string, ReadonlyArray<number>]> => {
  const { texts, ranks } = rankTexts(sandboxes.map(({ podUid }) => podUid))
  const pods = texts.map((podUid): readonly [string, number[]] => [podUid, []])
  ranks.forEach((pod, place) => elementAt(pods, pod)[1].push(place))
  return pods
}

/** Where a sandbox stands among those of its pod: 1 is the newest. */
interface InPod {
  readonly podUid: string
  readonly fate: PodVerdict
  readonly rank: number
}

const decide = (
  { podUid, fate, rank }: InPod,
  sandbox: Sandbox,
  occupants: Occupants,
): Removal<Family> | Kept<Family> => {
  const gone = fate.verdict === 'gone'
  const newest = !gone && rank === 1 ? newestBecause(podUid, fate) : []
  const [first, ...rest] = [...newest, ...activeBecause(sandbox, occupants)]
  return first === undefined
    ? removalOf(sandbox, inactiveBecause(gone, podUid, rank), occupants.going)
    : keptAs(sandbox, [first, ...rest])
}

/** Of a pod that is gone, the rule for the others may hold as well. */
const inactiveBecause = (gone: boolean, podUid: string, rank: number): RNEA.ReadonlyNonEmptyArray<Reason> => {
  const notNewest: Reason = { _tag: 'InactiveAndNotNewestSandbox', rank }
  if (!gone) return [notNewest]
  const ofGonePod: Reason = { _tag: 'InactiveSandboxOfRemovedPod', podUid }
  return rank > 1 ? [ofGonePod, notNewest] : [ofGonePod]
}

const newestBecause = (podUid: string, fate: PodVerdict): ReadonlyArray<KeepReason> =>
  fate.verdict === 'unknown'
    ? [
        { _tag: 'NewestSandboxOfPod', podUid },
        { _tag: 'PodStateUnknown', podUid },
      ]
    : [{ _tag: 'NewestSandboxOfPod', podUid }]

const activeBecause = ({ state }: Sandbox, { staying, first }: Occupants): ReadonlyArray<KeepReason> => {
  const reasons: KeepReason[] = state === 'SANDBOX_READY' ? [{ _tag: 'SandboxReady' }] : []
  if (staying > 0) reasons.push({ _tag: 'SandboxHasContainers', containers: staying, first })
  return reasons
}

const targetOf = ({ id, podUid }: Sandbox): Target => ({ _tag: 'Sandbox', id, podUid })

const keptAs = (sandbox: Sandbox, reasons: RNEA.ReadonlyNonEmptyArray<KeepReason>): Kept<Family> => ({
  target: targetOf(sandbox),
  reasons,
})

const removalOf = (
  sandbox: Sandbox,
  reasons: RNEA.ReadonlyNonEmptyArray<Reason>,
  requires: ReadonlyArray<Target>,
): Removal<Family> => ({
  target: targetOf(sandbox),
  actions: [
    { _tag: 'StopSandbox', id: sandbox.id },
    { _tag: 'RemoveSandbox', id: sandbox.id },
  ],
  reasons,
  requires,
  frees: 0,
})
