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
import { elementAt, isNonEmpty } from '../../internal/lists.js'
import { groupByAge } from './by-age.js'
import type { Occupants } from './occupants.js'
import type { JudgedPods, PodVerdict } from './pod-state.js'
import type { Policy } from './policy.js'
import type { Family, KeepReason, Reason, Target } from './reason.js'
import type { Container, Sandbox, Snapshot } from './snapshot.js'

type Decided = Pick<Pass<Family>, 'removals' | 'kept'>

/** Decides every sandbox of the snapshot, on what the containers pass leaves. */
export const passSandboxes = (
  policy: Policy,
  snapshot: Snapshot,
  pods: JudgedPods,
  occupants: Occupants,
): Pass<Family> => {
  const { removals, kept }: Decided =
    policy.sandboxes === 'untouched'
      ? { removals: [], kept: snapshot.sandboxes.map((sandbox) => keptAs(sandbox, untouched)) }
      : decide(snapshot, pods, occupants)
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

const untouched: RNEA.ReadonlyNonEmptyArray<KeepReason> = [{ _tag: 'NotCollectedByThisPolicy' }]

/** Pod by pod, by uid. */
const decide = ({ containers, sandboxes }: Snapshot, pods: JudgedPods, occupants: Occupants): Decided => {
  const removals: Removal<Family>[] = []
  const kept: Kept<Family>[] = []
  const createdAt = new Float64Array(sandboxes.length)
  sandboxes.forEach((sandbox, place) => (createdAt[place] = sandbox.createdAt.getTime()))
  const places = sandboxes.map((_, place) => place)
  const { starts, listed, byAge, ranks } = groupByAge(places, Float64Array.from(pods.ofSandbox), createdAt)
  for (let group = 1; group < starts.length; group++) {
    const [from, to] = [elementAt(starts, group - 1), elementAt(starts, group)]
    const pod = elementAt(pods.ofSandbox, elementAt(listed, from))
    const podUid = elementAt(pods.uids, pod)
    const { verdict } = elementAt(pods.verdicts, pod)
    const gone = verdict === 'gone'
    const inLine = gone ? listed : byAge
    const inactive: Removal<Family>[] = []
    for (let index = from; index < to; index++) {
      const place = elementAt(inLine, index)
      const sandbox = elementAt(sandboxes, place)
      const rank = elementAt(ranks, place)
      const staying = elementAt(occupants.staying, place)
      const keep: KeepReason[] = []
      if (!gone && rank === 1) addNewest(keep, podUid, verdict)
      addActive(keep, sandbox, staying, elementAt(containers, elementAt(occupants.first, place)))
      if (isNonEmpty(keep)) kept.push(keptAs(sandbox, keep))
      else inactive.push(removalOf(sandbox, inactiveBecause(gone, podUid, rank), elementAt(occupants.going, place)))
    }
    for (let index = inactive.length - 1; index >= 0; index--) removals.push(elementAt(inactive, index))
  }
  return { removals, kept }
}

/** Of a pod that is gone, the rule for the others may hold as well. */
const inactiveBecause = (gone: boolean, podUid: string, rank: number): RNEA.ReadonlyNonEmptyArray<Reason> => {
  const notNewest: Reason = { _tag: 'InactiveAndNotNewestSandbox', rank }
  if (!gone) return [notNewest]
  const ofGonePod: Reason = { _tag: 'InactiveSandboxOfRemovedPod', podUid }
  return rank > 1 ? [ofGonePod, notNewest] : [ofGonePod]
}

const addNewest = (keep: KeepReason[], podUid: string, verdict: PodVerdict['verdict']): void => {
  keep.push({ _tag: 'NewestSandboxOfPod', podUid })
  if (verdict === 'unknown') keep.push({ _tag: 'PodStateUnknown', podUid })
}

const addActive = (keep: KeepReason[], { state }: Sandbox, staying: number, first: Container): void => {
  if (state === 'SANDBOX_READY') keep.push({ _tag: 'SandboxReady' })
  if (staying > 0) keep.push({ _tag: 'SandboxHasContainers', containers: staying, first: first.id })
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
