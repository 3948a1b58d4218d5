/** Bodies of requests that write: whether they can be read, and whether they are about what the path names. */
import { either as E } from 'fp-ts'

import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { type Fields, fieldsOf, isFields, objectOf } from './body.js'
import { type Failure, failure, unprocessable } from './failure.js'
import { causesIn, changesIn, misfitIn, settled } from './metadata.js'
import type { HttpRequest } from './request.js'
import type { HttpTarget } from './target.js'

/** A body that is a JSON object; without a body there is nothing to read. */
export const jsonBody = ({ body, contentType }: HttpRequest): Fields | Failure => {
  if (!isJson(contentType)) return unsupported(['application/json'])
  if (isFields(body)) return body
  return failure(
    400,
    'BadRequest',
    body === undefined ? 'EOF' : "couldn't get version/kind; json parse error: the body is no JSON object",
  )
}

/** True for a body that may be read as JSON. */
export const isJson = (contentType: string | undefined): boolean =>
  ['', 'application/json'].includes(mediaTypeOf(contentType))

/** The type of a body, without its parameters. */
export const mediaTypeOf = (contentType = ''): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** No body of this type is read. */
export const unsupported = (accepted: ReadonlyArray<string>): Failure =>
  failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )

/** A body of the kind of the path, with version and kind, and without null. */
export const bodyFor = ({ resource: { scope } }: HttpTarget, body: Fields): Fields | Failure => {
  if (!scope.strategicMergePatch && typeof body['kind'] !== 'string')
    return unreadable(scope, "Object 'Kind' is missing")
  const { apiVersion = scope.apiVersion, kind = scope.kind } = body
  if (apiVersion !== scope.apiVersion)
    return failure(
      400,
      'BadRequest',
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${scope.apiVersion})`,
    )
  // What is of another kind than its definition says is refused once all else of it is known to be right.
  if (kind !== scope.kind && (scope.strategicMergePatch || typeof kind !== 'string'))
    return failure(
      400,
      'BadRequest',
      `${String(kind)} in version ${JSON.stringify(scope.apiVersion)} cannot be handled as a ${scope.kind}: the kind in the data does not match the kind of the path`,
    )
  const { metadata: given = {}, ...rest } = fieldsOf(withoutNulls(body))
  if (!isFields(given)) return unreadable(scope, 'metadata is no object')
  const misfit = misfitIn(given)
  return misfit === undefined
    ? { ...rest, apiVersion, kind, metadata: settled(given) }
    : unreadable(scope, `metadata.${misfit} is of another type`)
}

const unreadable = ({ apiVersion, kind }: Scope, why: string): Failure =>
  failure(400, 'BadRequest', `${kind} in version ${JSON.stringify(apiVersion)} cannot be handled as a ${kind}: ${why}`)

/** A custom resource of another kind than that of the path; nothing where it is of that kind. */
export const kindRefusal = ({ resource: { scope } }: HttpTarget, body: Fields): Failure | undefined => {
  const { kind, metadata } = body
  if (scope.strategicMergePatch || kind === scope.kind || typeof kind !== 'string') return undefined
  const { name } = fieldsOf(metadata)
  const message = `Invalid value: ${JSON.stringify(kind)}: must be ${scope.kind}`
  return unprocessable(kind, groupOf(scope.apiVersion), typeof name === 'string' ? name : '', [
    { field: 'kind', reason: 'FieldValueInvalid', message },
  ])
}

/** Why metadata is invalid, or cannot take the place of what it was; nothing where it can. */
export const metadataRefusal = (
  { resource: { scope } }: HttpTarget,
  body: Fields,
  before?: Fields,
): Failure | undefined => {
  const metadata = fieldsOf(body['metadata'])
  const causes = [
    ...causesIn(metadata, scope.strategicMergePatch),
    ...(before === undefined ? [] : changesIn(before, metadata)),
  ]
  const { name } = metadata
  return causes.length === 0
    ? undefined
    : unprocessable(scope.kind, groupOf(scope.apiVersion), typeof name === 'string' ? name : '', causes)
}

/** A value without fields that are null, which count as absent. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isFields(value)) return value
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) if (field !== null) fields.push([name, withoutNulls(field)])
  return Object.fromEntries(fields)
}

/**
 * The body with the namespace of the path, which it may leave out; a cluster-scoped object has none, whatever its body says.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace
 */
export const placed = ({ resource: { scope }, namespace }: HttpTarget, body: Fields): Fields | Failure => {
  const { namespace: own = '', ...rest } = fieldsOf(body['metadata'])
  if (!scope.namespaced) return { ...body, metadata: rest }
  if (own === (namespace ?? '') || own === '') return { ...body, metadata: { ...rest, namespace } }
  return failure(
    400,
    'BadRequest',
    'the namespace of the provided object does not match the namespace sent on the request',
  )
}

/** The object of a body that has all that the server sets. */
export const decoded = ({ resource: { scope } }: HttpTarget, body: Fields): WholeObject | Failure => {
  const object = objectOf(body)
  return E.isRight(object) ? object.right : unreadable(scope, object.left)
}
