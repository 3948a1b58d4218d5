/** Reads paths of the API. */
import type { Scope } from '../../../src/apiserver/index.js'

/** What a path names. */
export interface Coordinates {
  readonly scope: Scope
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly subresource?: string | undefined
}

/** What a path names; undefined for one that is not served. */
export const coordinatesOf = (scopes: ReadonlyArray<Scope>, path: string): Coordinates | undefined => {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  const isCore = parts[0] === 'api'
  if (!isCore && parts[0] !== 'apis') return undefined
  const apiVersion = isCore ? parts[1] : `${parts[1]}/${parts[2]}`
  const rest = parts.slice(isCore ? 2 : 3)
  const find = (resource: string | undefined) =>
    scopes.find((scope) => scope.apiVersion === apiVersion && scope.resource === resource)
  if (rest[0] === 'namespaces' && rest.length >= 3 && rest[2] !== 'status' && rest[2] !== 'finalize') {
    const scope = find(rest[2])
    return scope === undefined ? undefined : { scope, namespace: rest[1], name: rest[3], subresource: rest[4] }
  }
  const scope = find(rest[0])
  return scope === undefined ? undefined : { scope, name: rest[1], subresource: rest[2] }
}
