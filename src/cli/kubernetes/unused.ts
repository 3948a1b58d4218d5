/** Which objects nothing refers to, and which of those are needed nevertheless. */
import { type KubeObject, type WholeObject } from '../../apiserver/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'

/** Kinds that only serve others, by the words of `--kinds`. */
export const unusedKinds: Readonly<Record<string, Lifecycle.GroupKind>> = {
  configmaps: { group: '', kind: 'ConfigMap' },
  secrets: { group: '', kind: 'Secret' },
  persistentvolumeclaims: { group: '', kind: 'PersistentVolumeClaim' },
  serviceaccounts: { group: '', kind: 'ServiceAccount' },
  roles: { group: 'rbac.authorization.k8s.io', kind: 'Role' },
  clusterroles: { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole' },
  storageclasses: { group: 'storage.k8s.io', kind: 'StorageClass' },
  priorityclasses: { group: 'scheduling.k8s.io', kind: 'PriorityClass' },
  customresourcedefinitions: { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
}

/** A policy by which what nobody uses goes after a time, which starts when that is first seen. */
export const unusedPolicy = (kinds: ReadonlyArray<Lifecycle.GroupKind>, ttlSeconds: number): Lifecycle.Policy => ({
  ...Lifecycle.defaultPolicy,
  period: { _tag: 'Enabled', epoch: 'now' },
  stated: 'nowhere',
  unusedClaims: 'observation',
  kinds: kinds.map((of) => ({ of, rules: { enabled: true, afterUnused: true, ttlSeconds } })),
})

/** Why an object that nothing refers to is in use all the same; nothing for one that is not. */
export const exceptionOf = ({ kind, metadata }: KubeObject | WholeObject): string | undefined => {
  const { namespace = '', name, annotations = {}, labels = {} } = metadata
  if (systemNamespaces.has(namespace)) return `Kubernetes itself reads it, in ${namespace}`
  if (name.startsWith('system:') || labels['kubernetes.io/bootstrapping'] !== undefined)
    return 'a default of Kubernetes'
  if (Object.keys(labels).some((label) => label.startsWith('rbac.authorization.k8s.io/aggregate-to-')))
    return 'aggregated into another role'
  if (['admin', 'edit', 'view', 'cluster-admin'].includes(name) && kind === 'ClusterRole')
    return 'a default of Kubernetes'
  if (kind === 'PriorityClass' && name.startsWith('system-')) return 'a default of Kubernetes'
  if (kind === 'ServiceAccount' && name === 'default') return 'each namespace has one'
  if (kind === 'ConfigMap' && publishedEverywhere.has(name)) return 'published into each namespace'
  if (annotations['control-plane.alpha.kubernetes.io/leader'] !== undefined || /leader-?election|-leader$/.test(name))
    return 'a lock of leader election'
  if (annotations['kubernetes.io/service-account.name'] !== undefined) return 'a token of a ServiceAccount'
  if (labels['owner'] === 'helm' || name.startsWith('sh.helm.release.')) return 'a release of Helm'
  if (annotations['storageclass.kubernetes.io/is-default-class'] === 'true') return 'the default class'
  return undefined
}

const systemNamespaces: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease'])

const publishedEverywhere: ReadonlySet<string> = new Set([
  'kube-root-ca.crt',
  'openshift-service-ca.crt',
  'istio-ca-root-cert',
])
