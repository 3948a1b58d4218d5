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

import * as fp from '../../../../src/core/fp.js'
import type { Kept, Pass, Removal } from '../../../../src/core/plan.js'
import { groupBy, compareText } from '../../../../src/internal/lists.js'
import { newestFirst } from './evict-unit.js'
import type { PodVerdict, PodVerdicts } from './pod-state.js'
import type { Policy } from '../../../../src/kubelet/container/policy.js'
import type { Family, KeepReason, Reason, Target } from '../../../../src/kubelet/container/reason.js'
import type { Sandbox, Snapshot } from '../../../../src/kubelet/container/snapshot.js'

/** What names one sandbox after the containers pass, and what stopped naming it. */
interface Occupants {
  readonly first: string
  readonly staying: number
  readonly going: ReadonlyArray<Target>
}

/** Decides every sandbox of the snapshot, on what the containers pass leaves. */
export const passSandboxes = (
  policy: Policy,
  snapshot: Snapshot,
  fates: PodVerdicts,
  going: ReadonlyMap<string, Target>,
): Pass<Family> => {
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  if (policy.sandboxes === 'untouched')
    for (const sandbox of snapshot.sandboxes) kept.push(keptAs(sandbox, [{ _tag: 'NotCollectedByThisPolicy' }]))
  else {
    const occupants = occupantsOf(snapshot, going)
    const pods = [...groupBy((sandbox) => sandbox.podUid, snapshot.sandboxes)].sort(([a], [b]) => compareText(a, b))
    for (const [podUid, list] of pods) {
      const decided = decidePod(podUid, list, fates.ofPod(podUid), occupants)
      removals.push(...decided.removals)
      kept.push(...decided.kept)
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

const decidePod = (
  podUid: string,
  list: ReadonlyArray<Sandbox>,
  fate: PodVerdict,
  occupants: ReadonlyMap<string, Occupants>,
): { readonly removals: ReadonlyArray<Removal<Family>>; readonly kept: ReadonlyArray<Kept<Family>> } => {
  const gone = fate.verdict === 'gone'
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  const byAge = list.length > 1 ? newestFirst(list, (sandbox) => sandbox) : list
  const ranks = list.length > 1 ? new Map(byAge.map((sandbox, index) => [sandbox, index + 1])) : null
  ;(gone ? list : byAge).forEach((sandbox) => {
    const rank = ranks?.get(sandbox) ?? 1
    const active = activeBecause(sandbox, occupants.get(sandbox.id))
    const newest = !gone && rank === 1 ? newestBecause(podUid, fate) : []
    const [first, ...rest] = [...newest, ...active]
    if (first !== undefined) kept.push(keptAs(sandbox, [first, ...rest]))
    else removals.push(removalOf(sandbox, inactiveBecause(gone, podUid, rank), occupants.get(sandbox.id)?.going ?? []))
  })
  return { removals: removals.reverse(), kept }
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

const activeBecause = (sandbox: Sandbox, occupants: Occupants | undefined): ReadonlyArray<KeepReason> => {
  const reasons: KeepReason[] = sandbox.state === 'SANDBOX_READY' ? [{ _tag: 'SandboxReady' }] : []
  if (occupants !== undefined && occupants.staying > 0)
    reasons.push({ _tag: 'SandboxHasContainers', containers: occupants.staying, first: occupants.first })
  return reasons
}

const occupantsOf = (snapshot: Snapshot, going: ReadonlyMap<string, Target>): ReadonlyMap<string, Occupants> => {
  const found = new Map<string, { first: string; staying: number; going: Target[] }>(
    snapshot.sandboxes.map(({ id }) => [id, { first: '', staying: 0, going: [] }]),
  )
  for (const { id, sandboxId } of snapshot.containers) {
    const occupants = found.get(sandboxId)
    if (occupants === undefined) continue
    const target = going.get(id)
    if (target !== undefined) occupants.going.push(target)
    else if (occupants.staying++ === 0) occupants.first = id
  }
  return found
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
