/** A finalizer that somebody outside has to take off. */
import type { Target } from '../../apiserver/object.js'
import type { OutsideWait } from '../consequence/holder.js'
import type { Blocker } from './reason.js'

/** By convention a finalizer begins with the domain of the controller that handles it. */
export const finalizerBlocker = (finalizer: string): Extract<Blocker, { readonly _tag: 'Finalizer' }> => {
  const slash = finalizer.indexOf('/')
  return slash <= 0
    ? { _tag: 'Finalizer', finalizer }
    : { _tag: 'Finalizer', finalizer, domain: finalizer.slice(0, slash) }
}

/** The same blockers, with finalizers by the names under which rows of the table know who takes them off. */
export const withParties = (
  waits: ReadonlyArray<OutsideWait>,
  object: Target,
  [first, ...others]: readonly [Blocker, ...Blocker[]],
): readonly [Blocker, ...Blocker[]] => {
  const own = waits.filter(({ target }) => target.id === object.id)
  const named = (blocker: Blocker): Blocker => {
    if (blocker._tag !== 'Finalizer') return blocker
    const party = own.find(({ finalizer }) => finalizer === blocker.finalizer)?.holder?.party
    return party === undefined ? blocker : { ...blocker, party }
  }
  return [named(first), ...others.map(named)]
}
