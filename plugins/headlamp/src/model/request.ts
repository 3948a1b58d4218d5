/** The request that deletes an object: exactly what was chosen, and only if it is still the object that was looked at. */
import type { ServedKind } from './discovery.js'
import type { WholeObject } from 'gcplan/apiserver'
import { type Asked, optionsOf } from './propagation.js'

/** A request to an API server. */
export interface DeleteCall {
  /** Below the cluster's own path, e.g. `/apis/apps/v1/namespaces/shop/deployments/web`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body: {
    readonly apiVersion: 'v1'
    readonly kind: 'DeleteOptions'
    readonly propagationPolicy?: string
    readonly gracePeriodSeconds?: number
    readonly preconditions: { readonly uid: string; readonly resourceVersion?: string }
  }
}

/** How an object is served. */
export type Served = Pick<ServedKind, 'apiVersion' | 'resource' | 'namespaced'>

/** The request for an object as it was seen. */
export const deleteCall = ({ metadata }: Pick<WholeObject, 'metadata'>, served: Served, asked: Asked): DeleteCall => {
  const { propagationPolicy, gracePeriodSeconds } = optionsOf(asked)
  const { uid, resourceVersion } = metadata
  return {
    path: pathOf(metadata, served),
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
      preconditions: { uid, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    },
  }
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
    default:
      return `${name} was not deleted.${said}`
  }
}
