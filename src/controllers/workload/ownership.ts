/**
 * What a controller owns: objects that name it as their controller. It adopts objects that its selector matches and that have no
 * controller, and releases those that its selector no longer matches.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ClaimObject
 */
import { type KubeObject, type OwnerReference, type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import { type Program, call, done } from '../program.js'
import type { MetadataPatch } from '../../apiserver/request.js'
import { type Change, type View, noKeys } from '../controller.js'

/** Why a reference to an owner comes or goes. */
export type OwnershipWhy =
  /**
   * The selector of the owner meets it, and nobody controls it.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go AdoptPod
   */
  | { readonly _tag: 'Adopted'; readonly kind: string; readonly name: string }
  /**
   * The selector of the owner no longer matches it.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ReleasePod
   */
  | { readonly _tag: 'Released'; readonly kind: string; readonly name: string }

/** The reference to the controller of an object. */
export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** Uids of the controller that an object has after a change, and of the one that it had before, of those that are meant. */
export const controllersIn = (change: Change, isMeant: (owner: OwnerReference) => boolean): ReadonlyArray<string> => {
  const now = uidOfMeant(controllerOf(change.object), isMeant)
  const before =
    change._tag === 'Updated' && change.old !== undefined ? uidOfMeant(controllerOf(change.old), isMeant) : undefined
  if (before === undefined) return now === undefined ? noKeys : [now]
  return now === undefined || now === before ? [before] : [now, before]
}

const uidOfMeant = (
  owner: OwnerReference | undefined,
  isMeant: (owner: OwnerReference) => boolean,
): string | undefined => (owner !== undefined && isMeant(owner) ? owner.uid : undefined)

/** A key for an index of what controllers own: the uid of the controller; where there is none, the namespace. */
export const ownerKey = (object: KubeObject): string => controllerOf(object)?.uid ?? unownedKey(object)

/** The key of what nobody controls beside an object. */
export const unownedKey = ({ metadata: { namespace = '' } }: KubeObject): string => `/${namespace}`

/** A reference to an object as the controller, which waits for its dependents. */
export const controllerReference = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

/** What an owner claims among candidates of its namespace. */
export interface Claimed {
  readonly owned: ReadonlyArray<WholeObject>
  readonly toAdopt: ReadonlyArray<WholeObject>
  readonly toRelease: ReadonlyArray<WholeObject>
}

/** What an owner claims; one that is being deleted takes nothing over and lets nothing go. */
export const claimedBy = (
  owner: WholeObject,
  meets: (object: WholeObject) => boolean,
  candidates: ReadonlyArray<WholeObject>,
): Claimed => {
  const owned: WholeObject[] = []
  const toAdopt: WholeObject[] = []
  const toRelease: WholeObject[] = []
  const isGoing = isBeingDeleted(owner)
  for (const candidate of candidates) {
    const controller = controllerOf(candidate)
    if (controller === undefined) {
      if (!isGoing && !isBeingDeleted(candidate) && meets(candidate)) toAdopt.push(candidate)
    } else if (controller.uid === owner.metadata.uid) {
      if (meets(candidate)) owned.push(candidate)
      else if (!isGoing) toRelease.push(candidate)
    }
  }
  return { owned, toAdopt, toRelease }
}

/** Takes an object over; further finalizers may come with it. */
export const adopt =
  (view: View, owner: WholeObject, finalizer?: string) =>
  (object: WholeObject): Program<unknown> => {
    const { finalizers = [] } = object.metadata
    const isAdded = finalizer !== undefined && !finalizers.includes(finalizer)
    return patched(view, object, {
      ownerReferences: [controllerReference(owner)],
      ...(isAdded ? { finalizers: [...finalizers, finalizer] } : {}),
    })
  }

/** Lets an object go. */
export const release =
  (view: View, owner: WholeObject) =>
  (object: WholeObject): Program<unknown> =>
    patched(view, object, { ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }] })

const patched = (view: View, object: WholeObject, change: MetadataPatch): Program<unknown> => {
  const address = view.addressOf(object)
  const metadata: MetadataPatch = { uid: object.metadata.uid, ...change }
  return address === undefined
    ? done(undefined)
    : call({
        _tag: 'Patch',
        object: address,
        patch: { patchType: 'application/strategic-merge-patch+json', body: { metadata } },
      })
}

/** Why a patch of an owner came: whether the reference was there before tells. */
export const ownershipWhy = (owner: WholeObject, before: WholeObject): OwnershipWhy => {
  const { kind, metadata } = owner
  return controllerOf(before)?.uid === metadata.uid
    ? { _tag: 'Released', kind, name: metadata.name }
    : { _tag: 'Adopted', kind, name: metadata.name }
}
