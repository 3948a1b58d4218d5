/** Bodies of requests that write: whether they can be read, and whether they are about what the path names. */
import { either as E } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import { type Fields, fieldsOf, isFields, objectOf } from './body.js'
import { type Failure, failure } from './failure.js'
import type { HttpRequest } from './request.js'
import type { HttpTarget } from './target.js'

/** A body that is a JSON object; without a body there is nothing to read. */
export const jsonBody = ({ body, contentType }: HttpRequest): Fields | Failure => {
  const type = mediaTypeOf(contentType)
  if (type !== '' && type !== 'application/json') return unsupported(['application/json'])
  if (isFields(body)) return body
  return failure(
    400,
    'BadRequest',
    body === undefined ? 'EOF' : "couldn't get version/kind; json parse error: the body is no JSON object",
  )
}

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
  const { apiVersion = scope.apiVersion, kind = scope.kind } = body
  if (apiVersion !== scope.apiVersion)
    return failure(
      400,
      'BadRequest',
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${scope.apiVersion})`,
    )
  if (kind !== scope.kind)
    return failure(
      400,
      'BadRequest',
      `${String(kind)} in version ${JSON.stringify(scope.apiVersion)} cannot be handled as a ${scope.kind}: the kind in the data does not match the kind of the path`,
    )
  const { managedFields: _managed, selfLink: _link, ...metadata } = fieldsOf(body['metadata'])
  return fieldsOf(withoutNulls({ ...body, apiVersion, kind, metadata }))
}

/** A value without fields that are null, which count as absent. */
const withoutNulls = (value: unknown): unknown => {
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
  return E.isRight(object)
    ? object.right
    : failure(
        400,
        'BadRequest',
        `${scope.kind} in version ${JSON.stringify(scope.apiVersion)} cannot be handled as a ${scope.kind}: ${object.left}`,
      )
}
