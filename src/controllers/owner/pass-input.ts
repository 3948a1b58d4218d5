/**
 * Answers all that the passes read: the graph, and what requests find.
 */
import type { Numbering } from '../../internal/intern.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Graph } from './graph.js'
import type { GetObject } from './get-object.js'
import type { Policy } from './policy.js'
import type { Sought } from './successor.js'
import type { UncoveredKinds } from './coverage-facts.js'

/** What one plan is made of. */
export interface PassInput {
  readonly policy: Policy
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scopes: ScopeTable
  readonly graph: Graph
  readonly lookUp: GetObject
  /** Owners that were found not to exist so far. */
  readonly sought: Sought[]
  /** Kinds that may hold dependents of an object in this namespace and are not covered; null for none. */
  readonly unseen: (namespace: string | undefined) => UncoveredKinds | null
}
