/** What a walk may do with an object that it meets. */
import type { WholeObject } from '../../../apiserver/object.js'
import type { ObjectStore } from './store.js'

/** The steps of one walk, and where it has come to. */
export interface Steps {
  /** It takes part, with all that it has to do with. */
  readonly reach: (uid: string) => void
  /** It is read. If something happens to it by itself, it takes part. */
  readonly look: (uid: string) => void
  /** Nothing happens to it by itself. */
  readonly isInert: (uid: string) => boolean
  /** It is being deleted, or may come to be by itself. */
  readonly mayEnd: (uid: string) => boolean
  /** Those that take part. */
  readonly reached: ReadonlySet<string>
  /** Those that are only read. */
  readonly seen: ReadonlySet<string>
}

/** Looks at those that fit, up to the first that stays: the others decide nothing. */
export const lookAtFirst = (
  { find, members }: ObjectStore,
  { reached, look, isInert }: Steps,
  keys: ReadonlyArray<string>,
  fits: (object: WholeObject) => boolean,
): void => {
  for (const key of keys)
    for (const uid of members(key)) {
      const object = find(uid)
      if (object === undefined || !fits(object)) continue
      look(uid)
      if (!reached.has(uid) && isInert(uid)) break
    }
}
