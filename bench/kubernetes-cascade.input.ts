/**
 * Answers which cluster a cascade is measured on: one ReplicaSet and its Pods.
 */
import type { KubeObject } from '../src/apiserver/object.js'

/** So many objects, the owner first. */
export const familyOf = (size: number): ReadonlyArray<KubeObject> => {
  const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', blockOwnerDeletion: true }
  const object = (kind: string, name: string, more: Partial<KubeObject['metadata']>): KubeObject => ({
    apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1',
    kind,
    metadata: { namespace: 'ns', name, uid: name, resourceVersion: '1', ...more },
  })
  return [
    object('ReplicaSet', 'rs', {}),
    ...Array.from({ length: size - 1 }, (_, pod) =>
      object('Pod', `rs-${pod}`, { ownerReferences: [{ ...reference }] }),
    ),
  ]
}
