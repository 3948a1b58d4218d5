/**
 * Decides what the API server does with requests to delete and change objects.
 *
 * @module
 */
export type { Answer, Refusal } from './answer.js'
export { objectAfter } from './answer.js'
export { create } from './create.js'
export type { DefaultPolicy } from './default-policy.js'
export { defaultPolicyOf } from './default-policy.js'
export { requestDelete } from './delete.js'
export type { Cascade, DeleteOptions, Preconditions, PropagationPolicy } from './options.js'
export { isPropagationPolicy, kubectlOptions } from './options.js'
export type { WholeObject } from './pod.js'
export { referencesRefusal } from './references.js'
export type { Change } from './update.js'
export { removeFinalizer, update } from './update.js'
