/** What a watch knows of one kind. */
import type { WholeObject } from '../../apiserver/object.js'
import type { ListOf } from './list.js'
import type { CallError } from './request.js'

/** One kind under watch. */
export interface KindStore {
  readonly of: ListOf
  /** By uid, in the order in which they were seen first. */
  readonly objects: Map<string, WholeObject>
  /** The version of the last list or event. */
  version: string
  /** Whether a list has been read. */
  isListed: boolean
  /** Why the kind can't be listed now. */
  failure: CallError | undefined
  /** When the objects were last known to be those of the server, by the steady clock of who watches. */
  heardAt: number
  /** Whether a watch was cut since then. */
  isCut: boolean
}

/** A kind that has not been listed. */
export const kindStore = (of: ListOf): KindStore => ({
  ...{ of, objects: new Map(), version: '', isListed: false, failure: undefined, heardAt: -Infinity, isCut: false },
})
