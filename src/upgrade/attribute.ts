/**
 * Finds the switches that a change is due to: those each of which brings it about alone, or else one combination of which
 * none can be spared.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Family } from '../core/plan.js'
import type { Aspect } from './aspect.js'
import type { View } from './change.js'

/** Ways to bring a change about, each the names of the switches that it takes. Never empty. */
export type Because = RNEA.ReadonlyNonEmptyArray<RNEA.ReadonlyNonEmptyArray<string>>

/**
 * Attributes aspects. `viewWith` gives the view once these switches are set as in the later release, null where no plan can
 * be made with them alone. Each set of switches is tried once.
 */
export const attributing = <F extends Family>(
  names: RNEA.ReadonlyNonEmptyArray<string>,
  after: View<F>,
  viewWith: (switches: ReadonlyArray<string>) => View<F> | null,
): ((aspect: Aspect<F>) => Because) => {
  const views = new Map<string, View<F> | null>()
  const tried = (switches: ReadonlyArray<string>): View<F> | null => {
    const key = switches.join(' ')
    const known = views.get(key)
    if (known !== undefined) return known
    const view = viewWith(switches)
    views.set(key, view)
    return view
  }
  const found = new Map<string, Because>()
  return ({ key, lookIn }) => {
    const known = found.get(key)
    if (known !== undefined) return known
    const wanted = lookIn(after)
    const brings = (switches: ReadonlyArray<string>): boolean => {
      const view = tried(switches)
      return view !== null && lookIn(view) === wanted
    }
    const [first, ...others] = names.filter((name) => brings([name]))
    const because: Because = first === undefined ? [needed(names, brings)] : [[first], ...others.map(alone)]
    found.set(key, because)
    return because
  }
}

const alone = (name: string): readonly [string] => [name]

/** All switches but those without which the rest does it too, asked one after the other. */
const needed = (
  [first, ...rest]: RNEA.ReadonlyNonEmptyArray<string>,
  brings: (switches: ReadonlyArray<string>) => boolean,
): RNEA.ReadonlyNonEmptyArray<string> => {
  let left: RNEA.ReadonlyNonEmptyArray<string> = [first, ...rest]
  for (const name of [first, ...rest]) {
    const [next, ...others] = left.filter((other) => other !== name)
    if (next !== undefined && brings([next, ...others])) left = [next, ...others]
  }
  return left
}
