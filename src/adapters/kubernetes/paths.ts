/** Paths of the API. */
import type { Address } from '../../apiserver/scope.js'

/** Where the objects of a kind are. */
export interface Place {
  readonly apiVersion: string
  readonly resource: string
  readonly namespace?: string | undefined
}

/** The path of a group version, e.g. `/apis/apps/v1`. */
const versionPath = (apiVersion: string): string =>
  apiVersion.includes('/')
    ? `/apis/${apiVersion.split('/').map(encodeURIComponent).join('/')}`
    : `/api/${encodeURIComponent(apiVersion)}`

/** The path of all objects of a kind, everywhere or in one namespace. */
export const collectionPath = ({ apiVersion, resource, namespace }: Place): string => {
  const space = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${versionPath(apiVersion)}${space}/${encodeURIComponent(resource)}`
}

/** The path of one object, or of one of its subresources. */
export const objectPath = (address: Omit<Address, 'kind'>, subresource?: string): string =>
  `${collectionPath(address)}/${encodeURIComponent(address.name)}${subresource === undefined ? '' : `/${subresource}`}`
