/**
 * The input of the owner collector: the objects of a cluster, the scopes of their kinds, and the coverage.
 */
import type { Coverage } from '../../apiserver/coverage.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'

/** The snapshot that one plan decides on. */
export interface Snapshot {
  /** When the objects were listed; only {@link apply} uses it, as the deletion timestamp. */
  readonly at: Date
  /**
   * Objects in the order in which the collector comes to see them, each uid once. The order matters little: it decides
   * which dependents of an owner in foreground deletion are attempted at once, and the order of warnings.
   */
  readonly objects: ReadonlyArray<KubeObject>
  /** How kinds are served; an owner of a kind that is not here can not be looked up. A later scope of a kind replaces. */
  readonly scopes: ReadonlyArray<Scope>
  /** Of which kinds and namespaces `objects` holds everything. */
  readonly coverage: Coverage
}
