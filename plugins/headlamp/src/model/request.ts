/** The request that deletes an object: exactly what was chosen, and only if it is still the object that was looked at. */
import type { ServedKind } from './discovery.js'
import type { WholeObject } from 'gcplan/apiserver'
import { type Asked, optionsOf } from './propagation.js'

/** What is asked of the object, exactly as it was chosen, and which object it must be. */
export interface DeleteBody {
  readonly apiVersion: 'v1'
  readonly kind: 'DeleteOptions'
  readonly propagationPolicy?: string
  readonly gracePeriodSeconds?: number
  readonly preconditions: { readonly uid: string; readonly resourceVersion?: string }
}

/** What is asked of the disruption budgets of a pod. */
export interface EvictionBody {
  readonly apiVersion: 'policy/v1'
  readonly kind: 'Eviction'
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined }
  readonly deleteOptions: DeleteBody
}

/** A request to an API server; its path is below the cluster's own, e.g. `/apis/apps/v1/namespaces/shop/deployments/web`. */
export type DeleteCall =
  | { readonly method: 'DELETE'; readonly path: string; readonly body: DeleteBody }
  | { readonly method: 'POST'; readonly path: string; readonly body: EvictionBody }

/** How an object is served. */
export type Served = Pick<ServedKind, 'apiVersion' | 'resource' | 'namespaced'>

/** The request for an object as it was seen. */
export const deleteCall = ({ metadata }: Pick<WholeObject, 'metadata'>, served: Served, asked: Asked): DeleteCall => {
  const { propagationPolicy, gracePeriodSeconds } = optionsOf(asked)
  const { uid, resourceVersion, name, namespace } = metadata
  const body: DeleteBody = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    preconditions: { uid, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  }
  const path = pathOf(metadata, served)
  return asked.evicts === true
    ? {
        method: 'POST',
        path: `${path}/eviction`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions: body },
      }
    : { method: 'DELETE', path, body }
}

const pathOf = ({ namespace, name }: WholeObject['metadata'], { apiVersion, resource, namespaced }: Served): string => {
  const parts = [
    ...(apiVersion.includes('/') ? ['apis', ...apiVersion.split('/')] : ['api', apiVersion]),
    ...(namespaced && namespace !== undefined ? ['namespaces', namespace] : []),
    resource,
    name,
  ]
  return `/${parts.map(encodeURIComponent).join('/')}`
}

/** What to say when the server refuses. */
export const sayFailure = (
  name: string,
  { status, message }: { readonly status?: number | undefined; readonly message: string },
): string => {
  const said = message === '' ? '' : ` The server says: ${message}`
  switch (status) {
    case 403:
      return `${name} was not deleted: you may not delete it.${said}`
    case 404:
      return `${name} was not deleted: it is gone already.`
    case 408:
      return `No answer in time: ${name} may be deleted all the same. Look again.`
    case 409:
      return `${name} was not deleted: it changed after you looked, or another object has its name. Look again, and decide anew.${said}`
    case 429:
      return `${name} was not deleted: a disruption budget does not allow it now, or the server is busy.${said}`
    default:
      return `${name} was not deleted.${said}`
  }
}
