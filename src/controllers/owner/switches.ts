/** What releases change in the owner collector: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

const folder = 'kubernetes 1.36.2 pkg/controller/garbagecollector'

export const switches: Switches<Policy> = {
  uncovered: 'setting',
  deletePreconditions: {
    decides: 'whether a delete also asks for the version of the object that was looked at',
    upstream: `${folder}/operations.go deleteObject`,
    example:
      'between look and delete an object gets a living owner: it goes; the delete is answered with a conflict, and it stays',
  },
  notFoundOnDelete: {
    decides: 'whether "not found" for a delete means to look again later, or that the object is gone',
    upstream: `${folder}/garbagecollector.go attemptToDeleteItem`,
    example: 'somebody else was faster: its dependents wait for the watch; they are looked at at once',
  },
  goneAfterConflict: {
    decides: 'whether an object that a conflict and then a look show to be gone leaves the graph at once',
    upstream: `${folder}/garbagecollector.go deleteObject`,
    example:
      'a delete is answered with a conflict, the look after it with "not found": its dependents wait for the watch; they are looked at at once',
  },
  namespacedDependentOfVirtualClusterOwner: {
    decides: 'whether a namespaced object is believed whose owner is only known by references as a cluster-scoped one',
    upstream: `${folder}/graph_builder.go addDependentToOwners`,
    example:
      'a ConfigMap refers to a ServiceAccount that is taken for an object of the cluster: the reference is trusted; its owner is looked up',
  },
  unsyncedKind: {
    decides: 'whether a kind that cannot be listed stops all collection, or only delays it by 30 s',
    upstream: `${folder}/garbagecollector.go Sync`,
    example:
      'the conversion of a custom resource fails, and the owner of a ConfigMap is gone: it stays; it goes 30 s after the start',
  },
  failedDiscovery: {
    decides: 'whether the watches of a group are dropped while its discovery fails',
    upstream: `${folder}/garbagecollector.go GetDeletableResources`,
    example: 'an API server is away, and an owner waits for a dependent of its group: the owner goes; it waits',
  },
  ignoredKinds: {
    decides: 'which kinds are never collected',
    upstream: `${folder}/graph_builder.go DefaultIgnoredResources`,
    example: 'an Event of events.k8s.io whose owner is gone: it goes; it stays until its own time is over',
  },
}
