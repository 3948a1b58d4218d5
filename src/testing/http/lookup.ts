/**
 * Indexes over the state in a cell, by a key that changes of objects change. Each is made when first asked for, and from then on
 * takes in what has changed since: controllers ask after every change, and most objects stay as they are.
 */
import type { IndexKey } from '../../apiserver/storage.js'
import { changesSince } from './history.js'
import type { ApiState, Entry } from './state.js'
import { valueAt, visitFrom } from './tree.js'

interface Index {
  revision: number
  /** Keys of entries by key of the index. */
  readonly keys: Map<string, Set<string>>
}

/** Finds the entries that an index has under a key. */
export const lookupIn = (current: () => ApiState): ((index: IndexKey, key: string) => ReadonlyArray<Entry>) => {
  const indexes = new Map<IndexKey, Index>()
  return (of, key) => {
    const state = current()
    const index = caughtUp(state, of, indexes.get(of)) ?? made(state, of)
    indexes.set(of, index)
    return [...(index.keys.get(key) ?? [])].flatMap((place) => valueAt(state.entries, place) ?? [])
  }
}

const made = (state: ApiState, of: IndexKey): Index => {
  const index: Index = { revision: state.revision, keys: new Map() }
  visitFrom(state.entries, '', ({ object }, place) => {
    add(index, of(object), place)
    return true
  })
  return index
}

/** The index with the changes since; nothing where some are forgotten. */
const caughtUp = (state: ApiState, of: IndexKey, index: Index | undefined): Index | undefined => {
  const changes = index === undefined ? undefined : changesSince(state, index.revision)
  if (index === undefined || changes === undefined) return undefined
  for (const { before, entry, type, key } of changes) {
    if (before !== undefined) remove(index, of(before.object), key)
    if (type !== 'DELETED') add(index, of(entry.object), key)
  }
  index.revision = state.revision
  return index
}

const add = ({ keys }: Index, key: string | undefined, place: string): void => {
  if (key === undefined) return
  const places = keys.get(key)
  if (places === undefined) keys.set(key, new Set([place]))
  else places.add(place)
}

const remove = ({ keys }: Index, key: string | undefined, place: string): void => {
  if (key === undefined) return
  const places = keys.get(key)
  places?.delete(place)
  if (places?.size === 0) keys.delete(key)
}
