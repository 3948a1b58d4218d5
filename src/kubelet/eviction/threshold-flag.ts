/**
 * Parses a flag such as `--eviction-hard=imagefs.available<15%,nodefs.available<10%` into signal and text, the form
 * of the configuration's fields.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import { show } from '../../core/problem.js'

/** A flag that cannot be taken apart. */
export interface InvalidStatement {
  readonly _tag: 'InvalidStatement'
  readonly statement: string
  readonly expected: string
}

/**
 * Takes a flag of thresholds apart: statements between commas, each split at its first `<`; a signal that comes twice says
 * what it says last.
 *
 * Fails with {@link InvalidStatement} for a statement without `<`; an empty flag says nothing.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-base/cli/flag/langle_separated_map_string_string.go Set
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const split = Eviction.splitThresholds('imagefs.available<15%, nodefs.available<1Gi')
 * if (split._tag === 'Right') console.log([...split.right]) // [ [ 'imagefs.available', '15%' ], [ 'nodefs.available', '1Gi' ] ]
 * ```
 */
export const splitThresholds = (flag: string): E.Either<InvalidStatement, ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  if (!isText(flag)) return either.left(invalid(show(flag)))
  for (const statement of flag.split(',')) {
    if (statement === '') continue
    const at = statement.indexOf('<')
    if (at === -1) return either.left(invalid(statement))
    found.set(statement.slice(0, at).trim(), statement.slice(at + 1).trim())
  }
  return either.right(found)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const invalid = (statement: string): InvalidStatement => ({
  _tag: 'InvalidStatement',
  statement,
  expected: 'signal<amount',
})
