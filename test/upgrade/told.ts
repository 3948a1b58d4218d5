/** Answers what a comparison of releases says in a test: each change as its sentence, with what it is due to. */
import { either as E } from 'fp-ts'

import type { Family, Plan } from '../../src/core/index.js'
import { type Upgrade, type UpgradeError, explainBecause, explainChange } from '../../src/upgrade/index.js'

/** Sentences and causes, in order. */
export const told = <F extends Family, P extends Plan<F>>(
  explain: (reason: never) => string,
  compared: E.Either<UpgradeError<unknown>, Upgrade<F, P>>,
): ReadonlyArray<readonly [sentence: string, because: string]> => {
  if (E.isLeft(compared)) throw new Error(JSON.stringify(compared.left))
  const say = explainChange(explain, compared.right)
  return compared.right.changes.map(({ change, because }) => [say(change), explainBecause(because)])
}

/** The names of the switches that differ. */
export const differing = <F extends Family, P extends Plan<F>>(
  compared: E.Either<unknown, Upgrade<F, P>>,
): ReadonlyArray<string> => (E.isRight(compared) ? compared.right.switches.map(({ name }) => name) : [])
