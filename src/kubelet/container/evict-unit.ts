/**
 * Groups dead containers into evict units. Containers are numbers here, their places in the snapshot's list, and times are
 * milliseconds: maps of objects take longer (`npm run bench -- --apart kubelet-container`).
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { elementAt, placesByRank, rankTexts } from '../../internal/lists.js'
import { newestFirst } from './by-age.js'
import type { PodVerdict } from './pod-state.js'
import type { Reason } from './reason.js'
import type { Container } from './snapshot.js'

/** Dead containers of one pod and container name that are old enough, by place. */
export interface EvictUnit {
  readonly podUid: string
  readonly fate: PodVerdict
  /** In list order. */
  readonly listed: ReadonlyArray<number>
  /** Newest first; of equal ages the later in the list counts as the older. */
  readonly byAge: ReadonlyArray<number>
}

/** Takes a container that goes, by place: the deciding reason, then the others that hold as well. */
export type Remove = (place: number, reasons: RNEA.ReadonlyNonEmptyArray<Reason>) => void

/** A unit with the containers that are left in it. */
export interface UnitLeft {
  readonly unit: EvictUnit
  /** By age once a limit has sorted them, else as listed. */
  readonly places: ReadonlyArray<number>
}

/** Units by pod uid, then name: upstream visits them in random order. */
export const evictUnits = (
  fateOf: (uid: string) => PodVerdict,
  containers: ReadonlyArray<Container>,
  dead: ReadonlyArray<number>,
  createdAt: Float64Array,
): ReadonlyArray<EvictUnit> => {
  const pods = rankTexts(dead.map((place) => elementAt(containers, place).podUid))
  const names = rankTexts(dead.map((place) => elementAt(containers, place).name))
  const unitOf = (index: number): number =>
    elementAt(pods.ranks, index) * names.texts.length + elementAt(names.ranks, index)
  const keys = Float64Array.from(dead, (_, index) => unitOf(index))
  const units: EvictUnit[] = []
  let listed: number[] = []
  let current = -1
  let [podUid, fate] = ['', fateOf('')]
  const finish = (): void => {
    if (listed.length > 0) units.push({ podUid, fate, listed, byAge: newestFirst(listed, createdAt) })
  }
  for (const index of placesByRank(keys)) {
    if (elementAt(keys, index) !== current) {
      finish()
      listed = []
      current = elementAt(keys, index)
      const uid = elementAt(pods.texts, elementAt(pods.ranks, index))
      if (uid !== podUid) [podUid, fate] = [uid, fateOf(uid)]
    }
    listed.push(elementAt(dead, index))
  }
  finish()
  return units
}

/** The rank of each dead container in its unit, by place: 1 is the newest. */
export const ranksIn = (units: ReadonlyArray<EvictUnit>, containers: number): Uint32Array => {
  const ranks = new Uint32Array(containers)
  for (const { byAge } of units)
    for (let index = 0; index < byAge.length; index++) ranks[elementAt(byAge, index)] = index + 1
  return ranks
}
