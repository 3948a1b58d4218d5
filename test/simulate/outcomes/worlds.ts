/** Small worlds in which several controllers are at work, made by lot. */
import type { OwnerReference, WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredRequest } from '../../../src/simulate/outcomes/index.js'
import { lotsOf } from './lots.js'

/** A world, and what is asked of it. */
export interface SmallWorld {
  readonly objects: ReadonlyArray<WholeObject>
  readonly requests: ReadonlyArray<ExploredRequest>
}

/** The world of a number. */
export const smallWorld = (seed: number): SmallWorld => {
  const { draw, pick } = lotsOf(seed)
  const objects: WholeObject[] = []
  const referenceTo = ({ apiVersion, kind, metadata: { name, uid } }: WholeObject): OwnerReference => ({
    apiVersion,
    kind,
    name,
    uid,
    ...(draw(2) === 0 ? { blockOwnerDeletion: true } : {}),
  })
  const metadata = (name: string, own: ReadonlyArray<string> = []): WholeObject['metadata'] => {
    const owners = objects.filter((object) => object.metadata.namespace !== undefined && draw(5) < 3)
    const finalizers = [...own, ...(draw(5) === 0 ? ['example.com/hold'] : []), ...(draw(9) === 0 ? ['orphan'] : [])]
    return { namespace: 'shop', name, uid: name, finalizers, ownerReferences: owners.slice(0, 2).map(referenceTo) }
  }
  const isNamespaced = draw(3) === 0
  if (isNamespaced)
    objects.push({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', uid: 'shop' },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
  const count = isNamespaced ? 2 + draw(2) : 3 + draw(2)
  for (let index = 0; index < count; index++) {
    const name = `o${index}`
    const kind = pick(['ConfigMap', 'Secret', 'ConfigMap', 'PersistentVolumeClaim', 'Pod'])
    const status = kind === 'Pod' ? { phase: pick(['Running', 'Succeeded']) } : undefined
    const spec = kind === 'Pod' ? { terminationGracePeriodSeconds: 0, containers: [] } : {}
    objects.push({
      apiVersion: 'v1',
      kind,
      metadata: metadata(name, kind === 'PersistentVolumeClaim' ? ['kubernetes.io/pvc-protection'] : []),
      ...(kind === 'Pod' || kind === 'PersistentVolumeClaim' ? { spec } : {}),
      ...(status === undefined ? {} : { status }),
    })
  }
  const deletion = (object: WholeObject): ExploredRequest => ({
    _tag: 'Delete',
    uid: object.metadata.uid,
    options: { propagationPolicy: pick(['Background', 'Background', 'Foreground', 'Orphan']) },
  })
  const roots = objects.slice(0, 2)
  return { objects, requests: roots.slice(0, 1 + draw(2)).map(deletion) }
}
