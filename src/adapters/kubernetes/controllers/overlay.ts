/** What a controller's own deletions left, until the watches show it. */
import type { WatchEvent } from '../../../apiserver/answer.js'
import { type WholeObject, isBeingDeleted, namespaceOf } from '../../../apiserver/object.js'
import { type Address, addressAs } from '../../../apiserver/scope.js'
import { objectPath } from '../paths.js'
import type { WatchedCluster } from '../watch-cluster.js'

/** Objects by their path as requests of this controller left them; absent ones are gone. */
export type Overlay = Map<string, WholeObject | undefined>

/** Where a cluster serves an object. */
export const addressIn = ({ scopes }: WatchedCluster, object: WholeObject): Address | undefined => {
  const scope = scopes.find(object.apiVersion, object.kind)
  return scope === undefined ? undefined : addressAs(scope, namespaceOf(object), object.metadata.name)
}

/** What the path of an object is in an overlay; undefined while there is nothing to look up. */
export const pathIn = (cluster: WatchedCluster, overlay: Overlay, object: WholeObject): string | undefined => {
  const address = overlay.size === 0 ? undefined : addressIn(cluster, object)
  return address === undefined ? undefined : objectPath(address)
}

/** The watches show what became of an object: it is gone, is being deleted, or is another one of its name. */
export const noticed = (cluster: WatchedCluster, overlay: Overlay, event: WatchEvent<WholeObject>): void => {
  const { _tag, object } = event
  const path = pathIn(cluster, overlay, object)
  if (path !== undefined && (_tag !== 'Updated' || isBeingDeleted(object))) overlay.delete(path)
}

/** What the watches don't show cannot be noticed there: nobody needs to know what became of it. */
export const forgetUnseen = (cluster: WatchedCluster, overlay: Overlay): void => {
  if (overlay.size === 0) return
  const seen = new Set(cluster.objects().map((object) => pathIn(cluster, overlay, object)))
  for (const path of overlay.keys()) if (!seen.has(path)) overlay.delete(path)
}
