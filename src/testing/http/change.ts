/**
 * Replaces and patches objects, whole or by a subresource. A patch is applied to the object as it is served, and then stored
 * as a replacement is.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go patchResource
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/update.go BeforeUpdate
 */
import { either as E } from 'fp-ts'

import type { Answer } from '../../apiserver/answer.js'
import { jsonPatched } from '../../apiserver/json-patch.js'
import type { WholeObject } from '../../apiserver/object.js'
import { merged, strategic } from '../../apiserver/patch.js'
import { putInPlace } from '../../apiserver/update.js'
import { type Fields, fieldsOf, isFields, rebased } from './body.js'
import { type Failure, absent, conflicting, failure, isFailure } from './failure.js'
import { bodyFor, decoded, jsonBody, mediaTypeOf, placed, unsupported } from './input.js'
import { bodyOf } from './show.js'
import type { Entry } from './state.js'
import { type Outcome, type Writing, addressOf, invalidField, presentIn, refusalOf, reviewed } from './writing.js'

/** Carries out a request to replace an object, or its status. */
export const replacedIn = (writing: Writing, name: string): Outcome => {
  const { request, target } = writing
  const given = jsonBody(request)
  if (isFailure(given)) return given
  const before = presentIn(writing, name)
  if (before === undefined) return absent(target.resource.scope, name)
  return putBody(writing, before, given, false)
}

/** Carries out a request to patch an object, or its status. */
export const patchedIn = (writing: Writing, name: string): Outcome => {
  const { request, target } = writing
  const { scope } = target.resource
  const type = mediaTypeOf(request.contentType)
  const isTaken = types.includes(type) && (type !== strategicType || scope.strategicMergePatch)
  if (!isTaken) return unsupported(scope.strategicMergePatch ? types : types.filter((one) => one !== strategicType))
  const before = presentIn(writing, name)
  if (before === undefined) return absent(scope, name)
  const after = patchedBody(type, bodyOf(scope, before), request.body)
  return isFailure(after) ? after : putBody(writing, before, after, true)
}

const strategicType = 'application/strategic-merge-patch+json'
const types = ['application/json-patch+json', 'application/merge-patch+json', strategicType]

/** A body after a patch of a type. */
export const patchedBody = (type: string, before: Fields, patch: unknown): Fields | Failure => {
  if (type === 'application/json-patch+json') {
    const after = jsonPatched(before, patch)
    if (E.isRight(after)) return fieldsOf(after.right)
    const { code, reason, message } = after.left
    return code === 422
      ? failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {
          causes: [{ reason: 'UnexpectedServerResponse', message }],
        })
      : failure(code, reason, message)
  }
  if (!isFields(patch)) return failure(400, 'BadRequest', 'a merge patch is a JSON object')
  return fieldsOf(type === strategicType ? strategic(before, patch) : merged(before, patch))
}

/** Puts a body in the place of what was there. */
export const putBody = (writing: Writing, before: Entry, given: Fields, isPatch: boolean): Outcome => {
  const { target } = writing
  const { name } = before.object.metadata
  const kinded = bodyFor(target, given)
  const body = isFailure(kinded) ? kinded : placed(target, kinded)
  if (isFailure(body)) return body
  const metadata = fieldsOf(body['metadata'])
  if (metadata['name'] !== name)
    return failure(
      400,
      'BadRequest',
      `the name of the object (${textIn(metadata, 'name')}) does not match the name on the URL (${name})`,
    )
  const { uid } = before.object.metadata
  if (metadata['uid'] !== undefined && metadata['uid'] !== uid)
    return conflicting(
      target.resource.scope,
      name,
      `Precondition failed: UID in precondition: ${textIn(metadata, 'uid')}, UID in object meta: ${uid}`,
    )
  return putWhole(writing, before, meant(writing, before, body), isPatch)
}

const textIn = (fields: Fields, name: string): string => {
  const value = fields[name] ?? ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The body that is to be stored: of a kind whose status has a path of its own, each path leaves the rest as it was. */
const meant = ({ target: { resource, subresource } }: Writing, before: Entry, body: Fields): Fields => {
  const { uid } = before.object.metadata
  const old = bodyOf(resource.scope, before)
  const { status, ...rest } = body
  const metadata = fieldsOf(body['metadata'])
  if (subresource === 'status') {
    const { status: _before, ...kept } = old
    const { resourceVersion } = metadata
    return {
      ...kept,
      ...(status === undefined ? {} : { status }),
      metadata: { ...fieldsOf(old['metadata']), resourceVersion },
    }
  }
  const held = resource.subresources.includes('status') ? old['status'] : status
  return { ...rest, ...(held === undefined ? {} : { status: held }), metadata: { ...metadata, uid } }
}

/** Kinds of Kubernetes itself that are replaced only by who says which version it has seen. */
const conditional: ReadonlySet<string> = new Set([
  ...['leases', 'customresourcedefinitions', 'apiservices', 'runtimeclasses', 'csinodes', 'volumeattachments'],
])

const putWhole = (writing: Writing, before: Entry, body: Fields, isPatch: boolean): Outcome => {
  const { cell, server, target } = writing
  const { name } = before.object.metadata
  const { scope } = target.resource
  const isConditional = !scope.strategicMergePatch || conditional.has(scope.resource)
  const version = fieldsOf(body['metadata'])['resourceVersion'] ?? ''
  if (isConditional && !isPatch && (version === '' || version === '0'))
    return invalidField(target, name, 'metadata.resourceVersion', 'Invalid value: 0: must be specified for an update')
  const given = decoded(target, body)
  if (isFailure(given)) return given
  let denied: Failure | undefined
  const put = putInPlace('version-optional')(given)
  cell.draft = { object: given, body }
  const answer = server.change(addressOf(target, name), (held): Answer<WholeObject> => {
    const next = put(held)
    if (next._tag === 'Refused') return next
    const after = next._tag === 'Gone' ? next.last : next.object
    denied = reviewed(writing, {
      operation: 'UPDATE',
      name,
      object: after === held ? bodyOf(scope, before) : rebased(body, given, after),
      before,
      options: isPatch ? patchOptions : updateOptions,
    })
    return denied === undefined ? next : { _tag: 'Stays', code: 200, object: held }
  })
  cell.draft = undefined
  if (denied !== undefined) return denied
  if (answer._tag === 'Refused') return refusalOf(target, name, answer)
  const entry = answer._tag === 'Gone' ? cell.state.history.newer?.change.entry : presentIn(writing, name)
  return entry === undefined ? absent(scope, name) : { _tag: 'Object', status: 200, entry }
}

const updateOptions: Fields = { kind: 'UpdateOptions', apiVersion: 'meta.k8s.io/v1' }
const patchOptions: Fields = { kind: 'PatchOptions', apiVersion: 'meta.k8s.io/v1' }
