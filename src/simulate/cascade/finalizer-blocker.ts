/** A finalizer that somebody outside has to take off. */
import type { Blocker } from './reason.js'

/** By convention a finalizer begins with the domain of the controller that handles it. */
export const finalizerBlocker = (finalizer: string): Extract<Blocker, { readonly _tag: 'Finalizer' }> => {
  const slash = finalizer.indexOf('/')
  return slash <= 0
    ? { _tag: 'Finalizer', finalizer }
    : { _tag: 'Finalizer', finalizer, domain: finalizer.slice(0, slash) }
}
