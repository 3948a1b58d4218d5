/** What a patch makes of the body of an object. */
import { either as E } from 'fp-ts'

import { jsonPatched } from '../../apiserver/json-patch.js'
import { merged, strategic } from '../../apiserver/patch.js'
import type { Scope } from '../../apiserver/scope.js'
import { type Fields, fieldsOf, isFields } from './body.js'
import { type Failure, failure, unprocessable } from './failure.js'
import { mediaTypeOf, unsupported } from './input.js'
import type { ReleaseSwitches } from './release-switches.js'

/** A patch of a type that the kind does not take. */
export const patchRefusal = (scope: Scope, contentType: string | undefined): Failure | undefined => {
  const taken = scope.strategicMergePatch ? types : types.filter((one) => one !== strategicType)
  return taken.includes(mediaTypeOf(contentType)) ? undefined : unsupported(taken)
}

/** The type of patches that know the kind's lists. */
export const strategicType = 'application/strategic-merge-patch+json'
const types = ['application/json-patch+json', 'application/merge-patch+json', strategicType]

/** A body after a patch of a type. */
export const patchedBody = (
  { unreadablePatch, strategicOfAbsent, replaceOfAbsent }: ReleaseSwitches,
  type: string,
  before: Fields,
  patch: unknown,
): Fields | Failure => {
  if (type === 'application/json-patch+json') {
    const after = jsonPatched(before, patch, replaceOfAbsent)
    if (E.isRight(after)) return fieldsOf(after.right)
    const { code, reason, message } = after.left
    return code === 422
      ? failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
      : failure(code, reason, message)
  }
  if (Array.isArray(patch) && type !== strategicType) return unpatchable('[]')
  if (!isFields(patch))
    return type !== strategicType && unreadablePatch === 'internal-error'
      ? failure(500, '', 'Invalid JSON Patch')
      : failure(400, 'BadRequest', 'a merge patch is a JSON object')
  if (type !== strategicType) return fieldsOf(merged(before, patch))
  const directive = unknownDirective(patch)
  return directive === undefined
    ? fieldsOf(strategic(before, patch, strategicOfAbsent))
    : failure(500, '', `unknown patch type: ${JSON.stringify(directive)}`)
}

/** What a patch makes of an object cannot be read. */
export const unpatchable = (why: string): Failure =>
  unprocessable('', '', '', [{ field: 'patch', reason: 'FieldValueInvalid', message: `Invalid value: ${why}` }])

/** A directive that no strategic patch has. */
const unknownDirective = (patch: unknown): unknown => {
  if (Array.isArray(patch)) return patch.map(unknownDirective).find((one) => one !== undefined)
  if (!isFields(patch)) return undefined
  const { $patch: directive = 'merge', ...rest } = patch
  return ['merge', 'replace', 'delete'].includes(String(directive)) ? unknownDirective(Object.values(rest)) : directive
}
