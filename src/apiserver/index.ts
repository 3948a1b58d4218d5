/**
 * A model of the API server: objects, the scopes of their kinds, and how it handles requests to create, change and
 * delete them.
 *
 * @module
 */
export type { Answer, Refusal } from './answer.js'
export { objectAfter } from './answer.js'
export { create } from './create.js'
export type { DefaultPolicy } from './finalizers.js'
export { defaultPolicyOf } from './finalizers.js'
export { requestDelete } from './delete.js'
export type { ServerPolicy } from './policy.js'
export { defaultServerPolicy, serverPresets } from './policy.js'
export type { Cascade, DeleteOptions, Preconditions, PropagationPolicy } from './request.js'
export { isPropagationPolicy, kubectlOptions } from './request.js'
export { referencesRefusal } from './object.js'
export type { Change } from './update.js'
export { removeFinalizer, update } from './update.js'
export type { AskOfPlace, Coverage, CoveredResource, Scope, ScopeTable } from './scope.js'
export type { WholeObject, KubeObject, ObjectMeta, OwnerReference } from './object.js'
export { foregroundFinalizer, orphanFinalizer } from './object.js'
export { covers, extendScopes, scopeTable } from './scope.js'
export { scopes_1_31, scopes_1_32, scopes_1_33, scopes_1_34, scopes_1_35 } from './release-scopes.js'
export { scopes_1_36 } from './scopes.js'
