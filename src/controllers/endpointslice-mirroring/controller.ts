/**
 * The mirroring controller: slices for the Endpoints of Services without a selector, which somebody else writes. They go with
 * the Endpoints, with the Service, and when the Service gets a selector.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go syncEndpoints
 */
import { type WholeObject, isBeingDeleted } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { ownField } from '../../internal/lists.js'
import { deleteOf } from '../acts.js'
import type { Controller, View } from '../controller.js'
import { partsOf } from '../keys.js'
import { generatedNames } from '../names.js'
import {
  endpointsNamed,
  isEndpoints,
  isLeaderRecord,
  isService,
  keysOfSlices,
  selectsPods,
  serviceNamed,
  sliceNamed,
  sliceOf,
  slicesOf,
} from '../services.js'
import { mirroredSlices } from './subsets.js'

/** Why a mirrored slice comes or goes. */
export type MirrorWhy =
  /**
   * The Endpoints have addresses that no slice shows.
   * @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/reconciler.go reconcile
   */
  | { readonly _tag: 'MirrorMissing'; readonly endpoints: string }
  /**
   * Its Endpoints or the Service are gone, or are not to be mirrored any more.
   * @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go deleteMirroredSlices
   */
  | { readonly _tag: 'NothingToMirror'; readonly endpoints: string }

/** What it is called. */
const mirroringControllerName = 'endpointslice-mirroring-controller'

const manager = 'endpointslicemirroring-controller.k8s.io'

/** The rules of one mirroring controller. */
export interface MirroringRules {
  /** False where nobody is to make anything. Default: true. */
  readonly makesSlices?: boolean | undefined
}

/** The controller; its keys are `namespace/name` of Endpoints. */
export const mirroringController = ({ makesSlices = true }: MirroringRules = {}): Controller<MirrorWhy> => ({
  name: mirroringControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go handleErr */
  retries: 'refusals',
  watches: ['Service', 'Endpoints', 'EndpointSlice'],
  keysOf: keysOfSlices(manager, (object) => isService(object) || isEndpoints(object)),
  reconcile: (view) => (key) => {
    const [namespace, name] = partsOf(key)
    const slices = slicesOf(view, manager, namespace, name)
    const endpoints = view.get(endpointsNamed(namespace, name))
    const service = view.get(serviceNamed(namespace, name))
    if (isUnknown(view, namespace, endpoints, service))
      return { requests: [], why: { _tag: 'MirrorMissing', endpoints: name } }
    const wanted =
      endpoints === undefined || service === undefined || !isMirrored(endpoints, service)
        ? 0
        : mirroredSlices(endpoints)
    if (endpoints === undefined || slices.length > wanted)
      return {
        requests: slices.slice(wanted).flatMap((slice) => (isBeingDeleted(slice) ? [] : deleteOf(view, slice, {}))),
        why: { _tag: 'NothingToMirror', endpoints: name },
      }
    const missing = makesSlices && !isBeingDeleted(endpoints) ? wanted - slices.length : 0
    return {
      requests: newSlices(view, endpoints, namespace, missing),
      why: { _tag: 'MirrorMissing', endpoints: name },
    }
  },
})

/** What is not shown may be there: then nothing is decided. */
const isUnknown = (
  view: View,
  namespace: string,
  endpoints: WholeObject | undefined,
  service: WholeObject | undefined,
): boolean =>
  (endpoints === undefined && !view.covers('v1', 'Endpoints', namespace)) ||
  (service === undefined ? !view.covers('v1', 'Service', namespace) : selectsPods(service) === undefined)

/**
 * Whether Endpoints are mirrored.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go shouldMirror
 */
const isMirrored = (endpoints: WholeObject, service: WholeObject): boolean =>
  selectsPods(service) === false &&
  !isLeaderRecord(endpoints) &&
  ownField(endpoints.metadata.labels, 'endpointslice.kubernetes.io/skip-mirror') !== 'true'

const newSlices = (view: View, endpoints: WholeObject, namespace: string, count: number): ReadonlyArray<ApiRequest> => {
  if (count <= 0 || !view.covers('discovery.k8s.io/v1', 'EndpointSlice', namespace)) return []
  const isTaken = (name: string): boolean => view.get(sliceNamed(namespace, name)) !== undefined
  return generatedNames(`${endpoints.metadata.name}-`, count, isTaken).map((name) => ({
    _tag: 'Create',
    object: sliceOf(endpoints, manager, name),
  }))
}
