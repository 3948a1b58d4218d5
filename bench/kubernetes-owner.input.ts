/**
 * Answers which cluster the owner collector is measured on: ReplicaSets with ten Pods each, nothing being deleted.
 */
import type { KubeObject } from '../src/apiserver/object.js'
import type { Scope } from '../src/apiserver/scope.js'

const podsPerSet = 10

/** About so many objects, owners before their dependents. */
export const objectsOf = (size: number): ReadonlyArray<KubeObject> => {
  const objects: KubeObject[] = []
  for (let set = 0; set < Math.floor(size / (podsPerSet + 1)); set++) {
    const name = `rs-${String(set).padStart(7, '0')}`
    const namespace = `ns-${String(set % 100).padStart(2, '0')}`
    const uid = `uid-${name}`
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true, blockOwnerDeletion: true }
    objects.push({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { namespace, name, uid, resourceVersion: '1' },
    })
    for (let pod = 0; pod < podsPerSet; pod++)
      objects.push({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          namespace,
          name: `${name}-${pod}`,
          uid: `${uid}-${pod}`,
          resourceVersion: '1',
          ownerReferences: [{ ...owner }],
        },
      })
  }
  return objects
}

/** The same objects as a decoder of JSON gives them: no text is shared. */
export const decoded = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> =>
  JSON.parse(JSON.stringify(objects)) as ReadonlyArray<KubeObject>

/** How the kinds are served. */
export const scopes: ReadonlyArray<Scope> = [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', resource: 'replicasets', namespaced: true, strategicMergePatch: true },
  { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, strategicMergePatch: true },
]
