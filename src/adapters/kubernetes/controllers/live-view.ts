/** A cluster under watch as a controller sees it, with what its own requests have done by now. */
import { type WholeObject, groupOf, namespaceOf } from '../../../apiserver/object.js'
import { type Address, addressAs, covers } from '../../../apiserver/scope.js'
import type { View } from '../../../controllers/controller.js'
import { objectPath } from '../paths.js'
import type { WatchedCluster } from '../watch-cluster.js'

/** Objects by their path as requests of this controller left them; absent ones are gone. */
export type Overlay = Map<string, WholeObject | undefined>

/** The view of a controller at an instant. */
export const liveView = (cluster: WatchedCluster, at: Date, overlay: Overlay): View => {
  const { coverage } = cluster.snapshot()
  const addressOf = (object: WholeObject): Address | undefined => {
    const scope = cluster.scopes.find(object.apiVersion, object.kind)
    return scope === undefined ? undefined : addressAs(scope, namespaceOf(object), object.metadata.name)
  }
  const list = (): ReadonlyArray<WholeObject> =>
    cluster.objects().flatMap((object) => {
      const address = overlay.size === 0 ? undefined : addressOf(object)
      const path = address === undefined ? '' : objectPath(address)
      const now = overlay.has(path) ? overlay.get(path) : object
      return now === undefined ? [] : [now]
    })
  return {
    at,
    list,
    find: (uid) => list().find(({ metadata }) => metadata.uid === uid),
    get: (wanted) =>
      list().find(
        ({ apiVersion, kind, metadata }) =>
          kind === wanted.kind &&
          groupOf(apiVersion) === groupOf(wanted.apiVersion) &&
          metadata.name === wanted.name &&
          metadata.namespace === wanted.namespace,
      ),
    listIn: (namespace) => list().filter(({ metadata }) => metadata.namespace === namespace),
    listOf: (group, kind, namespace) =>
      list().filter(
        (object) =>
          object.kind === kind &&
          groupOf(object.apiVersion) === group &&
          (namespace === undefined || object.metadata.namespace === namespace),
      ),
    listBy: (index, key) => list().filter((object) => index(object) === key),
    // A live cluster says by its objects what has come of those that are gone.
    isGone: () => false,
    covers: covers(coverage),
    addressOf,
  }
}
