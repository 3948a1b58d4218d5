/**
 * Decides what the collectors of a Kubernetes control plane would delete, and what the API server makes of it.
 *
 * @module
 */
export * from './api/index.js'
export * from './cascade/index.js'
export type { Coverage, CoveredResource } from './coverage.js'
export * as History from './history/index.js'
export * as Lifecycle from './lifecycle/index.js'
export type { KubeObject, ObjectMeta, OwnerReference } from './object.js'
export { foregroundFinalizer, orphanFinalizer } from './object.js'
export * as Owner from './owner/index.js'
export * as PodGc from './pod/index.js'
export type { Scope, ScopeTable } from './scope.js'
export { extendScopes, scopeTable } from './scope.js'
export { scopes_1_36 } from './scopes/index.js'
export * as Together from './together/index.js'
export * as Ttl from './ttl/index.js'
