/**
 * Inserts, replaces and removes values of a trie. The given trie stays unchanged, except for branches that carry the
 * caller's token: the caller itself made those since it took the token, and they are changed in place.
 */
import {
  type Branch,
  type Owner,
  type Trie,
  type Keying,
  bitAt,
  bucketLevel,
  emptyTrie,
  indexOf,
  levelsPerHash,
  none,
  placeInBucket,
} from './branch.js'
import { elementAt } from '../lists.js'

/** The trie with a value under its key, in place of the one that was there. */
export const insert = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  trie: Trie<V>,
  value: V,
): Trie<V> => insertBelow(keying, owner, trie, 0, value)

/** A branch of a level with one value more, for whoever builds a trie from the inside. */
export const insertBelow = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  branch: Branch<V>,
  level: number,
  value: V,
): Branch<V> => {
  const key = keying.keyOf(value)
  return inserted(keying, owner, branch, level, keying.hash(key, level < levelsPerHash ? 0 : 1), key, value)
}

/** The trie without a key. */
export const remove = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  trie: Trie<V>,
  key: K,
): Trie<V> => removed(keying, owner, trie, 0, keying.hash(key, 0), key)

const inserted = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  branch: Branch<V>,
  level: number,
  above: number,
  key: K,
  value: V,
): Branch<V> => {
  if (level === bucketLevel) return insertedInBucket(keying, owner, branch, key, value)
  const hash = level === levelsPerHash ? keying.hash(key, 1) : above
  const bit = bitAt(hash, level)
  const { size, valueMap, branchMap, values, branches } = branch
  if ((valueMap & bit) !== 0) {
    const index = indexOf(valueMap, bit)
    const present = elementAt(values, index)
    if (present === value) return branch
    if (keying.keyOf(present) === key)
      return change(owner, branch, size, valueMap, branchMap, withAt(values, index, value), branches)
    const below = pair(keying, owner, present, value, level + 1, hash)
    const grown = withMore(branches, indexOf(branchMap, bit), below)
    return change(owner, branch, size + 1, valueMap ^ bit, branchMap | bit, without(values, index), grown)
  }
  if ((branchMap & bit) === 0) {
    const grown = withMore(values, indexOf(valueMap, bit), value)
    return change(owner, branch, size + 1, valueMap | bit, branchMap, grown, branches)
  }
  const index = indexOf(branchMap, bit)
  const before = elementAt(branches, index)
  const sizeBefore = before.size
  const after = inserted(keying, owner, before, level + 1, hash, key, value)
  const whole = size + after.size - sizeBefore
  return after === before
    ? resized(branch, whole)
    : change(owner, branch, whole, valueMap, branchMap, values, withAt(branches, index, after))
}

const removed = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  branch: Branch<V>,
  level: number,
  above: number,
  key: K,
): Branch<V> => {
  if (level === bucketLevel) return removedFromBucket(keying, owner, branch, key)
  const hash = level === levelsPerHash ? keying.hash(key, 1) : above
  const bit = bitAt(hash, level)
  const { size, valueMap, branchMap, values, branches } = branch
  if ((valueMap & bit) !== 0) {
    const index = indexOf(valueMap, bit)
    if (keying.keyOf(elementAt(values, index)) !== key) return branch
    if (size === 1) return emptyTrie()
    return change(owner, branch, size - 1, valueMap ^ bit, branchMap, without(values, index), branches)
  }
  if ((branchMap & bit) === 0) return branch
  const index = indexOf(branchMap, bit)
  const before = elementAt(branches, index)
  const sizeBefore = before.size
  const after = removed(keying, owner, before, level + 1, hash, key)
  const whole = size + after.size - sizeBefore
  if (whole === size) return branch
  if (after.size > 1)
    return after === before
      ? resized(branch, whole)
      : change(owner, branch, whole, valueMap, branchMap, values, withAt(branches, index, after))
  // What is left below is one value: two were there, and one of them went.
  const last = withMore(values, indexOf(valueMap, bit), elementAt(after.values, 0))
  return change(owner, branch, whole, valueMap | bit, branchMap ^ bit, last, without(branches, index))
}

const insertedInBucket = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  branch: Branch<V>,
  key: K,
  value: V,
): Branch<V> => {
  const place = placeInBucket(keying, branch.values, key)
  const present = branch.values[place]
  if (present === value) return branch
  const replaces = present !== undefined && keying.keyOf(present) === key
  const values = replaces ? withAt(branch.values, place, value) : withMore(branch.values, place, value)
  return change(owner, branch, values.length, 0, 0, values, none)
}

const removedFromBucket = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  branch: Branch<V>,
  key: K,
): Branch<V> => {
  const place = placeInBucket(keying, branch.values, key)
  const present = branch.values[place]
  if (present === undefined || keying.keyOf(present) !== key) return branch
  return change(owner, branch, branch.size - 1, 0, 0, without(branch.values, place), none)
}

/** The branch that tells two values apart whose hashes agree so far. */
const pair = <K extends string | number, V>(
  keying: Keying<K, V>,
  owner: Owner,
  present: V,
  value: V,
  level: number,
  above: number,
): Branch<V> => {
  const key = keying.keyOf(value)
  const alone = inserted(keying, owner, fresh(owner), level, above, key, value)
  return insertBelow(keying, owner, alone, level, present)
}

const fresh = <V>(owner: Owner): Branch<V> => ({
  size: 0,
  valueMap: 0,
  branchMap: 0,
  values: none,
  branches: none,
  owner,
})

/** Changes a branch in place for the holder of its token, and copies it otherwise. */
const change = <V>(
  owner: Owner,
  branch: Branch<V>,
  size: number,
  valueMap: number,
  branchMap: number,
  values: ReadonlyArray<V>,
  branches: ReadonlyArray<Branch<V>>,
): Branch<V> => {
  if (owner === null || branch.owner !== owner) return { size, valueMap, branchMap, values, branches, owner }
  branch.size = size
  branch.valueMap = valueMap
  branch.branchMap = branchMap
  branch.values = values
  branch.branches = branches
  return branch
}

/** A branch below was changed in place, so this one is its owner's as well. */
const resized = <V>(branch: Branch<V>, size: number): Branch<V> => {
  if (branch.size !== size) branch.size = size
  return branch
}

// Lists are made in their exact length: lists that grow in place keep room that a million small ones never use.

const withAt = <A>(list: ReadonlyArray<A>, index: number, item: A): ReadonlyArray<A> => {
  const next = list.slice()
  next[index] = item
  return next
}

const withMore = <A>(list: ReadonlyArray<A>, index: number, item: A): ReadonlyArray<A> => {
  const next = new Array<A>(list.length + 1)
  for (let at = 0; at < index; at++) next[at] = elementAt(list, at)
  next[index] = item
  for (let at = index; at < list.length; at++) next[at + 1] = elementAt(list, at)
  return next
}

const without = <A>(list: ReadonlyArray<A>, index: number): ReadonlyArray<A> => {
  if (list.length === 1) return none
  const next = new Array<A>(list.length - 1)
  for (let at = 0; at < index; at++) next[at] = elementAt(list, at)
  for (let at = index + 1; at < list.length; at++) next[at - 1] = elementAt(list, at)
  return next
}
