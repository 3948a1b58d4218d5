/** Services, and what several controllers keep for them. */
import { type WholeObject, groupOf } from '../apiserver/object.js'
import type { Address } from '../apiserver/scope.js'
import { ownField } from '../internal/lists.js'
import { type Change, type View, noKeys } from './controller.js'
import { namespacedKey } from './keys.js'
import { controllerReference } from './workload/ownership.js'

type Kind = Pick<WholeObject, 'apiVersion' | 'kind'>

/** True for a Service. */
export const isService = ({ apiVersion, kind }: Kind): boolean => kind === 'Service' && groupOf(apiVersion) === ''

/** True for an Endpoints object, which lists the addresses of the Service of its name. */
export const isEndpoints = ({ apiVersion, kind }: Kind): boolean => kind === 'Endpoints' && groupOf(apiVersion) === ''

/** True for an EndpointSlice. */
const isSlice = ({ apiVersion, kind }: Kind): boolean =>
  kind === 'EndpointSlice' && groupOf(apiVersion) === 'discovery.k8s.io'

/** The address of a Service. */
export const serviceNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Service',
  resource: 'services',
  namespace,
  name,
})

/** The address of an Endpoints object. */
export const endpointsNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  namespace,
  name,
})

/** Whether a Service selects pods: a selector without labels is none. Nothing where its specification is not shown. */
export const selectsPods = ({ spec }: WholeObject): boolean | undefined => {
  if (typeof spec !== 'object' || spec === null) return undefined
  const selector = ownField(spec, 'selector')
  return typeof selector === 'object' && selector !== null && Object.keys(selector).length > 0
}

/** True for a Service that only names another host. */
export const isExternalName = ({ spec }: WholeObject): boolean => ownField(spec, 'type') === 'ExternalName'

/** True for an object that keeps who leads a set of replicas, not addresses. */
export const isLeaderRecord = ({ metadata: { annotations } }: WholeObject): boolean =>
  ownField(annotations, 'control-plane.alpha.kubernetes.io/leader') !== undefined

/** The labels by which a slice names its Service and its controller. */
const serviceLabel = 'kubernetes.io/service-name'
const managerLabel = 'endpointslice.kubernetes.io/managed-by'

/** The name of the Service of a slice that a controller manages. */
const serviceOfSlice = (manager: string, { metadata: { labels } }: WholeObject): string | undefined => {
  const name = ownField(labels, serviceLabel)
  return ownField(labels, managerLabel) === manager && typeof name === 'string' ? name : undefined
}

/** The keys of a controller whose slices are made from these objects: an object's own, or the Service of a slice. */
export const keysOfSlices =
  (manager: string, isSource: (object: WholeObject) => boolean) =>
  ({ object }: Change): ReadonlyArray<string> => {
    if (isSource(object)) return namespacedKey(object)
    const service = isSlice(object) ? serviceOfSlice(manager, object) : undefined
    return service === undefined ? noKeys : namespacedKey(object, service)
  }

/** Slices by their namespace, manager and Service. */
const sliceIndex = (object: WholeObject): string | undefined => {
  if (!isSlice(object)) return undefined
  const { namespace = '', labels } = object.metadata
  const manager = ownField(labels, managerLabel)
  const service = ownField(labels, serviceLabel)
  return typeof manager === 'string' && typeof service === 'string' ? sliceKey(namespace, manager, service) : undefined
}

const sliceKey = (namespace: string, manager: string, service: string): string => `${namespace}/${manager}/${service}`

/** The slices of a Service that a controller manages. */
export const slicesOf = (view: View, manager: string, namespace: string, service: string): ReadonlyArray<WholeObject> =>
  view.listBy(sliceIndex, sliceKey(namespace, manager, service))

/** A slice for a Service, controlled by an object of the name of the Service. */
export const sliceOf = (owner: WholeObject, manager: string, name: string): WholeObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    namespace: owner.metadata.namespace,
    name,
    uid: '',
    labels: { [serviceLabel]: owner.metadata.name, [managerLabel]: manager },
    ownerReferences: [controllerReference(owner)],
  },
})

/** The address of a slice. */
export const sliceNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  namespace,
  name,
})
