/**
 * The container pass. Candidates are containers that are not running and are old enough. Releases that remove
 * unidentified containers do so first; the others are grouped into evict units and held to `limits.ts`.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../../../../src/core/fp.js'
import type { Kept, Pass, Removal } from '../../../../src/core/plan.js'
import { type Millis, after, between } from '../../../../src/core/time.js'
import type { Action } from '../../../../src/kubelet/container/action.js'
import { type Dead, type EvictUnit, evictUnits } from './evict-unit.js'
import { type Limited, countOf, overLimits } from './over-limits.js'
import type { PodVerdicts } from './pod-state.js'
import type { Policy } from '../../../../src/kubelet/container/policy.js'
import type { Family, KeepReason, Reason, Target } from '../../../../src/kubelet/container/reason.js'
import type { Container, Snapshot } from '../../../../src/kubelet/container/snapshot.js'

/** Decides every container of the snapshot. */
export const passContainers = (policy: Policy, snapshot: Snapshot, fates: PodVerdicts): Pass<Family> => {
  const kept: Kept<Family>[] = []
  const unidentified: Container[] = []
  const dead: Container[] = []
  for (const container of snapshot.containers) {
    const spared = notEligible(container, snapshot.at, policy.minAge)
    if (spared !== null) kept.push({ target: targetOf(container), reasons: [spared] })
    else if (policy.unidentified === 'removed-first' && !container.identified) unidentified.push(container)
    else dead.push(container)
  }
  const limited = overLimits(policy, snapshot.allSourcesReady, evictUnits(fates.ofPod, dead))
  const remaining = countOf(limited.left)
  for (const unit of limited.left)
    for (const each of unit.dead)
      kept.push({
        target: targetOf(each.container),
        reasons: keptBecause(policy, snapshot, unit, each, limited, remaining),
      })
  return {
    name: 'containers',
    observesAgain: true,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    removals: [
      ...unidentified.map((container) => removalOf(container, [{ _tag: 'Unidentified' }])),
      ...limited.over.map(({ container, reasons }) => removalOf(container, reasons)),
    ],
    reserve: [],
    kept,
    events: [],
    refusal: fp.none,
  }
}

const targetOf = ({ id, podUid, name }: Container): Target => ({ _tag: 'Container', id, podUid, name })

const notEligible = (container: Container, at: Date, minAge: Millis): KeepReason | null => {
  if (container.state === 'CONTAINER_RUNNING') return { _tag: 'Running' }
  const age = between(container.createdAt, at)
  return age >= minAge
    ? null
    : { _tag: 'YoungerThanMinAge', age, minAge, eligibleAt: after(container.createdAt, minAge) }
}

const removalOf = (container: Container, reasons: RNEA.ReadonlyNonEmptyArray<Reason>): Removal<Family> => ({
  target: targetOf(container),
  actions: actionsFor(container),
  reasons,
  requires: [],
  frees: 0,
})

const actionsFor = ({ id, state }: Container): RNEA.ReadonlyNonEmptyArray<Action> =>
  state === 'CONTAINER_UNKNOWN'
    ? [
        { _tag: 'InspectContainer', id },
        { _tag: 'StopContainer', id },
        { _tag: 'InspectContainer', id },
        { _tag: 'RemoveContainerLog', id },
        { _tag: 'RemoveContainer', id },
      ]
    : [
        { _tag: 'InspectContainer', id },
        { _tag: 'RemoveContainerLog', id },
        { _tag: 'RemoveContainer', id },
      ]

const keptBecause = (
  { maxPerPodContainer, maxContainers }: Policy,
  snapshot: Snapshot,
  { podUid, fate }: EvictUnit,
  { rank }: Dead,
  { unknownUnits }: Limited,
  remaining: number,
): RNEA.ReadonlyNonEmptyArray<KeepReason> => {
  const first: KeepReason = !snapshot.allSourcesReady
    ? { _tag: 'SourcesNotReady' }
    : fate.verdict === 'unknown'
      ? { _tag: 'PodStateUnknown', podUid }
      : { _tag: 'PodNotRemoved', podUid }
  const perUnit: KeepReason =
    maxPerPodContainer < 0
      ? { _tag: 'NoLimitPerPodContainer', maxPerPodContainer }
      : { _tag: 'WithinMaxPerPodContainer', rank, limit: maxPerPodContainer }
  if (maxContainers < 0) return [first, perUnit]
  return unknownUnits > 0
    ? [first, perUnit, { _tag: 'LimitRestsOnUnknownPods', unknownUnits, limit: maxContainers }]
    : [first, perUnit, { _tag: 'WithinMaxContainers', remaining, limit: maxContainers }]
}
