/** The kinds that only some releases serve by default, and how a snapshot is read as one of them has it. */
import { scopes_1_31, scopes_1_32, scopes_1_33, scopes_1_34, scopes_1_35 } from './release-scopes.js'
import type { Scope, ScopeTable } from './scope.js'
import { scopes_1_36 } from './scopes.js'

const placeOf = ({ apiVersion, kind }: Scope): string => `${apiVersion} ${kind}`

const tables: ReadonlyArray<ScopeTable> = [scopes_1_31, scopes_1_32, scopes_1_33, scopes_1_34, scopes_1_35, scopes_1_36]

/** Versions and kinds that only some of these releases serve, in the order of the first table that has them. */
const disputed: ReadonlySet<string> = new Set(
  tables
    .flatMap(({ scopes }) => scopes.map(placeOf))
    .filter((place) => tables.some(({ scopes }) => !scopes.some((scope) => placeOf(scope) === place))),
)

/** Those of them that a table has, each as version and kind. */
export const disputedKinds = ({ scopes }: Pick<ScopeTable, 'scopes'>): ReadonlyArray<string> =>
  scopes.map(placeOf).filter((place) => disputed.has(place))

/** Stated scopes as another release has them: only kinds in which releases differ are taken from its table. */
export const servedAs =
  ({ scopes }: ScopeTable) =>
  (stated: ReadonlyArray<Scope>): ReadonlyArray<Scope> => [
    ...stated.filter((scope) => !disputed.has(placeOf(scope))),
    ...scopes.filter((scope) => disputed.has(placeOf(scope))),
  ]
