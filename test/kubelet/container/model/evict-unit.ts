/**
 * Groups dead containers into evict units, and picks the oldest of a list.
 */
import { groupBy, compareInstant, compareText } from '../../../../src/internal/lists.js'
import type { Policy } from '../../../../src/kubelet/container/policy.js'
import type { PodVerdict } from './pod-state.js'
import type { Container } from '../../../../src/kubelet/container/snapshot.js'

/** A dead container that is old enough, with its rank in its unit: 1 is the newest. */
export interface Dead {
  readonly container: Container
  readonly rank: number
}

/** Dead containers of one pod and container name, in list order until a limit has sorted them. */
export interface EvictUnit {
  readonly podUid: string
  readonly name: string
  readonly fate: PodVerdict
  readonly dead: ReadonlyArray<Dead>
  /** The same, newest first; of equal ages the later in the list counts as the older. */
  readonly byAge: ReadonlyArray<Dead>
}

/** Units by pod uid, then name: upstream visits them in random order. */
export const evictUnits = (
  fateOf: (uid: string) => PodVerdict,
  containers: ReadonlyArray<Container>,
): ReadonlyArray<EvictUnit> =>
  [...groupBy((container) => container.podUid, containers)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([podUid, ofPod]) => {
      const fate = fateOf(podUid)
      return [...groupBy((container) => container.name, ofPod)]
        .sort(([a], [b]) => compareText(a, b))
        .map(([name, list]) => ({ podUid, name, fate, ...ranked(list) }))
    })

const ranked = (list: ReadonlyArray<Container>): Pick<EvictUnit, 'dead' | 'byAge'> => {
  const dead = list.map((container) => ({ container, rank: 1 }))
  if (dead.length === 1) return { dead, byAge: dead }
  const byAge = newestFirst(dead, (each) => each.container)
  byAge.forEach((each, index) => {
    each.rank = index + 1
  })
  return { dead, byAge }
}

/** Sorts by age, newest first; of equal ages the later in the list counts as the older. */
export const newestFirst = <A>(list: ReadonlyArray<A>, containerOf: (item: A) => { readonly createdAt: Date }): A[] =>
  [...list].sort((a, b) => compareInstant(containerOf(b).createdAt, containerOf(a).createdAt))

/** A list without its oldest, and these in the order in which they go. */
export interface Trimmed {
  readonly kept: ReadonlyArray<Dead>
  readonly excess: ReadonlyArray<Dead>
}

/** Takes all but `keep` from a unit. A unit removed whole keeps the list's order, unless the policy says otherwise. */
export const withoutOldest = (policy: Policy, unit: EvictUnit, keep: number): Trimmed => {
  const inLine = keep > 0 || policy.wholeUnitOrder === 'by-age' ? unit.byAge : unit.dead
  const excess = inLine.slice(keep)
  return { kept: inLine.slice(0, keep), excess: policy.excessOrder === 'oldest-first' ? excess.reverse() : excess }
}
