/**
 * The input of the lifecycle collector: the objects of a cluster, the coverage, how each object stands to its owners,
 * and the marks of earlier runs.
 */
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage } from '../../apiserver/coverage.js'
import type { Scope } from '../../apiserver/scope.js'
import type { Memory } from './record.js'

/** How an object stands to its owners, as the owner collector classifies its references; uids of owners. */
export type OwnerStatus =
  | {
      readonly _tag: 'Classified'
      /** The uid of the object. */
      readonly uid: string
      readonly solid: ReadonlyArray<string>
      readonly dangling: ReadonlyArray<string>
      readonly waiting: ReadonlyArray<string>
    }
  /** Unknown: an owner can't be looked up. */
  | { readonly _tag: 'Unclassified'; readonly uid: string; readonly because: string }

/** The snapshot that one plan decides on. */
export interface Snapshot {
  readonly at: Date
  /**
   * Objects with all they hold, each uid once, in any order. What is outside the metadata is as the API prints it: times
   * are RFC 3339 text (a `Date` does as well). Namespaces belong to it: they state rules for what is in them.
   */
  readonly objects: ReadonlyArray<WholeObject>
  /** How kinds are served; an object of a kind that is not here can not be deleted. */
  readonly scopes: ReadonlyArray<Scope>
  /** Of which kinds and namespaces `objects` holds everything; what may be used by an object that is not here stays. */
  readonly coverage: Coverage
  /** For objects with owner references, each uid once, in any order; one with owners that is not here stays. */
  readonly owners: ReadonlyArray<OwnerStatus>
  /** The memory before this snapshot. */
  readonly memory: Memory
}
