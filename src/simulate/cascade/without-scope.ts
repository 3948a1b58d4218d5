/** Kinds that requests reach, and of which the snapshot does not tell how they are served. */
import { definedKind, definedScopes, isDefinition, isInstanceOf } from '../../apiserver/definition.js'
import { type WholeObject, groupOf, targetOf } from '../../apiserver/object.js'
import type { AskOfPlace, ScopeTable } from '../../apiserver/scope.js'
import type { Unknown } from './unknown.js'

type KindWithoutScope = Extract<Unknown, { readonly _tag: 'KindWithoutScope' }>

/** What requests reach, and what the snapshot says of kinds. */
export interface KindsInReach {
  readonly isReached: (object: WholeObject) => boolean
  readonly scopes: ScopeTable
  readonly covers: AskOfPlace<boolean>
}

/**
 * Kinds of reached objects that have no scope, and those that reached definitions define, with all of their instances; not those
 * of which there is no object.
 *
 * Order: of definitions, then of objects.
 */
export const kindsWithoutScope = (
  objects: ReadonlyArray<WholeObject>,
  { isReached, scopes, covers }: KindsInReach,
): ReadonlyArray<Unknown> => {
  const found = new Map<string, KindWithoutScope>()
  const reached = objects.filter((object) => isDefinition(object) && isReached(object))
  for (const definition of reached) {
    const [scope] = definedScopes(definition)
    if (scope === undefined || scopes.scopes.some(isInstanceOf({ group: groupOf(scope.apiVersion), kind: scope.kind })))
      continue
    const { apiVersion, kind } = scope
    if (!covers(apiVersion, kind))
      found.set(keyOf(scope), { _tag: 'KindWithoutScope', apiVersion, kind, objects: 0, first: targetOf(definition) })
  }
  const defined = reached.flatMap((definition) => definedKind(definition) ?? [])
  for (const object of objects) {
    const { apiVersion, kind } = object
    if (!isReached(object) && !defined.some((one) => isInstanceOf(one)(object))) continue
    if (scopes.find(apiVersion, kind) !== undefined) continue
    const before = found.get(keyOf(object))
    const [first, count] =
      before === undefined || before.objects === 0 ? [targetOf(object), 1] : [before.first, before.objects + 1]
    found.set(keyOf(object), { _tag: 'KindWithoutScope', apiVersion, kind, objects: count, first })
  }
  return [...found.values()]
}

const keyOf = ({ apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>): string => `${apiVersion} ${kind}`
