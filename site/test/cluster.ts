/** A made cluster, as `kubectl get -o json` prints one, of any size. */

/** An object of a made cluster. */
export interface Made {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: object
}

const uid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** A list of ReplicaSets with nine pods each; of every hundredth ReplicaSet the owner is gone. */
export const clusterOf = (count: number): string => {
  const items: Made[] = []
  for (let index = 0; items.length < count; index += 1) {
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${index}`, uid: uid(items.length) }
    const gone = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: `web-${index}`,
      uid: uid(900_000_000 + index),
      controller: true,
    }
    const metadata = { namespace: 'shop', name: set.name, uid: set.uid, creationTimestamp: '2026-01-01T00:00:00Z' }
    items.push({
      apiVersion: set.apiVersion,
      kind: set.kind,
      metadata: index % 100 === 0 ? { ...metadata, ownerReferences: [gone] } : metadata,
    })
    for (let pod = 0; pod < 9 && items.length < count; pod += 1)
      items.push({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          ...{
            namespace: 'shop',
            name: `web-${index}-${pod}`,
            uid: uid(items.length),
            creationTimestamp: '2026-01-01T00:00:00Z',
          },
          ownerReferences: [{ ...set, controller: true, blockOwnerDeletion: true }],
        },
      })
  }
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}
