/**
 * Replaces and patches objects, whole or by a subresource. A patch is applied to the object as it is served, and then stored
 * as a replacement is.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go patchResource
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/update.go BeforeUpdate
 */
import type { Answer } from '../../apiserver/answer.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'
import { putInPlace } from '../../apiserver/update.js'
import { type Fields, fieldsOf, rebased } from './body.js'
import { type Failure, absent, failure, isFailure, unmet, unprocessable } from './failure.js'
import { createdBy } from './create.js'
import { bodyFor, decoded, jsonBody, kindRefusal, mediaTypeOf, metadataRefusal, placed, withoutNulls } from './input.js'
import { misfitIn } from './metadata.js'
import { patchedBody, strategicType, unpatchable } from './patch-body.js'
import { bodyOf } from './show.js'
import type { Entry } from './state.js'
import { type Outcome, type Writing, addressOf, invalidField, presentIn, refusalOf, reviewed } from './writing.js'

/** Carries out a request to replace an object, its status, or the finalizers in the specification of a namespace. */
export const replacedIn = (writing: Writing, name: string): Outcome => {
  const given = jsonBody(writing.request)
  if (isFailure(given)) return given
  const body = bodyNamed(writing, name, given)
  if (isFailure(body)) return body
  const before = presentIn(writing, name)
  return before === undefined ? putNowhere(writing, name, body) : putNamed(writing, before, body, false)
}

/** What is not there can be put there, of some kinds; who means a certain object is told that it is another. */
const putNowhere = (writing: Writing, name: string, body: Fields): Outcome => {
  const { resource, subresource } = writing.target
  const { scope } = resource
  const { uid, resourceVersion, ...metadata } = fieldsOf(body['metadata'])
  if (uid !== undefined) return anotherUid(scope, name, body, '')
  return subresource === undefined && scope.strategicMergePatch && putsNew.has(scope.resource)
    ? (unreadVersion(resourceVersion) ?? createdBy(writing, { ...body, metadata }))
    : absent(scope, name)
}

const unreadVersion = (version: unknown = '0'): Failure | undefined =>
  typeof version === 'string' && /^\d+$/.test(version)
    ? undefined
    : failure(500, '', `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`)

/**
 * Kinds of Kubernetes itself that a PUT creates.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/rbac/clusterrole/strategy.go AllowCreateOnUpdate
 */
const putsNew: ReadonlySet<string> = new Set([
  ...['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings', 'endpoints', 'events', 'leases', 'limitranges'],
  'runtimeclasses',
])

/** Carries out a request to patch an object, or its status. */
export const patchedIn = (writing: Writing, name: string): Outcome => {
  const { request, target } = writing
  const { scope } = target.resource
  const type = mediaTypeOf(request.contentType)
  const before = presentIn(writing, name)
  if (before === undefined) return absent(scope, name)
  const after = patchedBody(writing.cell.state.rules.switches, type, bodyOf(scope, before), request.body)
  if (isFailure(after)) return after
  const { apiVersion, kind } = scope
  // A strategic patch is of a kind already.
  if (type === strategicType) return putBody(writing, before, { ...after, apiVersion, kind }, true)
  return scope.strategicMergePatch && (after['apiVersion'] !== apiVersion || after['kind'] !== kind)
    ? unpatchable('it is of another kind')
    : putBody(writing, before, after, true)
}

/** Puts a body in the place of what was there. */
export const putBody = (writing: Writing, before: Entry, given: Fields, isPatch: boolean): Outcome => {
  if (isPatch && misfitIn(fieldsOf(withoutNulls(given['metadata']))) !== undefined)
    return unpatchable('metadata is of another type')
  const body = bodyNamed(writing, before.object.metadata.name, given)
  return isFailure(body) ? body : putNamed(writing, before, body, isPatch)
}

/** A body that is about the object of the path. */
const bodyNamed = ({ target }: Writing, name: string, given: Fields): Fields | Failure => {
  const kinded = bodyFor(target, given)
  const body = isFailure(kinded) ? kinded : placed(target, kinded)
  if (isFailure(body)) return body
  const metadata = fieldsOf(body['metadata'])
  return metadata['name'] === name
    ? body
    : failure(
        400,
        'BadRequest',
        `the name of the object (${textIn(metadata, 'name')}) does not match the name on the URL (${name})`,
      )
}

const putNamed = (writing: Writing, before: Entry, body: Fields, isPatch: boolean): Outcome => {
  const { target } = writing
  const { name, uid } = before.object.metadata
  const metadata = fieldsOf(body['metadata'])
  if (metadata['uid'] !== undefined && metadata['uid'] !== uid && isPatch)
    return invalidField(
      target,
      name,
      'metadata.uid',
      `Invalid value: ${JSON.stringify(metadata['uid'])}: field is immutable`,
    )
  if (metadata['uid'] !== undefined && metadata['uid'] !== uid)
    return anotherUid(target.resource.scope, name, body, uid)
  return putWhole(writing, before, meant(writing, before, body), isPatch)
}

/** Who names an object by its uid means that one; nothing that is there has an empty one. */
const anotherUid = (scope: Scope, name: string, body: Fields, uid: string): Failure =>
  unmet(scope, name, 'UID', textIn(fieldsOf(body['metadata']), 'uid'), uid)

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
    return {
      ...kept,
      ...(status === undefined ? {} : { status }),
      ...emptyStatus(resource.scope, status),
      metadata: { ...statusMetadata(resource.scope, fieldsOf(old['metadata']), metadata), uid },
    }
  }
  const held = resource.subresources.includes('status') ? old['status'] : status
  const isNamespace = resource.scope.resource === 'namespaces' && resource.scope.strategicMergePatch
  // The finalizers of a namespace are set by a path of their own.
  const spec =
    isNamespace && subresource === undefined
      ? { spec: { ...fieldsOf(rest['spec']), finalizers: fieldsOf(old['spec'])['finalizers'] } }
      : {}
  return { ...rest, ...spec, ...(held === undefined ? {} : { status: held }), metadata: { ...metadata, uid } }
}

/**
 * The status that counts as none: a claim without a phase is pending.
 *
 * @upstream kubernetes 1.36.2 pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolumeClaim
 */
const emptyStatus = ({ apiVersion, kind }: Scope, status: unknown): Fields =>
  apiVersion === 'v1' && kind === 'PersistentVolumeClaim' && (fieldsOf(status)['phase'] ?? '') === ''
    ? { status: { ...fieldsOf(status), phase: 'Pending' } }
    : {}

/**
 * Metadata after a request for a status. Most kinds of Kubernetes itself take it as it is given.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/pod/strategy.go PrepareForUpdate
 * @upstream kubernetes 1.36.2 pkg/registry/batch/job/strategy.go PrepareForUpdate
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/status_strategy.go PrepareForUpdate
 */
const statusMetadata = ({ resource, strategicMergePatch }: Scope, old: Fields, given: Fields): Fields => {
  const { resourceVersion } = given
  if (!strategicMergePatch || keepsMetadata.has(resource)) return { ...old, resourceVersion }
  const kept = keptByStatus.get(resource) ?? []
  return { ...given, ...Object.fromEntries(kept.map((field) => [field, old[field]])) }
}

const keepsMetadata: ReadonlySet<string> = new Set([
  ...['customresourcedefinitions', 'apiservices', 'flowschemas', 'prioritylevelconfigurations', 'volumeattachments'],
  ...['resourceclaims', 'validatingadmissionpolicies', 'servicecidrs'],
])

/** The fields of metadata that a request for a status leaves as they were. */
const keptByStatus: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ['pods', ['ownerReferences', 'deletionTimestamp']],
  ['deployments', ['labels']],
])

/** Kinds of Kubernetes itself that are replaced only by who says which version it has seen. */
const conditional: ReadonlySet<string> = new Set([
  ...['leases', 'customresourcedefinitions', 'apiservices', 'runtimeclasses', 'csinodes', 'volumeattachments'],
])

const putWhole = (writing: Writing, before: Entry, body: Fields, isPatch: boolean): Outcome => {
  const { cell, server, target } = writing
  const { name } = before.object.metadata
  const { scope } = target.resource
  const { resourceVersion } = fieldsOf(body['metadata'])
  const unread = unreadVersion(resourceVersion)
  if (unread !== undefined) return unread
  const isConditional = !scope.strategicMergePatch || conditional.has(scope.resource)
  const version = resourceVersion ?? ''
  if (isConditional && !isPatch && (version === '' || version === '0'))
    // Named by its resource where its kind is meant, as the real one does.
    return unprocessable(scope.resource, groupOf(scope.apiVersion), name, [
      {
        ...{ field: 'metadata.resourceVersion', reason: 'FieldValueInvalid' },
        message: 'Invalid value: 0x0: must be specified for an update',
      },
    ])
  const isStale = version !== '' && version !== before.object.metadata.resourceVersion
  const refusal = isStale
    ? undefined
    : (kindRefusal(target, body) ?? metadataRefusal(target, body, fieldsOf(before.body['metadata'])))
  if (refusal !== undefined) return refusal
  const given = decoded(target, body)
  if (isFailure(given)) return given
  let denied: Failure | undefined
  const put = putInPlace('version-optional', target.subresource === 'status' ? 'status' : 'whole')(given)
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
  // What goes by an update is shown as it would have been stored, at the version that it had.
  const last = answer._tag === 'Gone' ? cell.state.history.newer?.change.entry : undefined
  const entry = last === undefined ? presentIn(writing, name) : atVersionOf(before, last)
  return entry === undefined ? absent(scope, name) : { _tag: 'Object', status: 200, entry }
}

const atVersionOf = ({ object: { metadata } }: Entry, last: Entry): Entry => ({
  ...last,
  body: { ...last.body, metadata: { ...fieldsOf(last.body['metadata']), resourceVersion: metadata.resourceVersion } },
})

const updateOptions: Fields = { kind: 'UpdateOptions', apiVersion: 'meta.k8s.io/v1' }
const patchOptions: Fields = { kind: 'PatchOptions', apiVersion: 'meta.k8s.io/v1' }
