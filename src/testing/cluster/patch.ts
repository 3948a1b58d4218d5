/**
 * Applies patches of all types to an object.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go patchResource
 */
import { either as E, function as F } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import { type ApiError, apiError } from '../../apiserver/answer.js'
import type { ObjectInput } from './input.js'
import { jsonPatched } from '../../apiserver/json-patch.js'
import { merged, strategic } from '../../apiserver/patch.js'

/** The patch types that the fake accepts. */
export type PatchType =
  | 'application/json-patch+json'
  | 'application/merge-patch+json'
  | 'application/strategic-merge-patch+json'

/** The default type of a patch: JSON Patch for a list, merge patch for anything else. */
export const usualType = (patch: object): PatchType =>
  Array.isArray(patch) ? 'application/json-patch+json' : 'application/merge-patch+json'

/**
 * An object after a patch.
 *
 * Fails: `UnsupportedMediaType` (415) for a type that there is not, or not for this kind; `BadRequest` (400) for what is no
 * patch of its type, and for one that gives the object another name or kind; `Invalid` (422) for a JSON Patch that cannot be
 * carried out.
 */
export const patchedBy =
  (type: PatchType, takesStrategic: boolean) =>
  (patch: object) =>
  (before: WholeObject): E.Either<ApiError, ObjectInput> =>
    F.pipe(
      applied(type, takesStrategic, patch, before),
      E.chain((after) => sameObject(before, after)),
    )

const applied = (
  type: string,
  takesStrategic: boolean,
  patch: object,
  before: unknown,
): E.Either<ApiError, unknown> => {
  if (type === 'application/json-patch+json') return jsonPatched(before, patch)
  const isMerge = type === 'application/merge-patch+json'
  if (!isMerge && type !== 'application/strategic-merge-patch+json') return unsupported(`the fake takes no ${type}`)
  if (!isMerge && !takesStrategic) return unsupported('the server takes no strategic merge patch of a custom resource')
  if (Array.isArray(patch))
    return E.left(apiError(400, 'BadRequest', `a list of operations is of the type application/json-patch+json`))
  if (typeof patch !== 'object') return E.left(apiError(400, 'BadRequest', 'a merge patch is an object, not text'))
  return E.right(isMerge ? merged(before, patch) : strategic(before, patch))
}

const unsupported = (message: string): E.Either<ApiError, never> =>
  E.left(apiError(415, 'UnsupportedMediaType', message))

/** A patch must not change which object it is about. */
const sameObject = (before: WholeObject, after: unknown): E.Either<ApiError, ObjectInput> => {
  const { apiVersion, kind, metadata } = (after ?? {}) as Partial<WholeObject>
  const same =
    apiVersion === before.apiVersion &&
    kind === before.kind &&
    metadata?.name === before.metadata.name &&
    metadata.namespace === before.metadata.namespace
  return same
    ? E.right(after as ObjectInput)
    : E.left(apiError(400, 'BadRequest', 'a patch changes neither the kind of an object nor its name or namespace'))
}
