/**
 * Which groups the API server can't list, because the extension server behind their APIService is not there.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/discovery/aggregated_discovery.go
 */
import { type Condition, conditionsOf } from '../../apiserver/definition.js'
import { type KubeObject, type WholeObject, groupOf, isBeingDeleted, isPod } from '../../apiserver/object.js'
import { compareText, ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { isExternalName, selectsPods, serviceNamed } from '../services.js'
import { isActive } from '../workload/pods.js'
import { labelsIn, meetsLabels } from '../workload/selector.js'

/** Each as `group/version: error`, sorted. */
export const unavailableGroups = (view: View): ReadonlyArray<string> =>
  view
    .listOf('apiregistration.k8s.io', 'APIService')
    .flatMap((service) => {
      const version = servedBy(service)
      return isUnavailable(view, service) ? [`${version}: stale GroupVersion discovery: ${version}`] : []
    })
    .sort(compareText)

/** True for an APIService. */
export const isApiService = ({ apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>): boolean =>
  kind === 'APIService' && groupOf(apiVersion) === 'apiregistration.k8s.io'

/** The group and version that an APIService stands for. */
export const servedBy = ({ spec }: WholeObject): string => `${textIn(spec, 'group')}/${textIn(spec, 'version')}`

const textIn = (spec: unknown, name: string): string => {
  const text = ownField(spec, name)
  return typeof text === 'string' ? text : ''
}

/** The Service behind an APIService; none where the API server answers by itself. */
export const backendOf = ({ spec }: WholeObject): Backend | undefined => {
  const backend = ownField(spec, 'service')
  const [namespace, name] = [ownField(backend, 'namespace'), ownField(backend, 'name')]
  return typeof namespace === 'string' && typeof name === 'string' ? { namespace, name } : undefined
}

/** Where an extension server is found. */
export interface Backend {
  readonly namespace: string
  readonly name: string
}

/** What is read of a cluster to tell whether an extension server answers. */
export type ServersView = Pick<View, 'get' | 'listOf' | 'covers' | 'isGone'>

/**
 * What an APIService says of itself, unless it can't be so any more: its Service is gone, was of a namespace that ends, or
 * selects nothing that lives. Where the Service is missing for no such reason, its condition is believed. While it is
 * `Unknown`, the API server answers 503 itself.
 */
export const isUnavailable = (view: ServersView, service: WholeObject): boolean => {
  const available = availabilityOf(service)
  if (available?.status === 'False') return true
  const backend = backendOf(service)
  if (backend === undefined) return false
  if (available !== undefined && available.status !== 'True') return true
  const { namespace } = backend
  const address = serviceNamed(namespace, backend.name)
  const found = view.get(address)
  return found === undefined
    ? available === undefined ||
        view.isGone(address) ||
        (isEnding(view, namespace) && view.covers('v1', 'Service', namespace))
    : view.covers('v1', 'Pod', namespace) && lacksPods(view, found, namespace)
}

const isEnding = (view: ServersView, name: string): boolean => {
  const namespace = view.get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name })
  return namespace !== undefined && isBeingDeleted(namespace)
}

/** The condition `Available` of an APIService. */
export const availabilityOf = (service: WholeObject): Condition | undefined =>
  conditionsOf(service).find(({ type }) => type === 'Available')

/**
 * True for a Service that no pod can serve: nothing that it selects lives, and nobody makes it again.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go sync
 */
const lacksPods = (view: ServersView, service: WholeObject, namespace: string): boolean => {
  const isSelected = meetsLabels(ownField(service.spec, 'selector'))
  if (selectsPods(service) !== true || isExternalName(service) || isSelected === undefined) return false
  if (view.listOf('', 'Pod', namespace).some((pod) => isActive(pod) && isSelected(pod))) return false
  return (
    isEnding(view, namespace) ||
    !makers.some((kind) => view.listOf('apps', kind, namespace).some(makesPods(isSelected)))
  )
}

/** Whether an object of the namespace of a Service is one that serves it, or makes what does. */
export const mayServe = (service: WholeObject): ((object: WholeObject) => boolean) => {
  const isSelected = meetsLabels(ownField(service.spec, 'selector')) ?? (() => false)
  const makes = makesPods(isSelected)
  return (object) => (isPod(object) ? isActive(object) && isSelected(object) : makes(object))
}

/** Kinds of which an object may make the pods of a Service. */
export const makers: ReadonlyArray<string> = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']

const makesPods =
  (isSelected: (object: KubeObject) => boolean) =>
  (workload: WholeObject): boolean => {
    const labels = labelsIn(ownField(ownField(ownField(workload.spec, 'template'), 'metadata'), 'labels'))
    const pod = { ...workload, metadata: { ...workload.metadata, labels } }
    return !isBeingDeleted(workload) && ownField(workload.spec, 'replicas') !== 0 && isSelected(pod)
  }
