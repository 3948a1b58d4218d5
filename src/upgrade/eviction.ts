/** Releases of the kubelet, by what one pass of the eviction manager collects and evicts. */
import { either as E, function as F } from 'fp-ts'

import type { InvalidInput } from '../core/problem.js'
import { policyOfVersion } from '../core/switch.js'
import type { EvictionMemory } from '../kubelet/eviction/memory.js'
import { type EvictionPolicy, evictionPresets } from '../kubelet/eviction/policy.js'
import type { PressureSnapshot } from '../kubelet/eviction/snapshot.js'
import { switches } from '../kubelet/eviction/switches.js'
import { synchronize } from '../kubelet/eviction/synchronize.js'
import { boardOf } from './board.js'
import { type PressureAsPlan, type PressureFamily, pressureAsPlan } from './eviction-view.js'
import { type Compare, type Rules, comparing } from './upgrade.js'

/** The eviction rules of a version of the kubelet. */
export const evictionRules: Rules<EvictionPolicy> = policyOfVersion<EvictionPolicy>(evictionPresets, switches)

/** A node under pressure, and what the eviction manager remembers of the pass before. */
export interface EvictionLook {
  readonly snapshot: PressureSnapshot
  readonly memory: EvictionMemory
}

/**
 * Compares two releases of the kubelet by what one pass of the eviction manager does.
 *
 * Shape: a pass for pods over their own limits, then one for each threshold that may come first and leads to something else.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Eviction from 'gcplan/kubelet/eviction'
 * import { upgradeEviction } from 'gcplan/upgrade'
 *
 * const compared = upgradeEviction('1.31', '1.36')({
 *   memory: Eviction.emptyEvictionMemory,
 *   snapshot: {
 *     at: new Date('2026-01-01T12:00:00Z'),
 *     layout: Eviction.oneFilesystem,
 *     observations: new Map(),
 *     pods: [],
 *     podStats: [],
 *   },
 * })
 * console.log(E.isRight(compared) && compared.right.switches.map(({ name }) => name)) // [ 'softGrace', 'containerFsReclaim' ]
 * ```
 */
export const upgradeEviction: Compare<EvictionPolicy, EvictionLook, PressureFamily, PressureAsPlan, InvalidInput> =
  comparing({
    rules: evictionRules,
    board: boardOf<EvictionPolicy>(switches),
    plan:
      (policy) =>
      ({ snapshot, memory }) =>
        F.pipe(
          snapshot,
          synchronize(policy)(memory),
          E.map((look) => pressureAsPlan(snapshot.at, look)),
        ),
    outcomes: (_policy, _look, { look: { conditions } }) => ({
      'conditions of the node': conditions.length === 0 ? 'none' : conditions.join(', '),
    }),
  })
