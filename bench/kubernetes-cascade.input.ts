/**
 * Answers which clusters a cascade is measured on: one ReplicaSet and its Pods; and objects of which each owns the next.
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

/** So many ConfigMaps, each the owner of the next. */
export const chainOf = (size: number): ReadonlyArray<KubeObject> =>
  Array.from({ length: size }, (_, place): KubeObject => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', blockOwnerDeletion: true }
    const of = place === 0 ? {} : { ownerReferences: [{ ...owner, name: `cm-${place - 1}`, uid: `cm-${place - 1}` }] }
    const [name, uid] = [`cm-${place}`, `cm-${place}`]
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'ns', name, uid, resourceVersion: '1', ...of },
    }
  })
