/**
 * Watches: the changes of a collection since a version. A watch is a value; `nextEvents` gives what has come since, and the
 * watch that goes on from there.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go Watch
 */
import { after, millis } from '../../core/time.js'
import type { Fields } from './body.js'
import { type Failure, failure, isFailure, statusOf } from './failure.js'
import { changesSince } from './history.js'
import { wrongRevision } from './list.js'
import { type Query, firstFailure, given, isSet, selectionOf, wholeNumber, wrongListOption } from './query.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, refused } from './response.js'
import { scopeAt } from './resources.js'
import { formOf, formsOf, shown } from './show.js'
import { type ApiState, type Change, type Entry, prefixOf } from './state.js'
import { entriesUnder } from './store.js'
import type { HttpTarget } from './target.js'
import type { Watch } from './watching.js'

/** One event, as its line says it. */
export interface HttpEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: Fields
}

/** What came since. */
export interface Told {
  readonly events: ReadonlyArray<HttpEvent>
  /** The watch from here on; undefined when it has ended. */
  readonly watch: Watch | undefined
}

/** A bookmark comes once a minute, and before the end. */
const betweenBookmarks = 60_000

/** The server ends watches after half an hour to an hour, unless asked for another span. */
const longest = 1800

/** Answers a request to watch a collection. */
export const watched = (state: ApiState, target: HttpTarget, { query = {}, accept }: HttpRequest): HttpResponse => {
  const { resource, namespace } = target
  const form = formOf(accept, query, formsOf(state, target, false))
  const selection = selectionOf(resource, query)
  const timeout = wholeNumber(query, 'timeoutSeconds')
  const version = given(query, 'resourceVersion')
  const wrong =
    firstFailure(form, selection, timeout) ??
    wrongInitialEvents(query) ??
    // No release refuses it as a bad request.
    (version === undefined ? undefined : wrongRevision('internal-error', version))
  if (wrong !== undefined || isFailure(form) || isFailure(selection) || typeof timeout === 'object')
    return refused(wrong ?? failure(400, 'BadRequest', 'bad request'))
  if (form._tag === 'Unfit') return refused(form.failure)
  const isFromNow = version === undefined || version === '0'
  const initial = given(query, 'sendInitialEvents')
  const asksForAll = initial === undefined ? isFromNow : isSet(query, 'sendInitialEvents')
  return {
    _tag: 'Stream',
    watch: {
      resource,
      prefix: prefixOf(resource.scope.apiVersion, resource.scope.kind, namespace),
      selects: selection.selects,
      form,
      first: !asksForAll ? 'nothing' : initial !== undefined ? 'objects-and-bookmark' : 'objects',
      revision: isFromNow || asksForAll ? state.revision : Number(version),
      bookmarks: isSet(query, 'allowWatchBookmarks'),
      toldAt: state.at,
      endsAt: after(state.at, millis((timeout === undefined || timeout <= 0 ? longest : timeout) * 1000)),
    },
  }
}

const wrongInitialEvents = (query: Query): Failure | undefined => {
  const [match, initial] = [given(query, 'resourceVersionMatch'), given(query, 'sendInitialEvents')]
  if (initial !== undefined && match !== 'NotOlderThan')
    return wrongListOption(
      'resourceVersionMatch',
      'FieldValueForbidden',
      'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    )
  return match !== undefined && initial === undefined
    ? wrongListOption(
        'resourceVersionMatch',
        'FieldValueForbidden',
        'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      )
    : undefined
}

/**
 * What has come since a watch told last: events in the order of their versions, and the watch from there on.
 *
 * Shape: an object that a selector comes to mean is `ADDED`, one that it means no longer `DELETED`. A watch of a version that
 * is forgotten ends with an `ERROR` of 410, one of a kind that is no longer served ends.
 */
export const nextEvents = (state: ApiState, watch: Watch): Told => {
  const { resource, prefix, first } = watch
  const isServed = scopeAt(state, resource.scope.apiVersion, resource.scope.resource) !== undefined
  const changes = changesSince(state, watch.revision)
  if (changes === undefined) return { events: [expired(watch, state)], watch: undefined }
  const initial =
    first === 'nothing'
      ? []
      : entriesUnder(state, prefix)
          .filter(watch.selects)
          .map((entry): HttpEvent => ({ type: 'ADDED', object: shown(resource, watch.form, entry, state.at) }))
  // What is there now holds the changes up to now.
  const later = first === 'nothing' ? changes.flatMap((change) => eventOf(watch, change, state.at)) : []
  const isOver = state.at >= watch.endsAt
  const isNews = state.revision > watch.revision
  const isDue = watch.bookmarks && isNews && (isOver || state.at.getTime() - watch.toldAt.getTime() >= betweenBookmarks)
  const marks = [
    ...(first === 'objects-and-bookmark' ? [bookmark(watch, state.revision, true)] : []),
    ...(isDue ? [bookmark(watch, state.revision, false)] : []),
  ]
  const events = [...initial, ...later, ...marks]
  const isToldOf = isDue || later.length > 0
  return {
    events,
    watch:
      isOver || !isServed
        ? undefined
        : {
            ...watch,
            first: 'nothing',
            revision: state.revision,
            ...(isToldOf ? { toldAt: state.at } : {}),
          },
  }
}

const eventOf = (watch: Watch, { type, key, before, entry, revision }: Change, at: Date): ReadonlyArray<HttpEvent> => {
  if (!key.startsWith(watch.prefix)) return []
  const was = before !== undefined && type !== 'ADDED' && watch.selects(before)
  const is = type !== 'DELETED' && watch.selects(entry)
  if (!was && !is) return []
  const object = (told: Entry): Fields => shown(watch.resource, watch.form, told, at)
  if (is) return [{ type: was ? 'MODIFIED' : 'ADDED', object: object(entry) }]
  // What a selector means no longer is told as it was, at the version of the change.
  return [
    {
      type: 'DELETED',
      object: object(type === 'DELETED' || before === undefined ? entry : lastMeant(before, revision)),
    },
  ]
}

const lastMeant = (before: Entry, revision: number): Entry => {
  const metadata = before.body['metadata']
  return {
    ...before,
    body: {
      ...before.body,
      metadata: { ...(typeof metadata === 'object' ? metadata : {}), resourceVersion: String(revision) },
    },
  }
}

const bookmark = ({ resource: { scope }, form }: Watch, revision: number, isInitial: boolean): HttpEvent => {
  const metadata = {
    resourceVersion: String(revision),
    creationTimestamp: null,
    ...(isInitial ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
  }
  const { apiVersion, kind } = scope
  switch (form._tag) {
    case 'Whole':
      return { type: 'BOOKMARK', object: { kind, apiVersion, metadata } }
    case 'Metadata':
      return {
        type: 'BOOKMARK',
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata },
      }
    case 'Table':
      return {
        type: 'BOOKMARK',
        object: { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, columnDefinitions: null, rows: [] },
      }
  }
}

const expired = ({ revision }: Watch, { history }: ApiState): HttpEvent => ({
  type: 'ERROR',
  object: statusOf(failure(410, 'Expired', `too old resource version: ${revision} (${history.floor})`)),
})
