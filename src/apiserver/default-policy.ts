/**
 * What happens to the dependents of a kind when a delete request has no propagation policy.
 *
 * @upstream kubernetes 1.36.2 pkg/registry DefaultGarbageCollectionPolicy
 */
import { groupOf } from './coverage.js'
import type { KubeObject } from './object.js'

/** `Orphan`: dependents stay. `Delete`: they are deleted later. `Unsupported`: the kind is not garbage collected. */
export type DefaultPolicy = 'Orphan' | 'Delete' | 'Unsupported'

/**
 * The default policy of an object's kind. Kinds that name none, custom ones among them, act as `Delete`.
 */
export const defaultPolicyOf = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): DefaultPolicy => {
  const group = groupOf(apiVersion)
  if (kind === 'Event') return group === '' || group === 'events.k8s.io' ? 'Unsupported' : 'Delete'
  if (kind === 'Job') return group === 'batch' ? 'Orphan' : 'Delete'
  if (kind === 'ReplicationController') return group === '' ? 'Orphan' : 'Delete'
  return kind === 'CronJob' && apiVersion === 'batch/v1beta1' ? 'Orphan' : 'Delete'
}
