/** The API server as a function of its state and a request. */
import { cellOf, serverIn } from './cell.js'
import { collectionRemovedIn, deleteOptionsOf, removedIn } from './remove.js'
import { createdIn } from './create.js'
import { discovered } from './discovery.js'
import { type Fields, fieldsOf } from './body.js'
import { absent, isFailure, notAllowed } from './failure.js'
import { boundIn, evictedIn, finalizedIn, scaleOf, scaledIn } from './parts.js'
import { patchedIn, replacedIn } from './change.js'
import { given, isSet, wrongListOption } from './query.js'
import { listed } from './list.js'
import { trimmed } from './history.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, plain, refused, reply } from './response.js'
import { type Form, formOf, shown, shownList } from './show.js'
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
  if (target === undefined) return [state, plain(404, '404 page not found')]
  return request.method === 'GET' ? [state, read(state, target, request)] : write(state, target, request)
}

const read = (state: ApiState, target: HttpTarget, request: HttpRequest): HttpResponse => {
  const { name, resource, namespace, subresource } = target
  const { query = {}, accept } = request
  if (name === undefined)
    return isSet(query, 'watch') ? watched(state, target, request) : listed(state, target, request)
  if (subresource !== undefined && subresource !== 'status' && subresource !== 'scale') return refused(notAllowed)
  const form = formOf(accept, query, false)
  if (isFailure(form)) return refused(form)
  const entry = valueAt(state.entries, keyOf(resource.scope.apiVersion, resource.scope.kind, namespace, name))
  if (entry === undefined) return refused(absent(resource.scope, name))
  return reply(200, subresource === 'scale' ? scaleOf(entry) : shown(resource, form, entry, state.at))
}

const write = (state: ApiState, target: HttpTarget, request: HttpRequest): readonly [ApiState, HttpResponse] => {
  const { query = {}, accept } = request
  const form = formOf(accept, query, target.name === undefined && request.method === 'DELETE')
  if (isFailure(form)) return [state, refused(form)]
  const options = request.method === 'DELETE' ? deleteOptionsOf(request) : fieldsOf({ dryRun: dryRunIn(query) })
  if (isFailure(options)) return [state, refused(options)]
  const { dryRun } = options
  const runs: ReadonlyArray<unknown> = Array.isArray(dryRun) ? dryRun : []
  if (runs.some((run) => run !== 'All')) return [state, refused(wrongDryRun)]
  const isDryRun = runs.length > 0
  const cell = cellOf(trimmed(state))
  const start = cell.state
  const outcome = carriedOut({ cell, server: serverIn(cell), target, request, isDryRun }, options)
  const response = answered(cell.state, target, form, outcome, isDryRun)
  // What of a collection went before another of its objects was refused is gone.
  return [!isDryRun && cell.state.revision !== start.revision ? cell.state : state, response]
}

const dryRunIn = (query: Readonly<Record<string, string>>): unknown => {
  const run = given(query, 'dryRun')
  return run === undefined ? undefined : [run]
}

const wrongDryRun = {
  ...wrongListOption('dryRun', 'FieldValueNotSupported', 'Unsupported value: supported values: "All"'),
}

const carriedOut = (writing: Writing, options: Fields): Outcome => {
  const { target, request } = writing
  const { name, resource, namespace, subresource } = target
  const isCollection = name === undefined
  // Of a kind in all namespaces there is only a list.
  if (isCollection && resource.scope.namespaced && namespace === undefined) return notAllowed
  if (isCollection)
    switch (request.method) {
      case 'POST':
        return createdIn(writing)
      case 'DELETE':
        return resource.verbs.includes('deletecollection') ? collectionRemovedIn(writing, options) : notAllowed
      default:
        return notAllowed
    }
  switch (`${request.method} ${subresource ?? ''}`) {
    case 'PUT ':
    case 'PUT status':
      return replacedIn(writing, name)
    case 'PATCH ':
    case 'PATCH status':
      return patchedIn(writing, name)
    case 'DELETE ':
      return removedIn(writing, name, options)
    case 'PUT finalize':
      return finalizedIn(writing, name)
    case 'PUT scale':
    case 'PATCH scale':
      return scaledIn(writing, name)
    case 'POST eviction':
      return evictedIn(writing, name)
    case 'POST binding':
      return boundIn(writing, name)
    default:
      return notAllowed
  }
}

const answered = (
  state: ApiState,
  { resource }: HttpTarget,
  form: Form,
  outcome: Outcome,
  isDryRun: boolean,
): HttpResponse => {
  switch (outcome._tag) {
    case 'Failure':
      return refused(outcome)
    case 'Body':
      return reply(outcome.status, outcome.body)
    case 'Objects':
      return reply(
        200,
        shownList(resource, form, outcome.entries, state.at, { resourceVersion: String(state.revision) }),
      )
    case 'Object': {
      const { status, entry } = outcome
      return reply(status, shown(resource, form, isDryRun && status === 201 ? unversioned(entry) : entry, state.at))
    }
  }
}

/** An object that was never stored has no version. */
const unversioned = (entry: Extract<Outcome, { readonly _tag: 'Object' }>['entry']): typeof entry => {
  const { resourceVersion: _version, ...metadata } = fieldsOf(entry.body['metadata'])
  return { ...entry, body: { ...entry.body, metadata } }
}
