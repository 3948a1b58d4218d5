/** Who tells of an object that several groups or versions serve. */
import { type WatchEvent, deleted, updated } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { KindStore } from './kind-store.js'
import type { Tell, TellAll } from './watch-kind.js'

/** Says for each object which of the kinds that show it tells of it. */
export interface Tellers {
  /** What a kind tells, as far as it is the one to tell it; of no change before it is known who tells of all. */
  readonly from: (key: string) => TellAll
  /** True if a kind tells of an object. */
  readonly tells: (key: string, uid: string) => boolean
  /** A kind is served no longer, so that nobody else can tell what became of its objects. */
  readonly left: (key: string, objects: Iterable<WholeObject>) => void
}

/**
 * The first kind that shows an object tells of it. Once that kind is served no longer, another that shows it takes over, and what none
 * shows is gone.
 */
export const tellersAmong = (
  stores: ReadonlyMap<string, { readonly store: Pick<KindStore, 'objects'> }>,
  tell: Tell,
): Tellers => {
  const tellers = new Map<string, string>()
  const isFrom =
    (key: string) =>
    ({ _tag, object: { metadata } }: WatchEvent<WholeObject>): boolean => {
      const teller = tellers.get(metadata.uid)
      if (teller !== undefined && teller !== key) return false
      if (_tag === 'Deleted') tellers.delete(metadata.uid)
      else tellers.set(metadata.uid, key)
      return true
    }
  const from =
    (key: string): TellAll =>
    (changes) => {
      for (const event of changes.filter(isFrom(key))) tell(event)
    }
  const leftBehind = (key: string, object: WholeObject): void => {
    const { uid } = object.metadata
    if (tellers.get(uid) !== key) return
    tellers.delete(uid)
    for (const [other, { store }] of stores) {
      const shown = store.objects.get(uid)
      if (other === key || shown === undefined) continue
      from(other)([updated(shown, object)])
      return
    }
    from(key)([deleted(object)])
  }
  return {
    from,
    tells: (key, uid) => tellers.get(uid) === key,
    left: (key, objects) => {
      for (const object of objects) leftBehind(key, object)
    },
  }
}
