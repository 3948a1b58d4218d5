/**
 * The short names of kinds: built-in ones, those of listed CustomResourceDefinitions, and those in the output of
 * `kubectl api-resources`.
 */
import type { Listing } from '../../decode/index.js'
import { ownField } from '../structured.js'

/** Short names by resource and group, e.g. `deployments.apps`; the core group has no name. */
export type ShortNames = ReadonlyMap<string, ReadonlyArray<string>>

/** The key of a resource. */
export const resourceKey = (resource: string, group: string): string =>
  group === '' ? resource : `${resource}.${group}`

/** Those of Kubernetes 1.36 itself. */
const builtIn: ReadonlyArray<readonly [key: string, name: string]> = [
  ['certificatesigningrequests.certificates.k8s.io', 'csr'],
  ['componentstatuses', 'cs'],
  ['configmaps', 'cm'],
  ['cronjobs.batch', 'cj'],
  ['customresourcedefinitions.apiextensions.k8s.io', 'crd'],
  ['customresourcedefinitions.apiextensions.k8s.io', 'crds'],
  ['daemonsets.apps', 'ds'],
  ['deployments.apps', 'deploy'],
  ['endpoints', 'ep'],
  ['events', 'ev'],
  ['events.events.k8s.io', 'ev'],
  ['horizontalpodautoscalers.autoscaling', 'hpa'],
  ['ingresses.networking.k8s.io', 'ing'],
  ['ipaddresses.networking.k8s.io', 'ip'],
  ['limitranges', 'limits'],
  ['namespaces', 'ns'],
  ['networkpolicies.networking.k8s.io', 'netpol'],
  ['nodes', 'no'],
  ['persistentvolumeclaims', 'pvc'],
  ['persistentvolumes', 'pv'],
  ['poddisruptionbudgets.policy', 'pdb'],
  ['pods', 'po'],
  ['priorityclasses.scheduling.k8s.io', 'pc'],
  ['replicasets.apps', 'rs'],
  ['replicationcontrollers', 'rc'],
  ['resourcequotas', 'quota'],
  ['serviceaccounts', 'sa'],
  ['services', 'svc'],
  ['statefulsets.apps', 'sts'],
  ['storageclasses.storage.k8s.io', 'sc'],
  ['volumeattributesclasses.storage.k8s.io', 'vac'],
]

/** What `kubectl get all` asks for. */
export const categoryAll: ReadonlySet<string> = new Set([
  'pods',
  'replicationcontrollers',
  'services',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'jobs.batch',
])

/** All short names there are. */
export const shortNamesOf = (listings: ReadonlyArray<Listing>, tables: ReadonlyArray<string>): ShortNames => {
  const names = new Map<string, string[]>()
  for (const [key, name] of [...builtIn, ...listings.flatMap(inDefinitions), ...tables.flatMap(inTable)]) {
    const before = names.get(key)
    if (before === undefined) names.set(key, [name])
    else before.push(name)
  }
  return names
}

type Named = readonly [key: string, name: string]

/** Definitions are decoded as far as they serve kinds; names that are no text are of no use. */
const inDefinitions = ({ objects, scopes }: Listing): ReadonlyArray<Named> =>
  scopes.length === 0
    ? []
    : objects
        .filter(
          ({ kind, apiVersion }) => kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1',
        )
        .flatMap(({ metadata, spec }) => {
          const names = ownField(ownField(spec, 'names'), 'shortNames')
          const texts = Array.isArray(names) ? (names as ReadonlyArray<unknown>) : []
          // The server takes no definition whose name is not its resource and group.
          return texts.flatMap((name): ReadonlyArray<Named> =>
            typeof name === 'string' ? [[metadata.name, name]] : [],
          )
        })

/** Rows with a cell more than the others have short names in the second one. */
const inTable = (text: string): ReadonlyArray<Named> =>
  text.split('\n').flatMap((line): ReadonlyArray<Named> => {
    const [resource = '', names = '', apiVersion = '', namespaced] = line.trim().split(/\s+/)
    if (namespaced !== 'true' && namespaced !== 'false') return []
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
    return names.split(',').map((name): Named => [resourceKey(resource, group), name])
  })
