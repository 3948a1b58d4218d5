/**
 * Validates API objects, scopes and coverage, as far as the collectors read them. A fast check without paths runs first; only
 * if it fails, a full one lists every problem.
 */
import { problemLimit, show } from '../core/problem.js'
import { isInstant } from '../core/time.js'
import type { Check } from '../internal/check.js'
import { arrayOf, expecting, fields, isText, maybe, isFlag, tagged } from '../internal/check.js'
import { numbering } from '../internal/intern.js'

/** Anything with fields. */
export type Fields = Readonly<{ [field: string]: unknown }>

/** True for anything with fields. */
export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** True for an array of such items. */
export const isListOf = (value: unknown, item: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!item(value[index])) return false
  return true
}

/** True for text that is not empty. */
const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** A predicate that also holds for what is absent. */
export const isAbsentOr =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || holds(value)

const isNameOrAbsent = isAbsentOr(isName)

/** True for text. */
export const isString = (value: unknown): boolean => typeof value === 'string'

/** True for true and false. */
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

/** True for a safe integer, zero or more. */
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

/** True for a list of texts. */
export const areStrings = (value: unknown): boolean => isListOf(value, isString)

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

/** True when {@link isKubeObject} finds nothing. */
export const objectLooksSound = (value: unknown): boolean => looksSoundWith(isName, value)

/** True when {@link isBareObject} finds nothing. */
export const bareObjectLooksSound = (value: unknown): boolean => looksSoundWith(isNameOrAbsent, value)

const looksSoundWith = (uidLooksSound: (value: unknown) => boolean, value: unknown): boolean => {
  if (!isRecord(value)) return false
  const { apiVersion, kind, metadata } = value as ObjectFields
  if (!isName(apiVersion) || !isName(kind) || !isRecord(metadata)) return false
  const meta: MetaFields = metadata
  return (
    isName(meta.name) &&
    uidLooksSound(meta.uid) &&
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
  if (!isRecord(value)) return false
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

export const isNameText: Check = expecting('text that is not empty', isName)

export const isTextOrAbsent: Check = expecting('a string, or nothing', isAbsentOr(isString))

const isFlagOrAbsent: Check = expecting('a boolean, or nothing', isAbsentOr(isBoolean))

export const isDateOrAbsent: Check = expecting('a valid Date, or nothing', isAbsentOr(isInstant))

export const isCountOrAbsent: Check = expecting('a safe integer, zero or more, or nothing', isAbsentOr(isCount))

/** A reference to an owner. */
export const isReference: Check = fields({
  apiVersion: isNameText,
  kind: isNameText,
  name: isNameText,
  uid: isNameText,
  controller: isFlagOrAbsent,
  blockOwnerDeletion: isFlagOrAbsent,
})

/** An object of the API, as far as the collectors read it, whose references are such ones. */
export const objectWith = (reference: Check, uid: Check = isNameText): Check =>
  fields({
    apiVersion: isNameText,
    kind: isNameText,
    metadata: fields({
      namespace: isTextOrAbsent,
      name: isNameText,
      uid,
      resourceVersion: isTextOrAbsent,
      generation: isCountOrAbsent,
      creationTimestamp: isDateOrAbsent,
      deletionTimestamp: isDateOrAbsent,
      deletionGracePeriodSeconds: isCountOrAbsent,
      finalizers: maybe(arrayOf(isText)),
      ownerReferences: maybe(arrayOf(reference)),
    }),
  })

/** An object of the API, as far as the collectors read it. */
export const isKubeObject: Check = objectWith(isReference)

/** The same for an object that may lack a uid. */
export const isBareObject: Check = objectWith(isReference, maybe(isNameText))

/** True when no two objects share a uid. */
export const uidsDiffer = (objects: ReadonlyArray<{ readonly metadata: { readonly uid: string } }>): boolean =>
  numbering(objects.map(({ metadata }) => metadata.uid)).distinct

/** No two objects share a uid; the second one is the problem. */
export const uidsAreDistinct: Check = (value, problems) => {
  const seen = new Set<string>()
  ;(value as ReadonlyArray<{ readonly metadata: { readonly uid: string } }>).forEach(({ metadata: { uid } }, index) => {
    if (seen.has(uid) && problems.length < problemLimit)
      problems.push({
        path: `[${index}].metadata.uid`,
        expected: 'a unique uid',
        actual: show(uid),
      })
    seen.add(uid)
  })
}

const isResources: Check = fields({
  resources: arrayOf(
    fields({
      group: isText,
      kind: isNameText,
      namespaces: expecting('"all" or a list of strings', (value) => value === 'all' || areStrings(value)),
      because: isTextOrAbsent,
    }),
  ),
})

const isEverything: Check = fields({ because: isTextOrAbsent })

/** A coverage. */
export const isCoverage: Check = tagged({ Everything: isEverything, Resources: isResources })

/** Scopes and coverage, as every snapshot of objects has them. */
export const isTerms: Check = fields({
  scopes: arrayOf(
    fields({
      apiVersion: isNameText,
      kind: isNameText,
      resource: isNameText,
      namespaced: isFlag,
      strategicMergePatch: isFlag,
    }),
  ),
  coverage: isCoverage,
})
