/**
 * The call that deletes an object, or why it can't be deleted.
 */
import type { WholeObject } from '../../apiserver/index.js'
import type { Action, Address } from './action.js'
import type { KeepReason } from './keep-reason.js'
import type { PassInput } from './pass-input.js'

/** The call that deletes the very version of an object that was evaluated. */
export const deleteOf = (
  { scopes, propagation }: Pick<PassInput, 'scopes' | 'propagation'>,
  object: WholeObject,
):
  | Extract<Action, { readonly _tag: 'Delete' }>
  | Extract<KeepReason, { readonly _tag: 'KindNotServed' | 'VersionUnknown' }> => {
  const { apiVersion, kind, metadata } = object
  const scope = scopes.find(apiVersion, kind)
  const { uid, resourceVersion } = metadata
  if (scope === undefined || scope.namespaced !== ((metadata.namespace ?? '') !== '')) return { _tag: 'KindNotServed' }
  if (resourceVersion === undefined || resourceVersion === '') return { _tag: 'VersionUnknown' }
  return {
    _tag: 'Delete',
    object: addressOf(object, scope.resource),
    options: {
      preconditions: { uid, resourceVersion },
      propagationPolicy: propagation.get(scope) ?? 'Background',
    },
  }
}

/** The name under which the mark of an object is kept. */
export const markAddress = ({ apiVersion, kind, metadata }: WholeObject): Omit<Address, 'resource'> => {
  const { namespace, name } = metadata
  return namespace === undefined || namespace === ''
    ? { apiVersion, kind, name }
    : { apiVersion, kind, namespace, name }
}

const addressOf = ({ apiVersion, kind, metadata }: WholeObject, resource: string): Address => {
  const { namespace, name } = metadata
  return namespace === undefined || namespace === ''
    ? { apiVersion, kind, resource, name }
    : { apiVersion, kind, resource, namespace, name }
}
