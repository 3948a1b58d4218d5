/** What a snapshot leaves unknown of a cascade. */
import type { Effect } from '../../apiserver/answer.js'
import {
  type Target,
  type WholeObject,
  groupOf,
  isBeingDeleted,
  isPod,
  namespaceOf,
  targetOf,
  isNamespace,
} from '../../apiserver/object.js'
import { definedKind, definedScopes, isDefinition, isInstanceOf } from '../../apiserver/definition.js'
import type { AskOfPlace, ScopeTable } from '../../apiserver/scope.js'
import { availabilityOf, backendOf, isApiService } from '../../controllers/namespace/discovery.js'
import { isService } from '../../controllers/services.js'
import type { UncoveredKinds } from '../../controllers/owner/coverage-facts.js'
import { compareText } from '../../internal/lists.js'
import type { Going } from '../consequence/going.js'
import { claimsOf } from '../../controllers/pvc-protection/in-use.js'
import { isSet, specOf } from '../../controllers/statefulset/set.js'

/** What the snapshot does not cover. The simulation assumes that it does not exist. */
export type Unknown =
  /**
   * Uncovered kinds that may hold dependents or content of removed objects of a namespace; without one: of the cluster.
   */
  | {
      readonly _tag: 'DependentsNotCovered'
      readonly namespace?: string
      readonly apiVersion: string
      readonly kind: string
      readonly kinds: number
      readonly owners: number
      readonly first: Target
    }
  /** Pods without a spec: whether a kubelet has to stop them is unknown. */
  | { readonly _tag: 'PodsNotShown'; readonly pods: number; readonly first: Target }
  /** Claims that may go along, and the data of their volumes, are not covered in these namespaces. */
  | { readonly _tag: 'ClaimsNotCovered'; readonly namespaces: readonly [string, ...string[]] }
  /** The Service behind an APIService goes with this namespace if it is there, and no namespace ends without it. */
  | { readonly _tag: 'BackendNotCovered'; readonly service: string; readonly namespace: string }
  /**
   * No scope tells how a kind is served: nothing finds, deletes or changes its objects here. `first` is one that the requests
   * reach, or the definition of the kind where none of its objects is shown.
   */
  | {
      readonly _tag: 'KindWithoutScope'
      readonly apiVersion: string
      readonly kind: string
      readonly objects: number
      readonly first: Target
    }
  /** Groups whose discovery fails: objects of their kinds may be dependents or content of what goes. */
  | { readonly _tag: 'GroupsNotDiscovered'; readonly groups: readonly [string, ...string[]] }

/** Namespaces whose claims may go without being listed; nothing where there is none. */
export const claimsNotCovered = ([first, ...others]: ReadonlyArray<string>): ReadonlyArray<Unknown> =>
  first === undefined ? [] : [{ _tag: 'ClaimsNotCovered', namespaces: [first, ...others] }]

/** APIServices whose Service is in a namespace that ends, if the Services there are not shown. */
export const backendsNotCovered = (
  objects: ReadonlyArray<WholeObject>,
  { ends, goes }: Pick<Going, 'ends' | 'goes'>,
  covers: AskOfPlace<boolean>,
): ReadonlyArray<Unknown> =>
  objects.filter(isApiService).flatMap((object): ReadonlyArray<Unknown> => {
    const backend = goes(object) ? undefined : backendOf(object)
    if (backend === undefined || availabilityOf(object)?.status !== 'True' || !ends(backend.namespace)) return []
    const isListed = objects.some(
      (one) => isService(one) && one.metadata.name === backend.name && one.metadata.namespace === backend.namespace,
    )
    return isListed || covers('v1', 'Service', backend.namespace)
      ? []
      : [{ _tag: 'BackendNotCovered', service: object.metadata.name, namespace: backend.namespace }]
  })

/** Groups that were not discovered, where anything goes or begins to. */
export const groupsNotDiscovered = (
  effects: ReadonlyArray<Effect<unknown>>,
  [first, ...others]: ReadonlyArray<string>,
): ReadonlyArray<Unknown> =>
  first === undefined || !effects.some(goesBy) ? [] : [{ _tag: 'GroupsNotDiscovered', groups: [first, ...others] }]

/** Whether an object is gone or being deleted after an effect. What is changed and stays keeps its dependents. */
const goesBy = ({ before, after }: Effect<unknown>): boolean =>
  after !== before && (after === undefined || isBeingDeleted(after))

/** By namespace, the cluster first; then pods. */
export const unknownsOf = (
  effects: ReadonlyArray<Effect<unknown>>,
  unseenDependents: (namespace: string | undefined) => UncoveredKinds | null,
): ReadonlyArray<Unknown> => {
  const owners = new Map<string, Owners>()
  const pods = new Set<string>()
  let firstPod: WholeObject | undefined
  for (const effect of effects) {
    if (!goesBy(effect)) continue
    const { before } = effect
    const { uid } = before.metadata
    if (before.spec === undefined && isPod(before)) {
      firstPod ??= before
      pods.add(uid)
    }
    const namespace = namespaceOf(before)
    const unseen = unseenDependents(namespace)
    if (unseen === null) continue
    const others = owners.get(namespace ?? '')
    if (others === undefined) owners.set(namespace ?? '', { unseen, first: before, uids: new Set([uid]) })
    else others.uids.add(uid)
  }
  return [
    ...[...owners]
      .sort(([a], [b]) => compareText(a, b))
      .map(([namespace, { unseen, first, uids }]): Unknown => {
        const where = namespace === '' ? {} : { namespace }
        return { _tag: 'DependentsNotCovered', ...where, ...unseen, owners: uids.size, first: targetOf(first) }
      }),
    ...(firstPod === undefined ? [] : [{ _tag: 'PodsNotShown' as const, pods: pods.size, first: targetOf(firstPod) }]),
  ]
}

/** Owners in one namespace that may have dependents that are not shown. */
interface Owners {
  readonly unseen: UncoveredKinds
  readonly first: WholeObject
  readonly uids: Set<string>
}

/**
 * Claims go with their namespace, with a StatefulSet whose retention policy deletes them, and with a pod for whose ephemeral
 * volumes they were made. What a pod or a set without a specification does is unknown too. In the order of the names.
 */
export const namespacesOfUnseenClaims = (
  before: ReadonlyArray<WholeObject>,
  { goesHere, unlisted }: Pick<Going, 'goesHere' | 'unlisted'>,
  covers: AskOfPlace<boolean>,
): ReadonlyArray<string> => {
  const seen = new Map<string, boolean>()
  const isSeen = (namespace: string): boolean => {
    const known = seen.get(namespace)
    if (known !== undefined) return known
    const covered = covers('v1', 'PersistentVolumeClaim', namespace)
    seen.set(namespace, covered)
    return covered
  }
  const found = new Set(unlisted.filter((namespace) => !isSeen(namespace)))
  for (const object of before) {
    const namespace = isNamespace(object) ? object.metadata.name : namespaceOf(object)
    if (namespace === undefined || found.has(namespace) || isSeen(namespace)) continue
    if (mayTakeClaims(object) && goesHere(object)) found.add(namespace)
  }
  return [...found].sort(compareText)
}

const mayTakeClaims = (object: WholeObject): boolean => {
  if (isNamespace(object)) return true
  if (isPod(object)) return object.spec === undefined || claimsOf(object).some(({ isEphemeral }) => isEphemeral)
  return isSet(object) && specOf(object)?.retention.whenDeleted !== 'Retain'
}

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
    // Nearly every object has a scope, which is found out sooner than whether it is reached.
    if (scopes.find(apiVersion, kind) !== undefined) continue
    if (!isReached(object) && !defined.some((one) => isInstanceOf(one)(object))) continue
    const before = found.get(keyOf(object))
    const [first, count] =
      before === undefined || before.objects === 0 ? [targetOf(object), 1] : [before.first, before.objects + 1]
    found.set(keyOf(object), { _tag: 'KindWithoutScope', apiVersion, kind, objects: count, first })
  }
  return [...found.values()]
}

const keyOf = ({ apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>): string => `${apiVersion} ${kind}`
