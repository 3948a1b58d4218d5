/** Named checks, and what `/healthz` and `/readyz` say of them. */
import { either as E } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import { type Response, plain } from './route.js'

/** One thing that has to be so, under a name that operators read. */
export interface Check {
  readonly name: string
  /** Why it is not so. It looks at what the program knows already: a probe doesn't wait. A throw is a reason too. */
  readonly check: () => E.Either<string, unknown>
}

/** Each check on a line of its own, as the API server writes them; 503 if one fails. */
export const checksResponse = (checks: ReadonlyArray<Check>): Response => {
  const results = checks.map(({ name, check }) => ({ name, result: resultOf(check) }))
  const lines = results.map(({ name, result }) =>
    E.isLeft(result) ? `[-]${name} failed: ${result.left}` : `[+]${name} ok`,
  )
  const isPassed = results.every(({ result }) => E.isRight(result))
  return plain(isPassed ? 200 : 503, `${[...lines, isPassed ? 'ok' : 'failed'].join('\n')}\n`)
}

const resultOf = (check: Check['check']): E.Either<string, unknown> =>
  E.flatten(E.tryCatch(check, (thrown) => `the check threw: ${thrownText(thrown)}`))
