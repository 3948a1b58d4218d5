/**
 * Which groups the API server can't list, because the extension server behind their APIService is not there.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/discovery/aggregated_discovery.go
 */
import { conditionsOf } from '../../apiserver/definition.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import { compareText, ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'

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

/** By its condition; where it has none yet, by whether the service that it names is there. */
export const isUnavailable = (view: Pick<View, 'get'>, service: WholeObject): boolean => {
  const available = conditionsOf(service).find(({ type }) => type === 'Available')
  if (available !== undefined) return available.status === 'False'
  const backend = ownField(service.spec, 'service')
  const [namespace, name] = [ownField(backend, 'namespace'), ownField(backend, 'name')]
  if (typeof namespace !== 'string' || typeof name !== 'string') return false
  return view.get({ apiVersion: 'v1', kind: 'Service', resource: 'services', namespace, name }) === undefined
}
