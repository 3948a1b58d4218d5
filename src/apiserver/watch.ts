/**
 * Watch events.
 */
import type { KubeObject } from './object.js'

/** One change of one object. */
export type WatchEvent<O extends KubeObject = KubeObject> =
  | { readonly _tag: 'Added'; readonly object: O }
  /** `old`: the object as it was observed before; without it, a deletion counts as begun now. */
  | { readonly _tag: 'Updated'; readonly object: O; readonly old?: O | undefined }
  | { readonly _tag: 'Deleted'; readonly object: O }

/** An object that is there. */
export const added = <O extends KubeObject>(object: O): WatchEvent<O> => ({ _tag: 'Added', object })

/** An object that changed. */
export const updated = <O extends KubeObject>(object: O, old?: O): WatchEvent<O> => ({ _tag: 'Updated', object, old })

/** A deleted object, in its last state. */
export const deleted = <O extends KubeObject>(object: O): WatchEvent<O> => ({ _tag: 'Deleted', object })
