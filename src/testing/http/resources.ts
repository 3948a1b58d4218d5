/**
 * What discovery says of kinds beside their names: short names, categories, verbs and subresources; of custom resources by
 * their definition.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/rest/storage_core.go NewRESTStorage
 */
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { isRecord, ownField } from '../../internal/lists.js'
import type { ApiState } from './state.js'
import { entryOf } from './store.js'

/** A part of an object with a path of its own. */
export type Subresource = 'status' | 'scale' | 'finalize' | 'eviction' | 'binding'

/** What a server says of one kind of one version. */
export interface Resource {
  readonly scope: Scope
  readonly singular: string
  readonly shortNames: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  readonly verbs: ReadonlyArray<string>
  readonly subresources: ReadonlyArray<Subresource>
  /** The definition of a custom resource. */
  readonly definition: WholeObject | undefined
  /** The version that the definition says, of custom resources. */
  readonly version: unknown
}

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

const shortNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  configmaps: ['cm'],
  endpoints: ['ep'],
  events: ['ev'],
  limitranges: ['limits'],
  namespaces: ['ns'],
  nodes: ['no'],
  persistentvolumeclaims: ['pvc'],
  persistentvolumes: ['pv'],
  pods: ['po'],
  replicationcontrollers: ['rc'],
  resourcequotas: ['quota'],
  serviceaccounts: ['sa'],
  services: ['svc'],
  customresourcedefinitions: ['crd', 'crds'],
  daemonsets: ['ds'],
  deployments: ['deploy'],
  replicasets: ['rs'],
  statefulsets: ['sts'],
  horizontalpodautoscalers: ['hpa'],
  cronjobs: ['cj'],
  certificatesigningrequests: ['csr'],
  ingresses: ['ing'],
  ipaddresses: ['ip'],
  networkpolicies: ['netpol'],
  poddisruptionbudgets: ['pdb'],
  priorityclasses: ['pc'],
  storageclasses: ['sc'],
  volumeattributesclasses: ['vac'],
}

const inAll = new Set([
  ...['pods', 'replicationcontrollers', 'services', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'],
  ...['horizontalpodautoscalers', 'cronjobs', 'jobs'],
])

/** Kinds of Kubernetes itself whose status has a path of its own, and is ignored elsewhere. */
const withStatus = new Set([
  ...['namespaces', 'nodes', 'persistentvolumeclaims', 'persistentvolumes', 'pods', 'replicationcontrollers'],
  ...['resourcequotas', 'services', 'daemonsets', 'deployments', 'replicasets', 'statefulsets', 'cronjobs', 'jobs'],
  ...['horizontalpodautoscalers', 'poddisruptionbudgets', 'certificatesigningrequests', 'ingresses'],
  ...['customresourcedefinitions', 'apiservices', 'flowschemas', 'prioritylevelconfigurations', 'volumeattachments'],
  ...['resourceclaims', 'validatingadmissionpolicies', 'servicecidrs'],
])

const withScale = new Set(['deployments', 'replicasets', 'statefulsets', 'replicationcontrollers'])

/** What a server says of a kind that it serves. */
export const resourceOf = (state: ApiState, scope: Scope): Resource => {
  const { apiVersion, resource, kind } = scope
  const uid = scope.strategicMergePatch
    ? undefined
    : state.served.definitionOf({ apiVersion, kind, metadata: { name: '', uid: '' } })
  const definition = uid === undefined ? undefined : entryOf(state, uid)?.object
  if (!scope.strategicMergePatch) return customOf(scope, definition)
  const isNamespace = resource === 'namespaces'
  return {
    scope,
    singular: kind.toLowerCase(),
    shortNames: shortNames[resource] ?? [],
    categories: [
      ...(inAll.has(resource) ? ['all'] : []),
      ...(apiExtensions.has(groupOf(apiVersion)) ? ['api-extensions'] : []),
    ],
    verbs: isNamespace ? allVerbs.filter((verb) => verb !== 'deletecollection') : allVerbs,
    subresources: [
      ...(withStatus.has(resource) ? (['status'] as const) : []),
      ...(withScale.has(resource) ? (['scale'] as const) : []),
      ...(isNamespace ? (['finalize'] as const) : []),
      ...(resource === 'pods' && groupOf(apiVersion) === '' ? (['eviction', 'binding'] as const) : []),
    ],
    definition: undefined,
    version: undefined,
  }
}

const apiExtensions = new Set(['admissionregistration.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** A kind that is served without a definition has a status of its own: nothing says otherwise. */
const customOf = (scope: Scope, definition: WholeObject | undefined): Resource => {
  const names = ownField(definition?.spec, 'names')
  const versions = ownField(definition?.spec, 'versions')
  const name = scope.apiVersion.split('/').at(-1)
  const version: unknown = Array.isArray(versions)
    ? versions.find((one: unknown) => ownField(one, 'name') === name)
    : undefined
  const subresources = ownField(version, 'subresources')
  const singular = ownField(names, 'singular')
  return {
    scope,
    singular: typeof singular === 'string' && singular !== '' ? singular : scope.kind.toLowerCase(),
    shortNames: textsOf(ownField(names, 'shortNames')),
    categories: textsOf(ownField(names, 'categories')),
    verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
    subresources: definition === undefined || isRecord(ownField(subresources, 'status')) ? ['status'] : [],
    definition,
    version,
  }
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** The kinds of a state by version and resource, found once for each set of kinds. */
const tables = new WeakMap<object, ReadonlyMap<string, Scope>>()

/** The kind of a resource of a version; nothing where none is served. */
export const scopeAt = ({ served }: ApiState, apiVersion: string, resource: string): Scope | undefined => {
  const known = tables.get(served)
  const table =
    known ?? new Map(served.table.scopes.map((scope) => [`${scope.apiVersion} ${scope.resource}`, scope] as const))
  if (known === undefined) tables.set(served, table)
  return table.get(`${apiVersion} ${resource}`)
}
