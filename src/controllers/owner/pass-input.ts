import type { KubeObject } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Numbering } from '../../internal/intern.js'
import type { UncoveredKinds } from './coverage-facts.js'
import type { Drained } from './drain.js'
import type { GetObject } from './get-object.js'
import type { Policy } from './policy.js'
import type { Scan } from './scan.js'

/** A snapshot, what the collector attempted, and what requests find. */
export interface PassInput {
  readonly policy: Policy
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scopes: ScopeTable
  readonly scanned: Scan
  readonly drained: Drained
  readonly get: GetObject
  /** Kinds that may hold dependents of an object in this namespace and are not covered; null for none. */
  readonly unseen: (namespace: string | undefined) => UncoveredKinds | null
}
