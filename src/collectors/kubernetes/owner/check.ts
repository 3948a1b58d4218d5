/**
 * Answers whether a snapshot is what its type says. A sound one is passed by one quick look; only where that fails, or a
 * uid comes twice, the slow check names every problem.
 */
import type { InvalidInput } from '../../../core/problem.js'
import { problemLimit, show } from '../../../core/problem.js'
import { isInstant } from '../../../core/time.js'
import type { Check } from '../../../internal/check.js'
import { all, arrayOf, expecting, fields, findProblems, isDate, isFlag, isText } from '../../../internal/check.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes snapshot', isSnapshot, snapshot)

/** True when {@link snapshotProblems} finds nothing but perhaps a uid that comes twice. */
export const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isTerms, snapshot) === null

type Fields = Readonly<{ [field: string]: unknown }>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isListOf = (value: unknown, item: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!item(value[index])) return false
  return true
}

const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isAbsentOr =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || holds(value)

const isString = (value: unknown): boolean => typeof value === 'string'
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
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

const objectLooksSound = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const { apiVersion, kind, metadata } = value as ObjectFields
  if (!isName(apiVersion) || !isName(kind) || !isRecord(metadata)) return false
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
const isDateOrAbsent: Check = expecting('a valid Date, or nothing', isAbsentOr(isInstant))
const isCountOrAbsent: Check = expecting('a safe integer, zero or more, or nothing', isAbsentOr(isCount))

const whereGiven =
  (check: Check): Check =>
  (value, problems) => {
    if (value !== undefined) check(value, problems)
  }

const isReference: Check = fields({
  apiVersion: isNameText,
  kind: isNameText,
  name: isNameText,
  uid: isNameText,
  controller: isFlagOrAbsent,
  blockOwnerDeletion: isFlagOrAbsent,
})

/** An object of the API, as far as the collectors read it. */
export const isKubeObject: Check = fields({
  apiVersion: isNameText,
  kind: isNameText,
  metadata: fields({
    namespace: isTextOrAbsent,
    name: isNameText,
    uid: isNameText,
    resourceVersion: isTextOrAbsent,
    generation: isCountOrAbsent,
    creationTimestamp: isDateOrAbsent,
    deletionTimestamp: isDateOrAbsent,
    deletionGracePeriodSeconds: isCountOrAbsent,
    finalizers: whereGiven(arrayOf(isText)),
    ownerReferences: whereGiven(arrayOf(isReference)),
  }),
})

const isTerms: Check = fields({
  scopes: arrayOf(
    fields({
      apiVersion: isNameText,
      kind: isNameText,
      resource: isNameText,
      namespaced: isFlag,
      strategicMergePatch: isFlag,
    }),
  ),
  coverage: (value, problems) => {
    const tag: unknown = isRecord(value) ? value['_tag'] : undefined
    if (tag === 'Everything') return
    if (tag === 'Resources') isResources(value, problems)
    else problems.push({ path: '', expected: 'an object with _tag Everything or Resources', actual: show(value) })
  },
})

const isResources: Check = fields({
  resources: arrayOf(
    fields({
      group: isText,
      kind: isNameText,
      namespaces: expecting('"all" or a list of strings', (value) => value === 'all' || areStrings(value)),
    }),
  ),
})

const uidsAreDistinct: Check = (value, problems) => {
  const seen = new Set<string>()
  ;(value as ReadonlyArray<{ readonly metadata: { readonly uid: string } }>).forEach(({ metadata: { uid } }, index) => {
    if (seen.has(uid) && problems.length < problemLimit)
      problems.push({
        path: `[${index}].metadata.uid`,
        expected: 'no second object with the same uid',
        actual: show(uid),
      })
    seen.add(uid)
  })
}

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isTerms)
