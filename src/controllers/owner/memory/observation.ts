/**
 * Answers what a watch says of an object, and what the collector says to itself.
 */
import type { KubeObject } from '../../../apiserver/object.js'
import type { Identity } from './node.js'

/** One thing to be folded into the memory. */
export type Observation =
  | { readonly _tag: 'Added'; readonly object: KubeObject }
  /** `old`: the object as it was observed before; without it, a deletion counts as begun now. */
  | { readonly _tag: 'Updated'; readonly object: KubeObject; readonly old?: KubeObject | undefined }
  | { readonly _tag: 'Deleted'; readonly object: KubeObject }
  /** A look at the API found no object of this identity. */
  | { readonly _tag: 'FoundAbsent'; readonly identity: Identity }

/** An object that is there. */
export const added = (object: KubeObject): Observation => ({ _tag: 'Added', object })

/** An object that changed. */
export const updated = (object: KubeObject, old?: KubeObject): Observation => ({ _tag: 'Updated', object, old })

/** An object that is gone, as it was at last. */
export const deleted = (object: KubeObject): Observation => ({ _tag: 'Deleted', object })
