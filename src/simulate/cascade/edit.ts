/** Edits by hand that end what never ends by itself. */
import { type Target, named } from '../../apiserver/object.js'
import type { Owner } from '../../controllers/owner/reason.js'

/** One change by hand. */
export type Edit =
  | { readonly _tag: 'RemoveFinalizer'; readonly target: Target; readonly finalizer: string }
  /** An annotation that stops who would take a finalizer off. */
  | { readonly _tag: 'RemoveAnnotation'; readonly target: Target; readonly annotation: string }
  | { readonly _tag: 'RemoveOwner'; readonly target: Target; readonly owner: Owner }
  /** The kind of an object is served by nobody. */
  | { readonly _tag: 'ServeKind'; readonly target: Target }
  /** The namespace of an object is gone; as long as it is, nothing in it can be changed. */
  | { readonly _tag: 'CreateNamespace'; readonly namespace: string }
  | { readonly _tag: 'RestoreApiService'; readonly service: string }
  /** No volume plugin deletes the storage; under Retain the volume is let go. */
  | { readonly _tag: 'RetainVolume'; readonly target: Target }

/** An object that never goes by itself. */
export interface NeverEnds {
  readonly target: Target
  readonly edit: Edit
}

/**
 * One line for an edit, as an order.
 *
 * @example
 * ```ts
 * import { explainEdit } from 'gcplan/simulate/cascade'
 *
 * console.log(explainEdit({ _tag: 'RestoreApiService', service: 'v1beta1.metrics.k8s.io' }))
 * // bring back the server behind APIService v1beta1.metrics.k8s.io, or delete the APIService
 * ```
 */
export const explainEdit = (edit: Edit): string => {
  switch (edit._tag) {
    case 'RemoveFinalizer':
      return `remove the finalizer ${edit.finalizer} from ${named(edit.target)}`
    case 'RemoveAnnotation':
      return `remove the annotation ${edit.annotation} from ${named(edit.target)}`
    case 'RemoveOwner':
      return `remove the owner reference to ${edit.owner.kind} ${edit.owner.name} from ${named(edit.target)}`
    case 'ServeKind':
      return `make a server serve ${edit.target.kind} of ${edit.target.apiVersion} again`
    case 'CreateNamespace':
      return `create the namespace ${edit.namespace} again`
    case 'RestoreApiService':
      return `bring back the server behind APIService ${edit.service}, or delete the APIService`
    case 'RetainVolume':
      return `set the reclaim policy of ${named(edit.target)} to Retain`
  }
}
