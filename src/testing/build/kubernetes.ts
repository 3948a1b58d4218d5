/** Builders for objects other than workloads: configuration, nodes, namespaces and custom kinds. */
import type { WholeObject } from '../../apiserver/object.js'
import { type Given, clusterObject, kindOf } from './kube-object.js'

/** A ConfigMap. */
export const configMap: (name: string, given?: Given) => WholeObject = kindOf('v1', 'ConfigMap')

/** A Secret. */
export const secret: (name: string, given?: Given) => WholeObject = kindOf('v1', 'Secret')

/** A Service. */
export const service: (name: string, given?: Given) => WholeObject = kindOf('v1', 'Service')

/** A ServiceAccount. */
export const serviceAccount: (name: string, given?: Given) => WholeObject = kindOf('v1', 'ServiceAccount')

/** A PersistentVolumeClaim with its protection finalizer. */
export const persistentVolumeClaim: (name: string, given?: Given) => WholeObject = kindOf(
  'v1',
  'PersistentVolumeClaim',
  {
    metadata: { finalizers: ['kubernetes.io/pvc-protection'] },
  },
)

/** A PersistentVolume with its protection finalizer. */
export const persistentVolume = (name: string, given: Given = {}): WholeObject =>
  clusterObject('v1', 'PersistentVolume', name, { finalizers: ['kubernetes.io/pv-protection'], ...given })

/** Optional fields of a node. */
export interface NodeGiven extends Given {
  /** Default `True`. */
  readonly ready?: 'True' | 'False' | 'Unknown'
  /** Keys of its taints. */
  readonly taints?: ReadonlyArray<string>
}

/** A node that is ready. */
export const node = (name: string, given: NodeGiven = {}): WholeObject => {
  const { ready = 'True', taints, ...rest } = given
  return clusterObject('v1', 'Node', name, {
    ...rest,
    spec: {
      ...(taints === undefined ? {} : { taints: taints.map((key) => ({ key, effect: 'NoExecute' })) }),
      ...rest.spec,
    },
    status: { conditions: [{ type: 'Ready', status: ready }], ...rest.status },
  })
}

/** A namespace. */
export const namespace = (name: string, given: Given = {}): WholeObject =>
  clusterObject('v1', 'Namespace', name, {
    ...given,
    spec: { finalizers: ['kubernetes'], ...given.spec },
    status: { phase: given.deletedAt === undefined ? 'Active' : 'Terminating', ...given.status },
  })

/** The kind that a CRD defines. */
export interface CustomKind {
  /** E.g. `example.com`. */
  readonly group: string
  readonly kind: string
  /** Default: the kind in lower case, plus "s". */
  readonly plural?: string
  /** Default `v1`. */
  readonly version?: string
  /** Default `Namespaced`. */
  readonly scope?: 'Namespaced' | 'Cluster'
}

/**
 * A CRD; the server then serves its kind.
 *
 * @example
 * ```ts
 * import { customResourceDefinition, fakeCluster, kubeObject } from 'gcplan/testing'
 *
 * const cluster = fakeCluster([customResourceDefinition({ group: 'example.com', kind: 'Widget' })])
 * cluster.create(kubeObject('example.com/v1', 'Widget', 'a'))
 * console.log(cluster.names({ kind: 'Widget' })) // [ 'Widget/a' ]
 * ```
 */
export const customResourceDefinition = (of: CustomKind, given: Given = {}): WholeObject => {
  const { group, kind, plural = `${kind.toLowerCase()}s`, version = 'v1', scope = 'Namespaced' } = of
  return clusterObject('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${plural}.${group}`, {
    ...given,
    spec: {
      group,
      scope,
      names: { kind, plural },
      versions: [{ name: version, served: true, storage: true }],
      ...given.spec,
    },
    status: { conditions: [{ type: 'Established', status: 'True' }], ...given.status },
  })
}
