/** Which kinds count changes of what is wanted. */
import { type KubeObject, groupOf } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'

/** True for an object whose generation counts changes of its specification; of custom resources all do. */
export const countsChanges = (
  scopes: Pick<ScopeTable, 'find'>,
  object: Pick<KubeObject, 'apiVersion' | 'kind'>,
): boolean => {
  const { apiVersion, kind } = object
  return scopes.find(apiVersion, kind)?.strategicMergePatch === false || counted.has(`${groupOf(apiVersion)}/${kind}`)
}

const counted: ReadonlySet<string> = new Set([
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].map((kind) => `apps/${kind}`),
  ...['Job', 'CronJob'].map((kind) => `batch/${kind}`),
  ...['Pod', 'ReplicationController', 'PodTemplate'].map((kind) => `/${kind}`),
  ...['Ingress', 'NetworkPolicy'].map((kind) => `networking.k8s.io/${kind}`),
  'policy/PodDisruptionBudget',
  'apiextensions.k8s.io/CustomResourceDefinition',
])
