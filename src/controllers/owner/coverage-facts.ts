/**
 * Which owners and dependents the snapshot may miss, and what is assumed about them.
 */
import type { Assumption } from '../../core/plan.js'
import { compareText } from '../../internal/lists.js'
import { type AskOfPlace, type Coverage, type Scope, covers as coversOf, groundIn } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/object.js'
import { type Policy, ignores } from './policy.js'

/** Kinds of which the snapshot does not hold all objects: one of them, and how many there are. */
export interface UncoveredKinds {
  readonly apiVersion: string
  readonly kind: string
  readonly kinds: number
}

/** What was taken to hold, and why; the same value wherever it was. */
export type Assumed = Pick<Assumption, 'assumed' | 'because'>

/** What a snapshot shows. */
export interface CoverageFacts {
  /** Whether an object that is not in the snapshot does not exist. */
  readonly covers: AskOfPlace<boolean>
  /** What was taken to hold where it is taken not to exist; nothing where that needs no ground. */
  readonly assumed: AskOfPlace<Assumed | undefined>
  /** Kinds that may hold dependents of an owner in this namespace; an owner of the cluster has them anywhere. */
  readonly unseenDependents: (namespace: string | undefined) => UncoveredKinds | null
  /** What was taken to hold where such an owner is taken to have no dependents but those in the snapshot. */
  readonly assumedOfDependents: (namespace: string | undefined) => ReadonlyArray<Assumed>
}

/** What a snapshot shows, by its coverage; kinds that are not watched have no dependents. */
export const coverageFacts = (
  coverage: Coverage,
  scopes: ReadonlyArray<Scope>,
  policy: Pick<Policy, 'ignoredKinds' | 'uncovered'>,
): CoverageFacts => {
  const covers = coversOf(coverage)
  const assumed = assumedIn(
    coverage,
    (apiVersion, kind, namespace) => policy.uncovered === 'absent' && !covers(apiVersion, kind, namespace),
  )
  const ignored = ignores(policy)
  const watched = scopes.filter((scope) => !ignored(scope))
  return {
    covers,
    assumed,
    unseenDependents: onceEach((namespace) =>
      unseenOf(watched, (scope) => covers(scope.apiVersion, scope.kind, scope.namespaced ? namespace : undefined)),
    ),
    assumedOfDependents: onceEach((namespace) => [
      ...new Set(
        watched.flatMap(
          (scope) => assumed(scope.apiVersion, scope.kind, scope.namespaced ? namespace : undefined) ?? [],
        ),
      ),
    ]),
  }
}

const assumedIn = (coverage: Coverage, isTrusted: AskOfPlace<boolean>): CoverageFacts['assumed'] => {
  const groundOf = groundIn(coverage)
  const stated = new Map<string, Assumed>()
  return (apiVersion, kind, namespace) => {
    const because = groundOf(apiVersion, kind, namespace)
    if (because === undefined) return isTrusted(apiVersion, kind, namespace) ? trusted : undefined
    let known = stated.get(because)
    if (known === undefined) stated.set(because, (known = { assumed: 'as stated', because }))
    return known
  }
}

const trusted: Assumed = {
  assumed: 'complete',
  because: 'the policy takes what is not covered for absent',
}

const onceEach = <A>(answer: (namespace: string | undefined) => A): ((namespace: string | undefined) => A) => {
  const known = new Map<string | undefined, { readonly answer: A }>()
  return (namespace) => {
    let before = known.get(namespace)
    if (before === undefined) known.set(namespace, (before = { answer: answer(namespace) }))
    return before.answer
  }
}

const unseenOf = (scopes: ReadonlyArray<Scope>, isCovered: (scope: Scope) => boolean): UncoveredKinds | null => {
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
