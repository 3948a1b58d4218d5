/** Groups dead containers into evict units. Containers are numbers here, their places in the snapshot's list. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { elementAt, rankTexts } from '../../internal/lists.js'
import { type Groups, groupByAge } from './by-age.js'
import type { Reason } from './reason.js'

/** Why a container goes: the deciding reason, then the others that hold as well. */
export type Reasons = RNEA.ReadonlyNonEmptyArray<Reason>

/** Takes a container that goes, by place. */
export type Remove = (place: number, reasons: Reasons) => void

/** Dead containers that are old enough: those of one pod and container name are a unit. */
export interface EvictUnits extends Groups {
  /** The pod of each unit, by its number among those that own something. */
  readonly pods: Uint32Array
}

/** Dead containers in list order. */
export interface DeadContainers {
  readonly places: ReadonlyArray<number>
  readonly names: ReadonlyArray<string>
}

/** Units by pod uid, then name: upstream visits them in random order. The pod and the time are given of every container. */
export const evictUnits = (
  { places, names }: DeadContainers,
  podOf: Uint32Array,
  createdAt: Float64Array,
): EvictUnits => {
  const { texts, ranks } = rankTexts(names)
  const keys = new Float64Array(places.length)
  for (let index = 0; index < places.length; index++)
    keys[index] = elementAt(podOf, elementAt(places, index)) * texts.length + elementAt(ranks, index)
  const groups = groupByAge(places, keys, createdAt)
  const { starts, listed } = groups
  const pods = new Uint32Array(starts.length - 1)
  for (let unit = 0; unit < pods.length; unit++)
    pods[unit] = elementAt(podOf, elementAt(listed, elementAt(starts, unit)))
  return { ...groups, pods }
}

/** The containers of all units together, given how many each has. */
export const sumOf = (counts: Uint32Array): number => {
  let sum = 0
  for (let unit = 0; unit < counts.length; unit++) sum += elementAt(counts, unit)
  return sum
}
