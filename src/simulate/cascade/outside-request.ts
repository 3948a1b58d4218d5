/** Requests from outside, which users send or somebody whom nobody simulates, and how a server takes them. */
import { isObject, list, tagged } from '../../internal/schema/object.js'
import { type Schema, text, unread } from '../../internal/schema/schema.js'
import { type Answer, invalid, notFound } from '../../apiserver/answer.js'
import { kubeObject, reference } from '../../apiserver/check.js'
import { type OwnerReference, type WholeObject, finalizersWithout } from '../../apiserver/object.js'
import { merged } from '../../apiserver/patch.js'
import { type DeleteOptions, options } from '../../apiserver/request.js'
import type { Server } from '../../apiserver/server.js'
import { putInPlace } from '../../apiserver/update.js'

/** One request from outside; objects are named by uid. */
export type OutsideRequest =
  | { readonly _tag: 'Delete'; readonly uid: string; readonly options: DeleteOptions }
  | { readonly _tag: 'RemoveFinalizer'; readonly uid: string; readonly finalizer: string }
  | { readonly _tag: 'SetOwners'; readonly uid: string; readonly ownerReferences: ReadonlyArray<OwnerReference> }
  | { readonly _tag: 'Create'; readonly object: WholeObject }
  /** A merge patch of the whole object, its status with it. */
  | { readonly _tag: 'Patch'; readonly uid: string; readonly patch: unknown }
  /** Binds a pod to a node, as a scheduler does. */
  | { readonly _tag: 'Bind'; readonly uid: string; readonly node: string }
  /** Sets the finalizers of a namespace's specification. */
  | { readonly _tag: 'Finalize'; readonly uid: string; readonly finalizers: ReadonlyArray<string> }

/** Also an object that disappears without a request. */
export type ExploredRequest = OutsideRequest | { readonly _tag: 'Vanish'; readonly uid: string }

/** Sends a request to a server. */
export const sendOutside =
  (server: Server) =>
  (request: ExploredRequest): Answer<WholeObject> => {
    if (request._tag === 'Create') return server.create(request.object)
    const object = server.find(request.uid)
    const address = object === undefined ? undefined : server.addressOf(object)
    if (object === undefined || address === undefined) return notFound(request.uid)
    switch (request._tag) {
      case 'Vanish':
        return server.vanish(address)
      case 'Delete':
        return server.delete(address, request.options)
      case 'RemoveFinalizer':
        return server.update(address, {
          finalizers: finalizersWithout(request.finalizer, object),
        })
      case 'SetOwners':
        return server.update(address, { ownerReferences: request.ownerReferences })
      case 'Patch':
        return server.change(address, (before) => {
          const after = merged(before, request.patch)
          return kubeObject.holds(after)
            ? putInPlace('version-optional')(after)(before)
            : invalid('the patch leaves no API object')
        })
      case 'Bind':
        return server.change(address, bound(request.node))
      case 'Finalize':
        return server.finalizeNamespace(address, request.finalizers)
    }
  }

const bound =
  (node: string) =>
  (pod: WholeObject): Answer<WholeObject> => ({
    _tag: 'Stays',
    code: 201,
    object: { ...pod, spec: { ...(isObject(pod.spec) ? pod.spec : {}), nodeName: node } },
  })

const shapes = {
  Delete: { uid: text, options },
  RemoveFinalizer: { uid: text, finalizer: text },
  SetOwners: { uid: text, ownerReferences: list(reference) },
  Create: { object: kubeObject },
  Patch: { uid: text, patch: unread() },
  Bind: { uid: text, node: text },
  Finalize: { uid: text, finalizers: list(text) },
}

/** A request from outside, checked. */
export const outsideRequest: Schema<OutsideRequest> = tagged<OutsideRequest>(shapes)

/** The same, of those that can be explored. */
export const exploredRequest: Schema<ExploredRequest> = tagged<ExploredRequest>({ ...shapes, Vanish: { uid: text } })
