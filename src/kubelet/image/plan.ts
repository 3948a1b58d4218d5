/**
 * Plans one image collection of the kubelet:
 *
 * 1. observe images and containers: an image used by a container in any state is in use now (`detect.ts`);
 * 2. images neither in use nor pinned are candidates, least recently used first (`candidates.ts`);
 * 3. with a maximum age, candidates unused for longer are removed (`pass-age.ts`);
 * 4. the disk is measured, and candidates are removed until enough is freed (`pass-space.ts`).
 *
 * Follows `GarbageCollect` and `DeleteUnusedImages` of the kubelet's image manager.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Pass, Plan as PlanOf } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Decided, assumptionsOf } from './assumptions.js'
import { type Partition, partition } from './candidates.js'
import { type Policy, findPolicyProblems } from './policy.js'
import { type Snapshot, findSnapshotProblems } from './snapshot.js'
import { detect } from './detect.js'
import type { Int64Overflow } from './usage.js'
import { passAge } from './pass-age.js'
import { agePassRuns, passSpace } from './pass-space.js'
import type { Family } from './reason.js'
import { wakeAt } from './wake.js'

/** A plan of this collector. */
export type Plan = PlanOf<Family>

/** An invalid policy or snapshot, or, with `int64: refuse`, arithmetic beyond 64 bits. */
export type PlanError = InvalidInput | Int64Overflow

/**
 * Decides what one image collection would remove, what it would try next, and what it keeps.
 *
 * Shape: every listed image is decided once per pass; the age pass exists only with a maximum age, and its removals are
 * not in the space pass. Unknown history keeps an image; an unknown start or disk keeps all.
 * Order: last use, then first detection, never first; ties (random upstream) by key.
 * Units: `frees` in bytes as the runtime reports sizes: an upper bound.
 * Fails: `InvalidInput` for an invalid policy or snapshot; `Int64Overflow` if arithmetic leaves 64 bits and the policy
 * says `refuse`.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, removalsOf } from 'gcplan'
 * import { defaultPolicy, explain, plan } from 'gcplan/kubelet/image'
 *
 * const day = (date: number) => new Date(Date.UTC(2026, 0, date))
 * const image = (id: string) => ({ id, runtimeHandler: '', size: 60, pinned: false, tags: [] })
 * const record = (id: string, lastUsed: Date) => ({
 *   ...image(id),
 *   firstDetected: known(O.some(day(1))),
 *   lastUsed: known(O.some(lastUsed)),
 * })
 * const planned = plan(defaultPolicy)({
 *   at: day(9),
 *   beganGC: known(day(1)),
 *   images: [image('a'), image('b')],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(150) }),
 *   memory: { records: [record('a', day(7)), record('b', day(5))] },
 * })
 * const removals = E.isRight(planned) ? removalsOf(planned.right) : []
 * console.log(removals.map(({ target, reasons }) => `${target.id}: ${explain(reasons[0])}`).join())
 * // b: disk at 85 %, high threshold 85 %: least recently used (last used 4 d ago)
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    if (invalid !== null) return fp.left(invalid)
    const anew = (other: Snapshot): Decided | null => fp.getOrElse(() => null)(decide(policy, other))
    return fp.map((decided: Passes): Plan => {
      const { age, space } = decided
      return {
        at: snapshot.at,
        passes: age === null ? [space] : [age, space],
        wakeAt: wakeAt(policy, snapshot, decided),
        assumptions: assumptionsOf(policy, snapshot, decided, anew),
      }
    })(decide(policy, snapshot))
  }

interface Passes extends Decided {
  readonly age: Pass<Family> | null
}

const decide = (policy: Policy, snapshot: Snapshot): E.Either<Int64Overflow, Passes> => {
  const sorted = partitionOf(policy, snapshot)
  const { candidates } = sorted
  const aged = agePassRuns(policy) ? passAge(policy, snapshot, sorted) : null
  const left = aged === null ? candidates : aged.left
  const space = passSpace(policy, snapshot, { ...sorted, candidates: left })
  return fp.map((pass: Passes['space']) => ({
    candidates,
    left,
    age: aged === null ? null : aged.pass,
    space: pass,
  }))(space)
}

/**
 * Keys of the candidates in eviction order, in groups of ties, whose order is random upstream.
 *
 * Order: last use, then first detection, never before any time; inside a group by key.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go imagesInEvictionOrder
 * @example
 * ```ts
 * import { unknown } from 'gcplan'
 * import { defaultPolicy, emptyMemory, evictionOrder } from 'gcplan/kubelet/image'
 *
 * const image = (id: string) => ({ id, runtimeHandler: '', size: 60, pinned: false, tags: [] })
 * const order = evictionOrder(defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [image('b'), image('a')],
 *   containers: [],
 *   imageFs: unknown,
 *   memory: emptyMemory,
 * })
 * console.log(order) // [ [ 'a', 'b' ] ]
 * ```
 */
export const evictionOrder =
  (policy: Policy) =>
  (snapshot: Snapshot): ReadonlyArray<ReadonlyArray<string>> => {
    const groups: { readonly moments: string; readonly keys: string[] }[] = []
    for (const { target, lastUsed, firstDetected } of candidatesIn(policy, snapshot)) {
      const moments = JSON.stringify([lastUsed, firstDetected])
      const last = groups.at(-1)
      if (last?.moments === moments) last.keys.push(target.id)
      else groups.push({ moments, keys: [target.id] })
    }
    return groups.map(({ keys }) => keys)
  }

/** The candidates in eviction order. */
export const candidatesIn = (policy: Policy, snapshot: Snapshot): Partition['candidates'] =>
  partitionOf(policy, snapshot).candidates

const partitionOf = (policy: Policy, { at, images, containers, memory }: Snapshot): Partition =>
  partition(policy, detect(policy, memory.records, { at, since: fp.some(at), images, containers }))
