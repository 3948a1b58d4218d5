/** What an eviction manager remembers that has seen a node as it is for longer than every grace period. */
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { either as E, function as F } from 'fp-ts'

import type { InvalidInput } from '../../index.js'
import * as Eviction from '../../kubelet/eviction/index.js'

/** Two passes are enough: thresholds of the container filesystem apply from the second on. */
const pause = 10_000

/**
 * Plays the earlier passes under each policy: since when thresholds are met is known for those of all of them, and the pass to
 * come counts as newly measured.
 */
export const pressedFor = (
  policies: ReadonlyArray<Eviction.EvictionPolicy>,
  snapshot: Eviction.PressureSnapshot,
): E.Either<InvalidInput, Eviction.EvictionMemory> => {
  const longest = Math.max(0, ...policies.flatMap(({ thresholds }) => thresholds.map(({ gracePeriod }) => gracePeriod)))
  const lookAt =
    (before: number, policy: Eviction.EvictionPolicy) =>
    (memory: Eviction.EvictionMemory): E.Either<InvalidInput, Eviction.EvictionMemory> =>
      F.pipe(
        Eviction.synchronize(policy)(memory)({ ...snapshot, at: addMilliseconds(snapshot.at, -longest - before) }),
        E.map((pass) => pass.memory),
      )
  return F.pipe(
    policies,
    E.traverseArray((policy) =>
      F.pipe(lookAt(2 * pause, policy)(Eviction.emptyEvictionMemory), E.flatMap(lookAt(pause, policy))),
    ),
    E.map((memories) => ({
      ...Eviction.emptyEvictionMemory,
      layout: snapshot.layout,
      metSince: new Map(memories.flatMap(({ metSince }) => [...metSince])),
    })),
  )
}
