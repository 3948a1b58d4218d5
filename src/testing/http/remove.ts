/**
 * Deletes objects and collections.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go DeleteResource
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Delete
 */
import { deleteRefusal } from '../../apiserver/admission.js'
import { deleteStored } from '../../apiserver/delete.js'
import { hasEnded } from '../../apiserver/delete-pod.js'
import { type WholeObject, isBeingDeleted, isPod } from '../../apiserver/object.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import { type DeleteOptions, deleteProblem, isPropagationPolicy } from '../../apiserver/request.js'
import { noon } from '../when.js'
import { type Fields, fieldsOf, isFields } from './body.js'
import {
  type Cause,
  type Failure,
  absent,
  conflicting,
  detailsOf,
  failure,
  isFailure,
  unprocessable,
  unmet,
} from './failure.js'
import { mediaTypeOf, unsupported } from './input.js'
import { type Query, type Selection, given, isSet } from './query.js'
import type { HttpRequest } from './request.js'
import { type Entry, prefixOf } from './state.js'
import type { HttpTarget } from './target.js'
import { entriesUnder } from './store.js'
import { type Accepted, type Outcome, type Writing, addressOf, presentIn, refusalOf, reviewed } from './writing.js'

/** Delete options of a request: of its body where it has one, else of its query. */
export const deleteOptionsOf = (
  { unreadableOptions }: ServerPolicy,
  { body, query = {}, contentType }: HttpRequest,
): Fields | Failure => {
  if (body === undefined) return queryOptions(query)
  const type = mediaTypeOf(contentType)
  if (type !== '' && type !== 'application/json') return unsupported(['application/json'])
  if (!isFields(body)) return failure(400, 'BadRequest', 'the body of the request is no DeleteOptions')
  const { kind = 'DeleteOptions' } = body
  const problem =
    kind === 'DeleteOptions'
      ? deleteProblem(noon, asked(body))
      : `decoded object cannot be converted to DeleteOptions: ${String(kind)}`
  if (problem === undefined) return body
  return unreadableOptions === 'bad-request' ? failure(400, 'BadRequest', problem) : failure(500, '', problem)
}

const queryOptions = (query: Query): Fields | Failure => {
  const [grace, policy, orphan, dryRun] = ['gracePeriodSeconds', 'propagationPolicy', 'orphanDependents', 'dryRun'].map(
    (name) => given(query, name),
  )
  if (grace !== undefined && !/^-?\d+$/.test(grace))
    return failure(400, 'BadRequest', `strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`)
  return {
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
    ...(orphan === undefined ? {} : { orphanDependents: isSet(query, 'orphanDependents') }),
    ...(dryRun === undefined ? {} : { dryRun: [dryRun] }),
  }
}

/** The options that decide what is deleted, unread: the server checks them. */
const asked = (options: Fields): DeleteOptions => {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions } = options
  return fieldsOf(
    Object.fromEntries(
      Object.entries({ gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions }).filter(
        ([, value]) => value !== undefined && value !== null,
      ),
    ),
  )
}

/** What options of a request say that no request may say. */
export const wrongOptions = (kind: string, options: Fields): Failure | undefined => {
  const causes = [...policyCauses(options), ...dryRunCauses(options['dryRun'])]
  return causes.length === 0 ? undefined : unprocessable(kind, 'meta.k8s.io', '', causes)
}

const dryRunCauses = (dryRun: unknown): ReadonlyArray<Cause> => {
  const runs: ReadonlyArray<unknown> = Array.isArray(dryRun) ? dryRun : []
  const said = runs.map((run) => JSON.stringify(run)).join(', ')
  const message = `Unsupported value: []string{${said}}: supported values: "All"`
  return runs.every((run) => run === 'All') ? [] : [{ field: 'dryRun', reason: 'FieldValueNotSupported', message }]
}

const policyCauses = ({ propagationPolicy, orphanDependents }: Fields): ReadonlyArray<Cause> => {
  if (typeof propagationPolicy !== 'string') return []
  const field = 'propagationPolicy'
  const said = JSON.stringify(propagationPolicy)
  return [
    ...(orphanDependents === undefined
      ? []
      : [
          {
            ...{ field, reason: 'FieldValueInvalid' },
            message: `Invalid value: ${said}: orphanDependents and deletionPropagation cannot be both set`,
          },
        ]),
    ...(isPropagationPolicy(propagationPolicy)
      ? []
      : [
          {
            ...{ field, reason: 'FieldValueNotSupported' },
            message: `Unsupported value: ${said}: supported values: "Foreground", "Background", "Orphan", "nil"`,
          },
        ]),
  ]
}

/** Carries out a request to delete an object. */
export const removedIn = (writing: Writing, name: string, options: Fields): Outcome => {
  const { target } = writing
  const before = presentIn(writing, name)
  if (before === undefined) return absent(target.resource.scope, name)
  const gone = removed(writing, before, options)
  if (isFailure(gone) || gone.isThere || returnsObject.has(target.resource.scope.resource))
    return isFailure(gone) ? gone : { _tag: 'Object', status: gone.status, entry: gone.entry }
  return success(writing, gone.entry)
}

/** Kinds whose last state is the answer to their deletion; of the others it is a `Status`. */
const returnsObject: ReadonlySet<string> = new Set([
  ...['pods', 'services', 'serviceaccounts', 'persistentvolumes', 'persistentvolumeclaims', 'podtemplates'],
  'resourcequotas',
])

const success = ({ target: { resource } }: Writing, { object: { metadata } }: Entry): Accepted => ({
  _tag: 'Body',
  status: 200,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { ...detailsOf(resource.scope, metadata.name), uid: metadata.uid },
  },
})

interface Removed {
  readonly _tag: 'Removed'
  readonly status: number
  /** As it is now, or as it was last. */
  readonly entry: Entry
  readonly isThere: boolean
}

/** Deletes one object, if it may be deleted, in the order in which the real server asks. */
export const removed = (writing: Writing, before: Entry, options: Fields): Removed | Failure => {
  const { cell, server, target } = writing
  const { object } = before
  const { name } = object.metadata
  const { at, rules } = cell.state
  const refusal = deleteRefusal(object) ?? deleteStored(at, asked(options), object, rules.policy)
  if (refusal._tag === 'Refused')
    return refusal.reason === 'Conflict'
      ? (preconditionRefusal(target, object, asked(options)) ?? refusalOf(target, name, refusal))
      : refusalOf(target, name, refusal)
  const denied = reviewed(writing, {
    operation: 'DELETE',
    name,
    object: null,
    before,
    options: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', ...options },
  })
  if (denied !== undefined) return denied
  const answer = server.delete(addressOf(target, name), asked(options))
  if (answer._tag === 'Refused') return refusalOf(target, name, answer)
  const isThere = answer._tag === 'Stays'
  const change = cell.state.history.newer?.change
  const gone = rules.switches.versionOfGone === 'last' ? change?.before : change?.entry
  const entry = isThere ? presentIn(writing, name) : gone
  return { _tag: 'Removed', status: answer.code, entry: entry ?? before, isThere }
}

/**
 * Which precondition does not hold. The object is named by its kind where its resource is meant, as the real server does.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete
 */
const preconditionRefusal = (
  { resource: { scope } }: HttpTarget,
  { metadata }: WholeObject,
  { preconditions = {} }: DeleteOptions,
): Failure | undefined => {
  const looksItself = looksFirst.has(scope.resource) && scope.strategicMergePatch
  const about = { ...scope, resource: scope.kind }
  const { uid, resourceVersion } = preconditions
  const differs = (what: string, given: string, is: string, happened: string): Failure =>
    looksItself
      ? unmet(scope, metadata.name, what, given, is)
      : conflicting(
          about,
          metadata.name,
          `the ${what} in the precondition (${given}) does not match the ${what} in record (${is}). The object might have been ${happened}`,
        )
  if (uid !== undefined && uid !== metadata.uid) return differs('UID', uid, metadata.uid, 'deleted and then recreated')
  return resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion
    ? differs('ResourceVersion', resourceVersion, metadata.resourceVersion ?? '', 'modified')
    : undefined
}

/** The options for the next object, where each pod writes its grace period into those of all. */
const sharedAfter = (options: Fields, { object }: Entry, { entry }: Removed): Fields => {
  const isAsked = typeof options['gracePeriodSeconds'] === 'number'
  if (!isPod(object) || (isBeingDeleted(object) && (isAsked || hasEnded(object)))) return options
  return { ...options, gracePeriodSeconds: entry.object.metadata.deletionGracePeriodSeconds }
}

/**
 * Kinds that look at preconditions before the store does.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go Delete
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go Delete
 */
const looksFirst: ReadonlySet<string> = new Set(['namespaces', 'customresourcedefinitions'])

/** Carries out a request to delete all objects of a collection, by name; the first that is refused ends it. */
export const collectionRemovedIn = (writing: Writing, { selects }: Selection, options: Fields): Outcome => {
  const { cell, target } = writing
  const { resource, namespace } = target
  const { apiVersion, kind } = resource.scope
  const { revision, rules } = cell.state
  const isShared = rules.switches.graceInCollection === 'of-the-last'
  const entries = entriesUnder(cell.state, prefixOf(apiVersion, kind, namespace)).filter(selects)
  let shared = options
  for (const entry of entries) {
    const answer = removed(writing, entry, shared)
    if (isFailure(answer)) return answer
    if (isShared) shared = sharedAfter(shared, entry, answer)
  }
  return { _tag: 'Objects', entries, revision }
}
