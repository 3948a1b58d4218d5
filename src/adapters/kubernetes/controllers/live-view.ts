/** A cluster under watch as a controller sees it, with what its own requests have done by now. */
import { type WholeObject, groupOf } from '../../../apiserver/object.js'
import { covers } from '../../../apiserver/scope.js'
import type { View } from '../../../controllers/controller.js'
import type { WatchedCluster } from '../watch-cluster.js'
import { type Overlay, addressIn, pathIn } from './overlay.js'

/** The view of a controller at an instant. */
export const liveView = (cluster: WatchedCluster, at: Date, overlay: Overlay): View => {
  const { coverage } = cluster.snapshot()
  const list = (): ReadonlyArray<WholeObject> =>
    cluster.objects().flatMap((object) => {
      const path = pathIn(cluster, overlay, object)
      const now = path !== undefined && overlay.has(path) ? overlay.get(path) : object
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
    addressOf: (object) => addressIn(cluster, object),
  }
}
