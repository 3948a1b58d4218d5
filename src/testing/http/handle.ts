/** The API server as a function of its state and a request. */
import { cellOf, serverIn } from './cell.js'
import { collectionRemovedIn, deleteOptionsOf, removedIn, wrongOptions } from './remove.js'
import { createdIn } from './create.js'
import { discovered } from './discovery.js'
import { type Fields, fieldsOf } from './body.js'
import { type Failure, absent, failure, isFailure, notAllowed, unsupportedVerb } from './failure.js'
import { boundIn, evictedIn, scaleOf, scaledIn } from './parts.js'
import { patchedIn, replacedIn } from './change.js'
import { patchRefusal } from './patch-body.js'
import { type Selection, given, isSet, selectionOf } from './query.js'
import { isJson, unsupported } from './input.js'
import { listed, wrongRevision } from './list.js'
import { trimmed } from './history.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, plain, refused, reply } from './response.js'
import { entryOf } from './store.js'
import { type Form, type Unfit, formOf, formsOf, shown, shownList } from './show.js'
import { type ApiState, keyOf } from './state.js'
import { type HttpTarget, targetOf } from './target.js'
import { valueAt } from './tree.js'
import { watched } from './watch.js'
import type { Outcome, Writing } from './writing.js'

/**
 * Answers one request: the state after it, and the response.
 *
 * Shape: the state that is given stays as it is, and equal states and requests give equal results. A request that is refused,
 * that changes nothing, or that is a dry run gives the very state.
 * Fails: never; refusals are responses with the `Status` of an API server.
 */
export const handle = (state: ApiState, request: HttpRequest): readonly [ApiState, HttpResponse] => {
  const about = request.method === 'GET' ? discovered(state, request) : undefined
  if (about !== undefined) return [state, about]
  const target = targetOf(state, request.path)
  if (target === undefined) return [state, unserved(state, request.path)]
  // Of a kind in all namespaces there are only lists.
  if (request.method !== 'GET' && isEverywhere(target))
    return [state, target.resource.scope.strategicMergePatch ? refused(notAllowed) : nowhere]
  return request.method === 'GET' ? [state, read(state, target, request)] : write(state, target, request)
}

const nowhere = plain(404, '404 page not found\n')

const unserved = (state: ApiState, path: string): HttpResponse => {
  if (isBuiltIn(state, path)) return refused(noSuchPath)
  const above = targetOf(state, path.replace(/\/[^/]+\/?$/, ''))
  // A custom resource without such a part is said not to be there itself.
  return above?.name === undefined || above.subresource !== undefined
    ? nowhere
    : refused(absent(above.resource.scope, above.name))
}

const isEverywhere = ({ resource: { scope }, namespace, name }: HttpTarget): boolean =>
  name === undefined && scope.namespaced && namespace === undefined

const noSuchPath = failure(404, 'NotFound', 'the server could not find the requested resource', {})

/** Whether a path is below a version that Kubernetes itself serves, which answers for all that is there. */
const isBuiltIn = ({ served }: ApiState, path: string): boolean => {
  const [root = '', first = '', second = ''] = path.split('/').filter((part) => part !== '')
  const apiVersion = root === 'api' ? first : `${first}/${second}`
  return served.table.scopes.some((scope) => scope.strategicMergePatch && scope.apiVersion === apiVersion)
}

const read = (state: ApiState, target: HttpTarget, request: HttpRequest): HttpResponse => {
  const { name, resource, namespace, subresource } = target
  const { query = {}, accept } = request
  if (name === undefined)
    return isSet(query, 'watch') ? watched(state, target, request) : listed(state, target, request)
  if (subresource !== undefined && subresource !== 'status' && subresource !== 'scale') return refused(notAllowed)
  const form = formOf(accept, query, formsOf(state, target, false))
  if (isFailure(form)) return refused(form)
  const version = given(query, 'resourceVersion')
  const wrong = version === undefined ? undefined : wrongRevision('internal-error', version)
  if (wrong !== undefined) return refused(wrong)
  const entry = valueAt(state.entries, keyOf(resource.scope.apiVersion, resource.scope.kind, namespace, name))
  if (entry === undefined) return refused(absent(resource.scope, name))
  if (form._tag === 'Unfit') return refused(form.failure)
  return reply(200, subresource === 'scale' ? scaleOf(entry) : shown(resource, form, entry, state.at))
}

const write = (state: ApiState, target: HttpTarget, request: HttpRequest): readonly [ApiState, HttpResponse] => {
  const { query = {}, accept } = request
  const removesSome = target.name === undefined && request.method === 'DELETE'
  const form = formOf(accept, query, formsOf(state, target, removesSome))
  if (isFailure(form)) return [state, refused(form)]
  const unread = unreadType(target, request)
  if (unread !== undefined) return [state, refused(unread)]
  const selection = selectionOf(target.resource, removesSome ? query : {})
  if (isFailure(selection)) return [state, refused(selection)]
  const options =
    request.method === 'DELETE' ? deleteOptionsOf(state.rules.policy, request) : fieldsOf({ dryRun: dryRunIn(query) })
  if (isFailure(options)) return [state, refused(options)]
  const wrong = wrongOptions(optionsOf[request.method] ?? '', options)
  if (wrong !== undefined) return [state, refused(wrong)]
  const { dryRun } = options
  const isDryRun = Array.isArray(dryRun) && dryRun.length > 0
  const cell = cellOf(trimmed(state))
  const start = cell.state
  const outcome = carriedOut({ cell, server: serverIn(cell), target, request, isDryRun }, options, selection)
  const response = answered(cell.state, target, form, isDryRun ? asBefore(state, outcome) : outcome)
  // What of a collection went before another of its objects was refused is gone.
  return [!isDryRun && cell.state.revision !== start.revision ? cell.state : state, response]
}

/** A body of a type that is not read is refused before anything else of the request is looked at. */
const unreadType = ({ resource }: HttpTarget, { method, contentType }: HttpRequest): Failure | undefined => {
  if (method === 'PATCH') return patchRefusal(resource.scope, contentType)
  return method === 'DELETE' || isJson(contentType) ? undefined : unsupported(['application/json'])
}

const dryRunIn = (query: Readonly<Record<string, string>>): unknown => {
  const run = given(query, 'dryRun')
  return run === undefined ? undefined : [run]
}

const optionsOf: Readonly<Record<string, string>> = {
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
  DELETE: 'DeleteOptions',
}

const carriedOut = (writing: Writing, options: Fields, selection: Selection): Outcome => {
  const { target, request } = writing
  const { name, resource, subresource } = target
  const { scope } = resource
  const isCollection = name === undefined
  if (isCollection)
    switch (request.method) {
      case 'POST':
        return createdIn(writing)
      case 'DELETE':
        return resource.verbs.includes('deletecollection')
          ? collectionRemovedIn(writing, selection, options)
          : notAllowed
      case 'PUT':
      case 'PATCH':
        return scope.strategicMergePatch ? notAllowed : failure(400, 'BadRequest', 'name must be provided')
      default:
        return notAllowed
    }
  switch (`${request.method} ${subresource ?? ''}`) {
    case 'PUT ':
    case 'PUT status':
    case 'PUT finalize':
      return replacedIn(writing, name)
    case 'PATCH ':
    case 'PATCH status':
      return patchedIn(writing, name)
    case 'DELETE ':
      return removedIn(writing, name, options)
    case 'PUT scale':
    case 'PATCH scale':
      return scaledIn(writing, name)
    case 'POST ':
      // Of a custom resource the name in the path is not read.
      return scope.strategicMergePatch ? notAllowed : createdIn(writing)
    case 'POST eviction':
      return evictedIn(writing, name)
    case 'POST binding':
      return boundIn(writing, name)
    default:
      return scope.strategicMergePatch ? notAllowed : unsupportedVerb(scope, verbs[request.method] ?? request.method)
  }
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }

const answered = (state: ApiState, { resource }: HttpTarget, form: Form | Unfit, outcome: Outcome): HttpResponse => {
  switch (outcome._tag) {
    case 'Failure':
      return refused(outcome)
    case 'Body':
      return reply(outcome.status, outcome.body)
    case 'Objects': {
      const { entries, revision } = outcome
      return form._tag === 'Unfit'
        ? refused(form.failure)
        : reply(200, shownList(resource, form, entries, state.at, { resourceVersion: String(revision) }))
    }
    case 'Object': {
      const { status, entry } = outcome
      if (form._tag === 'Unfit') return refused(form.failure)
      return reply(status, shown(resource, form, entry, state.at))
    }
  }
}

/** What was not stored has the version that it had; what is not there, none. */
const asBefore = (state: ApiState, outcome: Outcome): Outcome => {
  if (outcome._tag !== 'Object') return outcome
  const { entry } = outcome
  const { resourceVersion: _version, ...metadata } = fieldsOf(entry.body['metadata'])
  const resourceVersion = entryOf(state, entry.object.metadata.uid)?.object.metadata.resourceVersion
  const versioned = resourceVersion === undefined ? metadata : { ...metadata, resourceVersion }
  return { ...outcome, entry: { ...entry, body: { ...entry.body, metadata: versioned } } }
}
