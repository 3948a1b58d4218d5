/**
 * What the passes of one plan share.
 */
import type { PropagationPolicy } from '../../apiserver/index.js'
import type { Scope, ScopeTable } from '../../apiserver/scope.js'
import type { Policy } from './policy.js'
import type { Mark } from './record.js'
import type { Snapshot } from './snapshot.js'
import type { Wakes } from './wakes.js'

/** What is worked out once. */
export interface PassInput {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly scopes: ScopeTable
  readonly marks: ReadonlyMap<string, Mark>
  /** The enabled period; null while disabled. */
  readonly epoch: string | null
  /** How objects are deleted. */
  readonly propagation: ReadonlyMap<Scope, PropagationPolicy>
  readonly wakes: Wakes
}
