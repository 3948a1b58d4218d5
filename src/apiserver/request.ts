/**
 * Requests that change something on an API server, as data.
 */
import type { Address } from './address.js'
import type { DeleteOptions } from './options.js'
import type { Patch } from './patch-body.js'
import type { WholeObject } from './pod.js'

/** One request that changes something. */
export type ApiRequest =
  | { readonly _tag: 'Delete'; readonly object: Address; readonly options: DeleteOptions }
  | { readonly _tag: 'Patch'; readonly object: Address; readonly patch: Patch }
  /** The server gives a uid to an object that comes with an empty one. */
  | { readonly _tag: 'Create'; readonly object: WholeObject }
  /** Puts a whole object in the place of the one with its name; a resource version makes it fail on another version. */
  | { readonly _tag: 'Update'; readonly object: WholeObject }
  /** The subresource `finalize` of a namespace: takes off the namespace controller's own finalizer. */
  | { readonly _tag: 'FinalizeNamespace'; readonly object: Address }
