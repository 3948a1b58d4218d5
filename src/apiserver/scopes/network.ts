/**
 * Kinds of networking.
 */
import type { Scope } from '../scope.js'
import { served } from './served.js'

/** Kinds of discovery and networking. */
export const networkScopes: ReadonlyArray<Scope> = [
  ...served('discovery.k8s.io/v1', { namespaced: { EndpointSlice: 'endpointslices' } }),
  ...served('networking.k8s.io/v1', {
    namespaced: { Ingress: 'ingresses', NetworkPolicy: 'networkpolicies' },
    cluster: { IngressClass: 'ingressclasses', IPAddress: 'ipaddresses', ServiceCIDR: 'servicecidrs' },
  }),
]
