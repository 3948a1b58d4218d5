/**
 * Schemas of API objects, scopes and coverage, as far as the collectors read them. A snapshot has hundreds of thousands of
 * objects, so that their quick check reads each field by its name.
 */
import { isInstant } from '../core/time.js'
import { type FieldsOf, both, distinct, isObject, list, object, tagged } from '../internal/schema/object.js'
import { type Schema, flag, leaf, name, optional, text, unread } from '../internal/schema/schema.js'
import type { KubeObject, ObjectMeta, OwnerReference } from './object.js'
import type { CoveredResource, Coverage, Scope } from './scope.js'

/** True for an array whose items all pass. */
export const isListOf = (value: unknown, item: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!item(value[index])) return false
  return true
}

const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isString = (value: unknown): boolean => typeof value === 'string'

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

/** True for a safe integer, zero or more. */
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const areStrings = (value: unknown): boolean => isListOf(value, isString)

interface ObjectFields {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly metadata?: MetaFields | null
}

interface MetaFields {
  readonly namespace?: unknown
  readonly name?: unknown
  readonly uid?: unknown
  readonly resourceVersion?: unknown
  readonly generation?: unknown
  readonly creationTimestamp?: unknown
  readonly deletionTimestamp?: unknown
  readonly deletionGracePeriodSeconds?: unknown
  readonly finalizers?: unknown
  readonly ownerReferences?: unknown
}

/** True when {@link kubeObject} finds nothing. */
const objectLooksSound = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { apiVersion, kind, metadata } = value as ObjectFields
  if (!isName(apiVersion) || !isName(kind) || !isObject(metadata)) return false
  const meta: MetaFields = metadata
  return (
    isName(meta.name) &&
    isName(meta.uid) &&
    (meta.namespace === undefined || isString(meta.namespace)) &&
    (meta.resourceVersion === undefined || isString(meta.resourceVersion)) &&
    (meta.generation === undefined || isCount(meta.generation)) &&
    (meta.creationTimestamp === undefined || isInstant(meta.creationTimestamp)) &&
    (meta.deletionTimestamp === undefined || isInstant(meta.deletionTimestamp)) &&
    (meta.deletionGracePeriodSeconds === undefined || isCount(meta.deletionGracePeriodSeconds)) &&
    (meta.finalizers === undefined || areStrings(meta.finalizers)) &&
    (meta.ownerReferences === undefined || isListOf(meta.ownerReferences, referenceLooksSound))
  )
}

const referenceLooksSound = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = value as {
    readonly apiVersion?: unknown
    readonly kind?: unknown
    readonly name?: unknown
    readonly uid?: unknown
    readonly controller?: unknown
    readonly blockOwnerDeletion?: unknown
  }
  return (
    isName(apiVersion) &&
    isName(kind) &&
    isName(name) &&
    isName(uid) &&
    (controller === undefined || isBoolean(controller)) &&
    (blockOwnerDeletion === undefined || isBoolean(blockOwnerDeletion))
  )
}

/** A value by predicate, or nothing. */
export const orNothing = <A>(expected: string, holds: (value: unknown) => boolean): Schema<A | undefined> =>
  leaf(`${expected}, or nothing`, (value): value is A | undefined => value === undefined || holds(value))

// Each with a predicate of its own, so that the compiler of the engine can put it where it is called.
export const textOrAbsent: Schema<string | undefined> = leaf(
  'a string, or nothing',
  (value): value is string | undefined => value === undefined || typeof value === 'string',
)
export const flagOrAbsent: Schema<boolean | undefined> = leaf(
  'a boolean, or nothing',
  (value): value is boolean | undefined => value === undefined || typeof value === 'boolean',
)
export const dateOrAbsent: Schema<Date | undefined> = leaf(
  'a valid Date, or nothing',
  (value): value is Date | undefined => value === undefined || isInstant(value),
)
export const countOrAbsent: Schema<number | undefined> = leaf(
  'a safe integer, zero or more, or nothing',
  (value): value is number | undefined => value === undefined || isCount(value),
)

/** A reference to an owner. */
export const reference: Schema<OwnerReference> = object<OwnerReference>({
  apiVersion: name,
  kind: name,
  name,
  uid: name,
  controller: flagOrAbsent,
  blockOwnerDeletion: flagOrAbsent,
})

/** The metadata of an object whose references are such ones. */
export const metadataWith = (owner: Schema<OwnerReference>): FieldsOf<ObjectMeta> => ({
  namespace: textOrAbsent,
  name,
  uid: name,
  resourceVersion: textOrAbsent,
  generation: countOrAbsent,
  creationTimestamp: dateOrAbsent,
  deletionTimestamp: dateOrAbsent,
  deletionGracePeriodSeconds: countOrAbsent,
  finalizers: optional(list(text)),
  ownerReferences: optional(list(owner)),
  labels: unread(),
  annotations: unread(),
})

/** An object of the API, as far as the collectors read it, whose references are such ones. */
export const objectWith = (owner: Schema<OwnerReference>): Schema<KubeObject> =>
  object<KubeObject>({ apiVersion: name, kind: name, metadata: object<ObjectMeta>(metadataWith(owner)) })

/** The fields of an API object that collectors read. */
export const kubeObject: Schema<KubeObject> = {
  ...objectWith(reference),
  holds: (value): value is KubeObject => objectLooksSound(value),
}

/** The name of a kind. */
export const kindOf = (kind: string): Schema<string> => leaf(`"${kind}"`, (value): value is string => value === kind)

/** What a collector reads of an object that every object of the API does not have. */
export type Own<A extends KubeObject> = Omit<A, 'apiVersion' | 'metadata'>

/** Objects of which no two share a uid; the second one is the problem. */
export const eachUidOnce = <A extends KubeObject>(objects: Schema<ReadonlyArray<A>>): Schema<ReadonlyArray<A>> =>
  distinct(objects, { keyOf: ({ metadata: { uid } }) => uid, path: '.metadata.uid', expected: 'a unique uid' })

/** The lists of objects of the API that a schema of what is read of their kind stands for. */
export type ObjectsOf = <A extends object>(own: Schema<A>) => Schema<ReadonlyArray<KubeObject & A>>

/** Objects of the API, no two of one uid. */
export const objectsOf: ObjectsOf = (own) => eachUidOnce(list(both(kubeObject, own)))

/** Objects that have been found to be that: only what is read of their kind is checked. */
export const knownObjectsOf: ObjectsOf = (own) => list(both(unread<KubeObject>(), own))

const covered = object<CoveredResource>({
  group: text,
  kind: name,
  namespaces: leaf(
    '"all" or a list of strings',
    (value): value is CoveredResource['namespaces'] => value === 'all' || areStrings(value),
  ),
  because: textOrAbsent,
})

/** A coverage. */
export const coverage: Schema<Coverage> = tagged<Coverage>({
  Everything: { because: textOrAbsent },
  Resources: { resources: list(covered) },
})

/** Scopes and coverage, as every snapshot of objects has them. */
export const terms: FieldsOf<{ readonly scopes: ReadonlyArray<Scope>; readonly coverage: Coverage }> = {
  scopes: list(
    object<Scope>({ apiVersion: name, kind: name, resource: name, namespaced: flag, strategicMergePatch: flag }),
  ),
  coverage,
}
