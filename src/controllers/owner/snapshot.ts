/**
 * The input of the owner collector: the objects of a cluster, the scopes of their kinds, and the coverage.
 */
import type { Coverage } from '../../apiserver/coverage.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'

/** Everything that one look at a cluster decides on. */
export interface Snapshot {
  /** When the objects were listed; it marks what {@link apply} deletes and decides nothing. */
  readonly at: Date
  /**
   * Objects in the order in which the collector comes to see them, each uid once. The order decides little: which
   * dependents of an owner in foreground deletion are looked at at once, and in which order warnings come.
   */
  readonly objects: ReadonlyArray<KubeObject>
  /** How kinds are served; an owner of a kind that is not here can not be looked up. A later scope of a kind replaces. */
  readonly scopes: ReadonlyArray<Scope>
  /** Of which kinds and namespaces `objects` holds everything. */
  readonly coverage: Coverage
}
