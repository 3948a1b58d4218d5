/**
 * Fair shares of the threshold for namespaces: the level rises for all alike until the threshold is used up; a
 * namespace with fewer pods keeps them all.
 */
import { groupBy } from '../../internal/lists.js'
import type { Pod } from './snapshot.js'

/** The share of one namespace. */
export interface Share {
  readonly terminated: number
  readonly share: number
}

/**
 * The share of each namespace, by name.
 *
 * Shape: shares add up to the threshold, or to the number of pods if lower. The remainder goes, one pod each, to the
 * namespaces whose next pod is last in order of removal.
 *
 * @upstream gcplan - fair shares -
 */
export const sharesOf = (threshold: number, inOrder: ReadonlyArray<Pod>): ReadonlyMap<string, Share> => {
  const places = groupBy(
    (place: number) => inOrder[place]?.metadata.namespace ?? '',
    inOrder.map((_, place) => place),
  )
  const counts = [...places.values()].map(({ length }) => length).sort((a, b) => a - b)
  let left = threshold
  let level = 0
  let index = 0
  for (; index < counts.length; index++) {
    const sharers = counts.length - index
    const rise = (counts[index] ?? 0) - level
    if (rise * sharers > left) break
    left -= rise * sharers
    level += rise
  }
  const sharers = counts.length - index
  if (sharers > 0) level += Math.floor(left / sharers)
  const spare = sharers > 0 ? left % sharers : 0
  const next = [...places]
    .filter(([, own]) => own.length > level)
    .map(([namespace, own]) => ({ namespace, place: own[own.length - level - 1] ?? 0 }))
    .sort((a, b) => b.place - a.place)
    .slice(0, spare)
  const luckier = new Set(next.map(({ namespace }) => namespace))
  return new Map(
    [...places].map(([namespace, own]): readonly [string, Share] => [
      namespace,
      { terminated: own.length, share: Math.min(own.length, level + (luckier.has(namespace) ? 1 : 0)) },
    ]),
  )
}
