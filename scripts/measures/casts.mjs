/** Casts: `x as T` and `<T>x` in the sources. `as const` claims nothing that the compiler does not see, and is free. */
import ts from 'typescript'

import { walk } from './program.mjs'

/** @param {import('./program.mjs').Project} project @returns {ReadonlyArray<string>} the place of each */
export const casts = ({ sources, placeOf }) => {
  /** @type {string[]} */
  const found = []
  for (const file of sources)
    walk(file, (node) => {
      if (ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)))
        found.push(placeOf(node.type))
    })
  return found
}
