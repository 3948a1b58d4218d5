/**
 * Answers who has the name of an owner that does not exist: an object that was created anew is another object.
 */
import type { KubeObject } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import { groupOf } from '../../apiserver/coverage.js'
import type { AbsentOwner } from './reason.js'
import type { Address } from '../../apiserver/address.js'
import { namespaceOf } from '../../apiserver/address.js'

/** An owner that is not there, while its successor is looked for. */
export interface Sought {
  readonly address: Address
  readonly owner: { -readonly [Field in keyof AbsentOwner]: AbsentOwner[Field] }
}

/**
 * Names the successors of owners, in one go over all objects: most names are nobody's.
 */
export const nameSuccessors = (
  sought: ReadonlyArray<Sought>,
  objects: ReadonlyArray<KubeObject>,
  scopes: ScopeTable,
): void => {
  if (sought.length === 0) return
  const names = new Set(sought.map(({ address }) => address.name))
  const holders = new Map<string, string>()
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object
    if (!names.has(metadata.name)) continue
    const resource = scopes.find(apiVersion, kind)?.resource
    if (resource !== undefined)
      holders.set(keyOf(groupOf(apiVersion), resource, namespaceOf(object), metadata.name), metadata.uid)
  }
  for (const { address, owner } of sought) {
    const uid = holders.get(keyOf(groupOf(address.apiVersion), address.resource, address.namespace, address.name))
    if (uid !== undefined && uid !== owner.uid) owner.replacedBy = uid
  }
}

const keyOf = (...parts: ReadonlyArray<string | undefined>): string => JSON.stringify(parts)
