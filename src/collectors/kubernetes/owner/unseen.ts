/**
 * Answers what the snapshot does not show, and which decisions rest on that.
 */
import { compareText } from '../../../internal/order.js'
import { covers as coversOf, groupOf } from '../coverage.js'
import type { Coverage } from '../coverage.js'
import type { Scope } from '../scope.js'
import type { Covers } from './look.js'
import type { Policy } from './policy.js'

/** Kinds of which the snapshot does not hold all objects: one of them, and how many there are. */
export interface Unseen {
  readonly apiVersion: string
  readonly kind: string
  readonly kinds: number
}

/** What a snapshot shows. */
export interface Shown {
  /** Whether an object that is not in the snapshot does not exist. */
  readonly covers: Covers
  /** Kinds that may hold dependents of an owner in this namespace; an owner of the cluster has them anywhere. */
  readonly unseenDependents: (namespace: string | undefined) => Unseen | null
}

/** What a snapshot shows, by its coverage; kinds that are not watched have no dependents. */
export const shown = (coverage: Coverage, scopes: ReadonlyArray<Scope>, { ignoredKinds }: Policy): Shown => {
  if (coverage._tag === 'Everything') return { covers: () => true, unseenDependents: () => null }
  const covers = coversOf(coverage)
  const watched = scopes.filter(
    ({ apiVersion, kind }) =>
      !ignoredKinds.some((ignored) => ignored.kind === kind && ignored.group === groupOf(apiVersion)),
  )
  const known = new Map<string | undefined, Unseen | null>()
  return {
    covers,
    unseenDependents: (namespace) => {
      const before = known.get(namespace)
      if (before !== undefined) return before
      const unseen = unseenOf(watched, (scope) =>
        covers(scope.apiVersion, scope.kind, scope.namespaced ? namespace : undefined),
      )
      known.set(namespace, unseen)
      return unseen
    },
  }
}

const unseenOf = (scopes: ReadonlyArray<Scope>, isCovered: (scope: Scope) => boolean): Unseen | null => {
  const kinds = new Set<string>()
  let first: Scope | undefined
  for (const scope of scopes) {
    if (isCovered(scope)) continue
    if (first === undefined || compareScopes(scope, first) < 0) first = scope
    kinds.add(`${scope.kind}.${groupOf(scope.apiVersion)}`)
  }
  return first === undefined ? null : { apiVersion: first.apiVersion, kind: first.kind, kinds: kinds.size }
}

/** The order of a table of scopes decides nothing. */
const compareScopes = (a: Scope, b: Scope): number =>
  compareText(a.apiVersion, b.apiVersion) || compareText(a.kind, b.kind)
