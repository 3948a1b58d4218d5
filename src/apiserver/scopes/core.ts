/**
 * Kinds of the core group.
 */
import type { Scope } from '../scope.js'
import { served } from './served.js'

/** Kinds of `v1`. */
export const coreScopes: ReadonlyArray<Scope> = served('v1', {
  namespaced: {
    ConfigMap: 'configmaps',
    Endpoints: 'endpoints',
    Event: 'events',
    LimitRange: 'limitranges',
    PersistentVolumeClaim: 'persistentvolumeclaims',
    Pod: 'pods',
    PodTemplate: 'podtemplates',
    ReplicationController: 'replicationcontrollers',
    ResourceQuota: 'resourcequotas',
    Secret: 'secrets',
    Service: 'services',
    ServiceAccount: 'serviceaccounts',
  },
  cluster: {
    ComponentStatus: 'componentstatuses',
    Namespace: 'namespaces',
    Node: 'nodes',
    PersistentVolume: 'persistentvolumes',
  },
})
