/** Why a dead container that no limit reaches stays. Reasons that say the same of many containers are one value. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { perRank } from './per-rank.js'
import type { PodVerdict } from './pod-state.js'
import type { Policy } from './policy.js'
import type { KeepReason } from './reason.js'

/** The reasons of a container by its rank, for each pod; `remaining` dead containers stay in all. */
export const keptBecause = (
  { maxPerPodContainer, maxContainers }: Policy,
  allSourcesReady: boolean,
  unknownUnits: number,
  remaining: number,
): ((podUid: string, verdict: PodVerdict['verdict']) => (rank: number) => RNEA.ReadonlyNonEmptyArray<KeepReason>) => {
  const ofUnit = perRank((rank): KeepReason =>
    maxPerPodContainer < 0
      ? { _tag: 'NoLimitPerPodContainer', maxPerPodContainer }
      : { _tag: 'WithinMaxPerPodContainer', rank, limit: maxPerPodContainer },
  )
  const ofNode: KeepReason | null =
    maxContainers < 0
      ? null
      : unknownUnits > 0
        ? { _tag: 'LimitRestsOnUnknownPods', unknownUnits, limit: maxContainers }
        : { _tag: 'WithinMaxContainers', remaining, limit: maxContainers }
  return (podUid, verdict) => {
    const ofPod: KeepReason = !allSourcesReady
      ? { _tag: 'SourcesNotReady' }
      : { _tag: verdict === 'unknown' ? 'PodStateUnknown' : 'PodNotRemoved', podUid }
    return (rank) => (ofNode === null ? [ofPod, ofUnit(rank)] : [ofPod, ofUnit(rank), ofNode])
  }
}
