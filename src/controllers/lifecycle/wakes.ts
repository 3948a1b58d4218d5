/**
 * When a plan changes by the passing of time alone.
 */
import type { option as O } from 'fp-ts'

import * as option from '../../core/option.js'

/** Collects the instants at which the same snapshot gives another plan. */
export interface Wakes {
  /** Something else is decided. */
  readonly decided: (instant: Date) => void
  /** Of the object of a uid, something else is said. */
  readonly said: (instant: Date, uid: string) => void
  /** The first of them; `tells` is false of an object of which a plan does not tell why it stays. */
  readonly first: (tells: (uid: string) => boolean) => O.Option<Date>
}

/** Nothing yet. */
export const noWakes = (): Wakes => {
  let decided: Date | undefined
  const said: { readonly instant: Date; readonly uid: string }[] = []
  return {
    decided: (instant) => {
      if (decided === undefined || instant < decided) decided = instant
    },
    said: (instant, uid) => {
      said.push({ instant, uid })
    },
    first: (tells) => {
      let first = decided
      for (const { instant, uid } of said) if ((first === undefined || instant < first) && tells(uid)) first = instant
      return first === undefined ? option.none : option.some(first)
    },
  }
}
