/**
 * Answers what an API server of Kubernetes 1.36 serves by itself: every kind that can be read, of every version that is on
 * by default. Kinds that can only be created (reviews, bindings) are left out: a lookup of one fails, as a lookup of an
 * unserved kind does. Versions that are off by default, custom resources and aggregated APIs are for the caller to add.
 */
import type { ScopeTable } from '../scope.js'
import { scopeTable } from '../scope.js'
import { controlScopes } from './control.js'
import { coreScopes } from './core.js'
import { networkScopes } from './network.js'
import { nodeScopes } from './node.js'
import { workloadScopes } from './workloads.js'

/**
 * What Kubernetes 1.36 serves by default.
 *
 * @upstream kubernetes 1.36.2 pkg/controlplane/instance.go DefaultAPIResourceConfigSource
 */
export const scopes_1_36: ScopeTable = scopeTable([
  ...coreScopes,
  ...workloadScopes,
  ...networkScopes,
  ...nodeScopes,
  ...controlScopes,
])
