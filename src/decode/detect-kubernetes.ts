/**
 * File detection for Kubernetes documents whose `kind` alone is not enough.
 */
import { own } from './codec.js'
import type { FileKind } from './kinds.js'
import { isRecord } from '../internal/lists.js'

type Marked = Readonly<Record<string, unknown>>

/** The kind of file; undefined where its `kind` alone tells. */
export const identifyKubernetes = (value: Marked, kind: string): FileKind['_tag'] | undefined => {
  const apiVersion = own(value, 'apiVersion')
  if (typeof apiVersion !== 'string') return undefined
  if (apiVersion.startsWith('audit.k8s.io/')) return 'AuditLog'
  if (apiVersion === 'v1' && kind === 'Status') return 'KubernetesStatus'
  if (kind === 'APIResourceList') return 'ApiResources'
  if (kind === 'PodList' && isOfServer(value)) return 'KubectlList'
  return apiVersion.startsWith('meta.k8s.io/') ? metaKinds.get(kind) : undefined
}

/** True for what an API server answers at `/version`. */
export const isVersionInfo = (value: unknown): value is Marked =>
  isRecord(value) &&
  !Object.hasOwn(value, 'kind') &&
  ['major', 'minor', 'gitVersion', 'gitCommit'].every((field) => typeof own(value, field) === 'string')

/** An API server gives each list a resource version; a kubelet does not. */
const isOfServer = (list: Marked): boolean => {
  const metadata = own(list, 'metadata')
  const version = isRecord(metadata) ? own(metadata, 'resourceVersion') : undefined
  return typeof version === 'string' && version !== ''
}

const metaKinds: ReadonlyMap<string, FileKind['_tag']> = new Map([
  ['Table', 'KubernetesTable'],
  ['PartialObjectMetadata', 'KubernetesMetadata'],
  ['PartialObjectMetadataList', 'KubernetesMetadata'],
  ['WatchEvent', 'KubernetesWatch'],
  ['Status', 'KubernetesStatus'],
])

/** The kind of an array of documents, by its first; undefined if that is not a Kubernetes document. */
export const identifyObjects = (first: Marked): FileKind['_tag'] | undefined => {
  const kind = own(first, 'kind')
  if (typeof kind === 'string' && typeof own(first, 'apiVersion') === 'string') {
    const known = identifyKubernetes(first, kind)
    return known ?? (kind.startsWith('gcplan/') ? undefined : 'KubernetesObjects')
  }
  return watchTypes.has(own(first, 'type')) && isRecord(own(first, 'object')) ? 'KubernetesWatch' : undefined
}

const watchTypes: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])
