/** Namespaces that the lists leave out. Listings seldom include them, but deleting one deletes its content. */
import type { KubeObject } from '../../apiserver/index.js'
import type { Snapshot } from '../../controllers/owner/index.js'
import { unlistedNamespace } from '../../simulate/cascade/index.js'
import type { Asked } from './requests.js'

/** The Namespace of a name. */
export const namespaceIn = (objects: ReadonlyArray<KubeObject>, name: string): KubeObject | undefined =>
  objects.find(
    ({ apiVersion, kind, metadata }) => apiVersion === 'v1' && kind === 'Namespace' && metadata.name === name,
  )

/** A snapshot in which the Namespaces that are to be deleted are listed. */
export const withNamespaces = (snapshot: Snapshot, asked: ReadonlyArray<Asked>): Snapshot => {
  const names = new Set(asked.flatMap(({ request }) => (request._tag === 'DeleteNamespace' ? [request.namespace] : [])))
  const missing = [...names].filter((name) => namespaceIn(snapshot.objects, name) === undefined)
  return missing.length === 0
    ? snapshot
    : { ...snapshot, objects: [...snapshot.objects, ...missing.map(unlistedNamespace)] }
}
