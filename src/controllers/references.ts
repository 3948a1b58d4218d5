/**
 * References to a controller, and which objects are its own: those that name it, and those without a controller that its
 * selector matches, which it adopts.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ClaimObject
 */
import { type KubeObject, type OwnerReference, type WholeObject, groupOf, isBeingDeleted } from '../apiserver/object.js'
import type { ApiRequest, ReferencePatch } from '../apiserver/request.js'
import { ownField } from '../internal/lists.js'
import type { View } from './controller.js'
import { type LabelRequirement, selects, selectsEverything } from './selector.js'

/** The reference to the controller of an object. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** True for a reference to a kind of a group, whatever the version. */
export const isReferenceTo = (group: string, kind: string, reference: OwnerReference | undefined): boolean =>
  reference !== undefined && reference.kind === kind && groupOf(reference.apiVersion) === group

/** The reference of what an owner controls. */
export const controllerReference = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

/** What an owner claims of the objects that may be its own. */
export interface Claimed {
  /** What it controls, or adopts now. */
  readonly own: ReadonlyArray<WholeObject>
  readonly adopted: ReadonlyArray<{ readonly object: WholeObject; readonly request: ApiRequest }>
  readonly released: ReadonlyArray<{ readonly object: WholeObject; readonly request: ApiRequest }>
}

/** Claims objects for an owner that is not being deleted: what matches is its own, unless another controls it. */
export const claimObjects = (
  view: View,
  owner: WholeObject,
  candidates: ReadonlyArray<WholeObject>,
  matches: (object: WholeObject) => boolean,
): Claimed => {
  const own: WholeObject[] = []
  const adopted: { readonly object: WholeObject; readonly request: ApiRequest }[] = []
  const released: { readonly object: WholeObject; readonly request: ApiRequest }[] = []
  for (const object of candidates) {
    const controller = controllerOf(object)
    if (controller !== undefined && controller.uid !== owner.metadata.uid) continue
    if (controller === undefined && isBeingDeleted(object)) continue
    const isMatch = matches(object)
    if (isMatch) own.push(object)
    if (isMatch === (controller !== undefined)) continue
    const reference: ReferencePatch = isMatch
      ? controllerReference(owner)
      : { $patch: 'delete', uid: owner.metadata.uid }
    for (const request of patchOf(view, object, reference)) (isMatch ? adopted : released).push({ object, request })
  }
  return { own, adopted, released }
}

const patchOf = (view: View, object: WholeObject, reference: ReferencePatch): ReadonlyArray<ApiRequest> => {
  const address = view.addressOf(object)
  if (address === undefined) return []
  const body = { metadata: { uid: object.metadata.uid, ownerReferences: [reference] } }
  return [{ _tag: 'Patch', object: address, patch: { patchType: 'application/strategic-merge-patch+json', body } }]
}

/**
 * What the selector of a specification matches; nothing for one that is missing, empty or not understood: who cannot say
 * what is its own claims nothing.
 */
export const selectorOf = (spec: unknown): ((object: KubeObject) => boolean) => {
  const selector = ownField(spec, 'selector')
  const matchLabels = textsOf(ownField(selector, 'matchLabels') ?? {})
  const expressions = ownField(selector, 'matchExpressions') ?? []
  const nothing = (): boolean => false
  if (matchLabels === undefined || !Array.isArray(expressions) || !expressions.every(isRequirement)) return nothing
  const read = { matchLabels, matchExpressions: expressions }
  return selectsEverything(read) ? nothing : selects(read)
}

const isRequirement = (value: unknown): value is LabelRequirement => {
  const values = ownField(value, 'values')
  return (
    typeof ownField(value, 'key') === 'string' &&
    typeof ownField(value, 'operator') === 'string' &&
    (values === undefined || (Array.isArray(values) && values.every((one) => typeof one === 'string')))
  )
}

/** The fields of a map of text; nothing where some value is no text. */
const textsOf = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const entries: ReadonlyArray<[string, unknown]> = Object.entries(value)
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined
}
