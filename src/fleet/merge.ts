/** Joins what the shards of a fleet found, and says where something is missing. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import { compareText } from '../internal/lists.js'
import { type Shard, fallsTo } from './shard.js'

/** What was found of one member of a fleet. */
export interface Found<A> {
  /** The name of the member, which decides its shard. */
  readonly name: string
  readonly found: A
}

/** What one shard found. */
export interface ShardResult<A> {
  readonly shard: Shard
  /** Each name once, in any order. */
  readonly members: ReadonlyArray<Found<A>>
}

/** Why results are not those of all shards of one fleet. */
export type MergeError =
  /** Two results are of fleets that were cut into different numbers of shards. */
  | { readonly _tag: 'ShardCountsDiffer'; readonly expected: number; readonly actual: number }
  | { readonly _tag: 'ShardMissing'; readonly index: number; readonly of: number }
  /** Two results of one shard are not the same, so the fleet changed between them. */
  | { readonly _tag: 'ShardsDisagree'; readonly index: number; readonly name: string }
  | { readonly _tag: 'NamedTwice'; readonly index: number; readonly name: string }
  /** The member falls to another shard. */
  | { readonly _tag: 'Misplaced'; readonly index: number; readonly name: string }

/**
 * What all shards found, as one worker would have found it.
 *
 * Shape: every member of every shard, once. A shard may come several times if its results are the same, since Jobs and
 * queues deliver at least once; `isSame` compares what was found of one member.
 * Order: by name.
 * Fails: with the first of `ShardCountsDiffer`, `NamedTwice`, `Misplaced`, `ShardsDisagree`, `ShardMissing` (no result
 * at all: shard 0 of 1).
 *
 * @example
 * ```ts
 * import { either as E, function as F } from 'fp-ts'
 * import { type Shard, fallsTo, makeShard, mergeShards } from 'gcplan/fleet'
 *
 * const nodes = ['node-a', 'node-b', 'node-c']
 * const planned = (shard: Shard) => ({
 *   shard,
 *   members: nodes.filter(fallsTo(shard)).map((name) => ({ name, found: name.length })),
 * })
 * const merged = F.pipe(
 *   [0, 1],
 *   E.traverseArray((index) => makeShard(index, 2)),
 *   E.chainW((shards) => mergeShards<number>((a, b) => a === b)(shards.map(planned))),
 * )
 * console.log(E.isRight(merged) && merged.right.map(({ name }) => name).join()) // node-a,node-b,node-c
 * ```
 */
export const mergeShards =
  <A>(isSame: (one: A, other: A) => boolean) =>
  (results: ReadonlyArray<ShardResult<A>>): E.Either<MergeError, ReadonlyArray<Found<A>>> => {
    const of = results[0]?.shard.of ?? 1
    const shards = new Map<number, ReadonlyMap<string, A>>()
    for (const { shard, members } of results) {
      const { index } = shard
      if (shard.of !== of) return fp.left({ _tag: 'ShardCountsDiffer', expected: of, actual: shard.of })
      const named = new Map(members.map(({ name, found }) => [name, found] as const))
      const error = faultIn(shard, members, named) ?? differenceIn(isSame, index, shards.get(index), named)
      if (error !== null) return fp.left(error)
      shards.set(index, named)
    }
    for (let index = 0; index < of; index++) if (!shards.has(index)) return fp.left({ _tag: 'ShardMissing', index, of })
    return fp.right(
      [...shards.values()]
        .flatMap((members) => [...members].map(([name, found]) => ({ name, found })))
        .sort((a, b) => compareText(a.name, b.name)),
    )
  }

const faultIn = <A>(
  shard: Shard,
  members: ReadonlyArray<Found<A>>,
  named: ReadonlyMap<string, A>,
): MergeError | null => {
  const { index } = shard
  const misplaced = members.find(({ name }) => !fallsTo(shard)(name))
  if (misplaced !== undefined) return { _tag: 'Misplaced', index, name: misplaced.name }
  if (named.size === members.length) return null
  const twice = members.find(({ name }, place) => members.findIndex((other) => other.name === name) < place)
  return twice === undefined ? null : { _tag: 'NamedTwice', index, name: twice.name }
}

const differenceIn = <A>(
  isSame: (one: A, other: A) => boolean,
  index: number,
  before: ReadonlyMap<string, A> | undefined,
  now: ReadonlyMap<string, A>,
): MergeError | null => {
  if (before === undefined) return null
  for (const [name, found] of now) {
    const other = before.get(name)
    if (other === undefined || !isSame(other, found)) return { _tag: 'ShardsDisagree', index, name }
  }
  for (const name of before.keys()) if (!now.has(name)) return { _tag: 'ShardsDisagree', index, name }
  return null
}
