/** One of several equal workers, and which names fall to it. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type InvalidInput, type Problem, show } from '../core/problem.js'
import { fnv1a } from '../internal/fnv.js'

declare const made: unique symbol

/** One of `of` shards, counted from 0; only {@link makeShard} makes one. */
export interface Shard {
  readonly index: number
  readonly of: number
  readonly [made]: true
}

/** The most shards that a fleet is cut into; a Job of Kubernetes has no more completions with an index. */
export const mostShards = 100_000

/**
 * The shard of this index among so many.
 *
 * Units: the index counts from 0, as `JOB_COMPLETION_INDEX` does.
 * Fails: `InvalidInput` unless `of` is a whole number from 1 to 100,000 and `index` one from 0 to `of - 1`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makeShard } from 'gcplan/fleet'
 *
 * const shard = makeShard(4, 4)
 * console.log(E.isLeft(shard) && shard.left.problems[0].expected) // a whole number from 0 to 3
 * ```
 */
export const makeShard = (index: number, of: number): E.Either<InvalidInput, Shard> => {
  if (!isWithin(of, 1, mostShards)) return invalid('of', `a whole number from 1 to ${mostShards}`, of)
  return isWithin(index, 0, of - 1)
    ? fp.right(shardAt(index, of))
    : invalid('index', `a whole number from 0 to ${of - 1}`, index)
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most

const invalid = (path: string, expected: string, actual: number): E.Either<InvalidInput, never> => {
  const problem: Problem = { path, expected, actual: show(actual) }
  return fp.left({ _tag: 'InvalidInput', source: 'shard', problems: [problem] })
}

/** The numbers are in range by now. */
const shardAt = (index: number, of: number): Shard => ({ index, of }) as Shard

/**
 * Whether a name falls to a shard: each name falls to exactly one of `of` shards, by its text alone.
 *
 * No shard needs to know the other names, so a list that grows while shards read it puts no name into two of them.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { fallsTo, makeShard } from 'gcplan/fleet'
 *
 * const shards = [0, 1, 2].map((index) => makeShard(index, 3)).filter(E.isRight)
 * console.log(shards.filter(({ right }) => fallsTo(right)('node-17')).length) // 1
 * ```
 */
export const fallsTo =
  ({ index, of }: Shard) =>
  (name: string): boolean =>
    hashOf(name) % of === index

/** FNV-1a with the final mixing of MurmurHash3: neighbouring names part. */
const hashOf = (text: string): number => {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
