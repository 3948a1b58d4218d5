/**
 * Answers which cluster all collectors together are measured on: Deployments' ReplicaSets, Jobs, their pods, and settings.
 */
import type { WholeObject } from '../src/apiserver/index.js'
import { instant } from '../src/core/time.js'

/** When the cluster is looked at. */
export const at = instant(Date.UTC(2026, 0, 1, 12))
const finished = instant(at.getTime() - 3_600_000)

const objectOf = (apiVersion: string, kind: string, name: string, place: number, more: object): WholeObject => ({
  apiVersion,
  kind,
  metadata: {
    namespace: `ns-${String(place % 100).padStart(2, '0')}`,
    name,
    uid: `uid-${name}`,
    resourceVersion: '1',
    creationTimestamp: finished,
    ...(more as { readonly metadata?: object }).metadata,
  },
  ...Object.fromEntries(Object.entries(more).filter(([field]) => field !== 'metadata')),
})

const ownedBy = (apiVersion: string, kind: string, name: string): object => ({
  ownerReferences: [{ apiVersion, kind, name, uid: `uid-${name}`, controller: true, blockOwnerDeletion: true }],
})

/** Of ten objects one is a ReplicaSet with three pods, two are Jobs with a pod each, one a ConfigMap and one a Secret. */
export const objectsOf = (size: number): ReadonlyArray<WholeObject> => {
  const objects: WholeObject[] = []
  for (let place = 0; objects.length + 10 <= size; place++) {
    const text = String(place).padStart(7, '0')
    objects.push(
      objectOf('apps/v1', 'ReplicaSet', `rs-${text}`, place, { spec: { replicas: 3 }, status: { replicas: 3 } }),
      objectOf('v1', 'ConfigMap', `cm-${text}`, place, {}),
      objectOf('v1', 'Secret', `secret-${text}`, place, {}),
    )
    for (let pod = 0; pod < 3; pod++)
      objects.push(
        objectOf('v1', 'Pod', `rs-${text}-${pod}`, place, {
          metadata: ownedBy('apps/v1', 'ReplicaSet', `rs-${text}`),
          spec: { nodeName: 'node-a' },
          status: { phase: 'Running' },
        }),
      )
    for (let job = 0; job < 2; job++)
      objects.push(
        objectOf('batch/v1', 'Job', `job-${text}-${job}`, place, {
          spec: { ttlSecondsAfterFinished: place % 10 === 0 ? 60 : 86_400 },
          status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: finished }] },
        }),
        objectOf('v1', 'Pod', `job-${text}-${job}-x`, place, {
          metadata: ownedBy('batch/v1', 'Job', `job-${text}-${job}`),
          spec: { nodeName: 'node-a' },
          status: { phase: 'Succeeded' },
        }),
      )
  }
  return [objectOf('v1', 'Node', 'node-a', 0, { metadata: { namespace: undefined } }), ...objects]
}
