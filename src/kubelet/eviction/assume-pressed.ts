/** What an eviction manager remembers that has seen a node as it is for longer than every grace period. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { after, millis } from '../../core/time.js'
import { type EvictionMemory, emptyEvictionMemory } from './memory.js'
import type { EvictionPolicy } from './policy.js'
import type { PressureSnapshot } from './snapshot.js'
import { synchronize } from './synchronize.js'

/** Thresholds of the container filesystem apply from the second pass on, so two passes are played. */
const pause = 10_000

/**
 * The memory of an eviction manager that has long seen the node as the snapshot shows it, for a node that nobody watched before:
 * soft thresholds that are met now act at once.
 *
 * Shape: since when thresholds are met, for those of all given policies; the next pass counts as newly measured.
 * Fails with InvalidInput as {@link synchronize} does.
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const memory = Eviction.assumePressed([Eviction.defaultEvictionPolicy])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   layout: Eviction.oneFilesystem,
 *   observations: new Map([['imagefs.available', { available: 14, capacity: 100 }]]),
 *   pods: [],
 *   podStats: [],
 * })
 * if (memory._tag === 'Right') console.log([...memory.right.metSince.values()]) // [ 2026-01-01T11:59:40.000Z ]
 * ```
 */
export const assumePressed =
  (policies: ReadonlyArray<EvictionPolicy>) =>
  (snapshot: PressureSnapshot): E.Either<InvalidInput, EvictionMemory> => {
    const longest = Math.max(
      0,
      ...policies.flatMap(({ thresholds }) => thresholds.map(({ gracePeriod }) => gracePeriod)),
    )
    const passAt =
      (before: number, policy: EvictionPolicy) =>
      (memory: EvictionMemory): E.Either<InvalidInput, EvictionMemory> =>
        fp.pipe(
          synchronize(policy)(memory)({ ...snapshot, at: after(snapshot.at, millis(-longest - before)) }),
          fp.map((pass) => pass.memory),
        )
    return fp.pipe(
      policies,
      fp.traverseArray((policy: EvictionPolicy) =>
        fp.pipe(passAt(2 * pause, policy)(emptyEvictionMemory), fp.flatMap(passAt(pause, policy))),
      ),
      fp.map((memories) => ({
        ...emptyEvictionMemory,
        layout: snapshot.layout,
        metSince: new Map(memories.flatMap(({ metSince }) => [...metSince])),
      })),
    )
  }
