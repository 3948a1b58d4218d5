/**
 * The EndpointSlice controller: at least one slice for each Service with a selector. Slices that do not name the Service as
 * owner are made its own, or deleted where it has others.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/endpointslice/endpointslice_controller.go syncService
 */
import { type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { deleteOf } from '../acts.js'
import type { Controller, View } from '../controller.js'
import { partsOf } from '../keys.js'
import { generatedName } from '../names.js'
import { controllerReference } from '../workload/ownership.js'
import {
  isExternalName,
  isService,
  keysOfSlices,
  selectsPods,
  serviceNamed,
  sliceNamed,
  sliceOf,
  slicesOf,
} from '../services.js'

/** Why a slice comes, goes or gets an owner. */
export type SliceWhy =
  /**
   * Its Service has a selector and no slice.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/endpointslice/reconciler.go Reconcile
   */
  | { readonly _tag: 'SliceMissing'; readonly service: string }
  /**
   * It does not name the Service, which has no slice of its own.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/endpointslice/reconciler.go finalize
   */
  | { readonly _tag: 'SliceAdopted'; readonly service: string }
  /**
   * It does not name the Service, which has slices of its own.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/endpointslice/reconciler.go finalize
   */
  | { readonly _tag: 'SliceOfAnother'; readonly service: string }

/** What it is called. */
const endpointSliceControllerName = 'endpointslice-controller'

const manager = 'endpointslice-controller.k8s.io'

/** The controller; its keys are `namespace/name` of Services. */
export const endpointSliceController = (): Controller<SliceWhy> => ({
  name: endpointSliceControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/endpointslice/endpointslice_controller.go handleErr */
  retries: 'refusals',
  watches: ['Service', 'EndpointSlice'],
  keysOf: keysOfSlices(manager, isService),
  reconcile: (view) => (key) => {
    const [namespace, name] = partsOf(key)
    const service = view.get(serviceNamed(namespace, name))
    if (service === undefined || selectsPods(service) !== true || isExternalName(service))
      return { requests: [], why: { _tag: 'SliceMissing', service: name } }
    const slices = slicesOf(view, manager, namespace, name)
    const own = slices.filter(isOwnedBy(service))
    const others = slices.filter((slice) => !own.includes(slice) && !isBeingDeleted(slice))
    if (own.length > 0)
      return {
        requests: others.flatMap((slice) => deleteOf(view, slice, {})),
        why: { _tag: 'SliceOfAnother', service: name },
      }
    const [first] = others
    return first === undefined
      ? { requests: newSlice(view, service, namespace), why: { _tag: 'SliceMissing', service: name } }
      : { requests: [ownedBy(service, first)], why: { _tag: 'SliceAdopted', service: name } }
  },
})

const isOwnedBy =
  ({ metadata: { uid } }: WholeObject) =>
  ({ metadata: { ownerReferences = [] } }: WholeObject): boolean =>
    ownerReferences.some((owner) => owner.uid === uid && owner.kind === 'Service')

const ownedBy = (service: WholeObject, slice: WholeObject): ApiRequest => ({
  _tag: 'Update',
  object: { ...slice, metadata: { ...slice.metadata, ownerReferences: [controllerReference(service)] } },
})

/** None is made for a Service that is being deleted: the owner collector may be deleting the old ones. */
const newSlice = (view: View, service: WholeObject, namespace: string): ReadonlyArray<ApiRequest> => {
  if (isBeingDeleted(service) || !view.covers('discovery.k8s.io/v1', 'EndpointSlice', namespace)) return []
  const name = generatedName(`${service.metadata.name}-`, (free) => view.get(sliceNamed(namespace, free)) !== undefined)
  return [{ _tag: 'Create', object: sliceOf(service, manager, name) }]
}
