/**
 * What an API server of Kubernetes 1.36 serves: every readable kind of every version that is on by default. Left out
 * are kinds that can only be created (reviews, bindings), versions that are off by default, custom resources, and
 * aggregated APIs; the caller adds them.
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
