/**
 * A persistent queue in which each key occurs once. Every operation costs the depth of a trie, including removal from
 * the middle.
 */
import { type Owner, type Trie, type Keying, each, emptyTrie, find, keyedByNumber } from './branch.js'
import { insert, remove } from './change.js'

/** A value and its place; smaller places come first. */
interface Placed<V> {
  readonly place: number
  readonly value: V
}

/** Values in the order they came. */
export interface Queue<V> {
  readonly byPlace: Trie<Placed<V>>
  readonly byKey: Trie<Placed<V>>
  /** The place of the first value; the tail when there is none. */
  readonly head: number
  /** The place of the next value to come. */
  readonly tail: number
}

/** How the values of one kind of queue are keyed. */
export interface QueueKeying<K extends string | number, V> {
  readonly keyOf: (value: V) => K
  readonly placed: Keying<K, Placed<V>>
}

const placeKeying = keyedByNumber(({ place }: Placed<unknown>) => place)

const keyedByPlace = <V>(): Keying<number, Placed<V>> => placeKeying

const empty: Queue<never> = { byPlace: emptyTrie(), byKey: emptyTrie(), head: 0, tail: 0 }

/** The queue that holds nothing. */
export const emptyQueue = <V>(): Queue<V> => empty

/** The keying of a queue whose values are keyed so. */
export const queueKeying = <K extends string | number, V>({ keyOf, hash }: Keying<K, V>): QueueKeying<K, V> => ({
  keyOf,
  placed: { keyOf: ({ value }) => keyOf(value), hash },
})

/** How many values stand in a queue. */
export const lengthOf = <V>({ byKey }: Queue<V>): number => byKey.size

/** The value of a key; `undefined` when it stands not in the queue. */
export const waiting = <K extends string | number, V>(
  { placed }: QueueKeying<K, V>,
  { byKey }: Queue<V>,
  key: K,
): V | undefined => find(placed, byKey, key)?.value

/** The queue with a value at its end; unchanged when its key stands there already. */
export const enqueue = <K extends string | number, V>(
  { keyOf, placed }: QueueKeying<K, V>,
  owner: Owner,
  queue: Queue<V>,
  value: V,
): Queue<V> => {
  if (queue.byKey.size > 0 && find(placed, queue.byKey, keyOf(value)) !== undefined) return queue
  const { byPlace, byKey, head, tail } = queue
  const last = { place: tail, value }
  return {
    byPlace: insert(keyedByPlace<V>(), owner, byPlace, last),
    byKey: insert(placed, owner, byKey, last),
    head,
    tail: tail + 1,
  }
}

/** The queue with another value in the place of its key; unchanged when the key stands not there. */
export const replace = <K extends string | number, V>(
  { keyOf, placed }: QueueKeying<K, V>,
  owner: Owner,
  queue: Queue<V>,
  value: V,
): Queue<V> => {
  const present = find(placed, queue.byKey, keyOf(value))
  if (present === undefined) return queue
  const next = { place: present.place, value }
  return {
    ...queue,
    byPlace: insert(keyedByPlace<V>(), owner, queue.byPlace, next),
    byKey: insert(placed, owner, queue.byKey, next),
  }
}

/** The queue without a key. */
export const leave = <K extends string | number, V>(
  { placed }: QueueKeying<K, V>,
  owner: Owner,
  queue: Queue<V>,
  key: K,
): Queue<V> => {
  const present = find(placed, queue.byKey, key)
  if (present === undefined) return queue
  const { head, tail } = queue
  const byPlace = remove(keyedByPlace<V>(), owner, queue.byPlace, present.place)
  const byKey = remove(placed, owner, queue.byKey, key)
  return { byPlace, byKey, head: present.place === head ? firstFrom(byPlace, head, tail) : head, tail }
}

/** The value that has waited longest. */
export const first = <V>({ byPlace, head }: Queue<V>): V | undefined => valueAt(byPlace, head)

/** All values, the one that has waited longest first. */
export const inOrder = <V>({ byPlace }: Queue<V>): V[] => {
  const all: Placed<V>[] = []
  each(byPlace, (placed) => all.push(placed))
  return all.sort((a, b) => a.place - b.place).map(({ value }) => value)
}

const valueAt = <V>(byPlace: Trie<Placed<V>>, place: number): V | undefined =>
  find(keyedByPlace<V>(), byPlace, place)?.value

const firstFrom = <V>(byPlace: Trie<Placed<V>>, head: number, tail: number): number => {
  if (byPlace.size === 0) return tail
  let place = head
  while (place < tail && valueAt(byPlace, place) === undefined) place++
  return place
}
