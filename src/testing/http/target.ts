/** What the path of a request names. */
import type { ApiState } from './state.js'
import { type Resource, type Subresource, resourceOf, scopeAt } from './resources.js'

/** A collection, an object, or a part of it. */
export interface HttpTarget {
  readonly resource: Resource
  /** Absent for cluster-scoped kinds, and for a kind in all namespaces. */
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly subresource: Subresource | undefined
}

/** What a path names; undefined for one that is not served. */
export const targetOf = (state: ApiState, path: string): HttpTarget | undefined => {
  const parts = decodedParts(path)
  const isCore = parts?.[0] === 'api'
  if (parts === undefined || (!isCore && parts[0] !== 'apis')) return undefined
  const apiVersion = isCore ? (parts[1] ?? '') : `${parts[1] ?? ''}/${parts[2] ?? ''}`
  const rest = parts.slice(isCore ? 2 : 3)
  const [first = '', namespace, plural] = rest
  // A namespace and one of its own subresources look like a namespace and a resource.
  const isPlaced = first === 'namespaces' && plural !== undefined && !ownParts.has(plural)
  const [name, part, ...more] = rest.slice(isPlaced ? 3 : 1)
  const scope = scopeAt(state, apiVersion, isPlaced ? plural : first)
  if (scope === undefined || more.length > 0 || (isPlaced && !scope.namespaced)) return undefined
  if (!isPlaced && scope.namespaced && name !== undefined) return undefined
  const resource = resourceOf(state, scope)
  const subresource = resource.subresources.find((one) => one === part)
  if (part !== undefined && subresource === undefined) return undefined
  return { resource, namespace: isPlaced ? namespace : undefined, name, subresource }
}

const ownParts: ReadonlySet<string> = new Set(['status', 'finalize'])

const decodedParts = (path: string): ReadonlyArray<string> | undefined => {
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}
