/**
 * Owner references: how they compare, and which ones the server takes. Only their form is checked: the owner need not exist
 * or be in the same namespace, and may be named twice in different ways.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateOwnerReferences
 */
import type { KubeObject, OwnerReference } from './object.js'

/** Owner references of an object; none is the empty list. */
export const ownersOf = ({ metadata }: KubeObject): ReadonlyArray<OwnerReference> =>
  metadata.ownerReferences ?? noReferences

const noReferences: ReadonlyArray<OwnerReference> = []

/** True for a reference whose owner is to wait until the dependent is gone. */
export const isBlocking = (reference: OwnerReference): boolean => reference.blockOwnerDeletion === true

/** True for a reference that names an object by the version, kind and name under which it was observed. */
export const namesExactly =
  (reference: OwnerReference) =>
  ({ apiVersion, kind, metadata }: KubeObject): boolean =>
    reference.uid === metadata.uid &&
    reference.name === metadata.name &&
    reference.kind === kind &&
    reference.apiVersion === apiVersion

/** True when two references are the same in every field; absent differs from false. */
export const isSameReference = (a: OwnerReference, b: OwnerReference): boolean =>
  a.uid === b.uid &&
  a.name === b.name &&
  a.kind === b.kind &&
  a.apiVersion === b.apiVersion &&
  a.controller === b.controller &&
  a.blockOwnerDeletion === b.blockOwnerDeletion

/** Why the server rejects references, in words; undefined if it accepts them. */
export const referencesRefusal = (references: ReadonlyArray<OwnerReference>): string | undefined => {
  for (const [index, reference] of references.entries()) {
    const refusal = refusalOf(reference)
    if (refusal !== undefined) return `metadata.ownerReferences[${index}].${refusal}`
  }
  const controllers = references.filter(({ controller }) => controller === true)
  return controllers.length > 1
    ? `metadata.ownerReferences: only one may be the controller, here ${controllers.map(({ name }) => name).join(', ')}`
    : undefined
}

/**
 * References as the server stores them: of several that are equal in every field, the first.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/admission.go dedupOwnerReferences
 */
export const storedReferences = (references: ReadonlyArray<OwnerReference>): ReadonlyArray<OwnerReference> => {
  const seen = new Set<string>()
  const stored = references.filter((reference) => {
    const text = textOf(reference)
    return !seen.has(text) && seen.add(text).size > 0
  })
  return stored.length === references.length ? references : stored
}

/** One text for references that are equal in every field; a flag that is absent is not one that is false. */
const textOf = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): string =>
  JSON.stringify([apiVersion, kind, name, uid, controller ?? null, blockOwnerDeletion ?? null])

const refusalOf = ({ apiVersion, kind, name, uid }: OwnerReference): string | undefined => {
  const slash = apiVersion.indexOf('/')
  if (apiVersion.slice(slash + 1) === '') return 'apiVersion: a version is required'
  if (kind === '') return 'kind: required'
  if (name === '') return 'name: required'
  if (uid === '') return 'uid: required'
  return apiVersion === 'v1' && kind === 'Event' ? 'kind: an Event may own nothing' : undefined
}
