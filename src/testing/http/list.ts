/**
 * Lists: whole or page by page, of now or of an earlier version. All pages of a list are of one version; when that is
 * forgotten, the list has expired.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go GetList
 */
import { type Fields } from './body.js'
import { type Cause, type Failure, failure, isFailure, unprocessable } from './failure.js'
import { entriesAt } from './history.js'
import { type Query, firstFailure, given, selectionOf, wholeNumber } from './query.js'
import type { Unreadable } from './release-switches.js'
import type { HttpRequest } from './request.js'
import { type HttpResponse, refused, reply } from './response.js'
import { formOf, formsOf, shownList } from './show.js'
import type { Selects } from './selector.js'
import { type ApiState, type Entries, type Entry, prefixOf } from './state.js'
import type { HttpTarget } from './target.js'
import { type Continuation, continuationOf, tokenOf } from './token.js'
import { afterAll, rankOf, visitFrom } from './tree.js'

/** What a list is taken from. */
interface Source {
  readonly entries: Entries
  /** The version that the list says. */
  readonly revision: number
  /** The key from which on it goes. */
  readonly from: string
}

/** Answers a request for a collection. */
export const listed = (state: ApiState, target: HttpTarget, { query = {}, accept }: HttpRequest): HttpResponse => {
  const { resource, namespace } = target
  const form = formOf(accept, query, formsOf(state, target, true))
  const wrongOption = wrongMatch(query)
  const selection = selectionOf(resource, query, wrongOption)
  const limit = wholeNumber(query, 'limit')
  const wrong = firstFailure(form, selection, limit, wrongOption)
  if (wrong !== undefined || isFailure(form) || isFailure(selection) || typeof limit === 'object')
    return refused(wrong ?? failure(400, 'BadRequest', 'bad request'))
  const prefix = prefixOf(resource.scope.apiVersion, resource.scope.kind, namespace)
  const source = sourceOf(state, query, prefix)
  if (isFailure(source)) return refused(source)
  const most = limit === undefined || limit <= 0 ? Infinity : limit
  if (form._tag === 'Unfit') return refused(form.failure)
  const { page, last } = pageOf(source, prefix, selection.selects, most)
  const isCounted = form._tag !== 'Metadata' || state.rules.switches.countsMetadata
  const metadata: Fields = {
    resourceVersion: String(source.revision),
    ...(last !== undefined
      ? { continue: tokenOf({ revision: source.revision, start: last.slice(prefix.length) }) }
      : {}),
    ...(last !== undefined && !selection.isSelective && isCounted
      ? { remainingItemCount: countAfter(source.entries, prefix, last) }
      : {}),
  }
  return reply(200, shownList(resource, form, page, state.at, metadata))
}

/** One page, and the key of its last object where more of them are to come. */
const pageOf = (
  { entries, from }: Source,
  prefix: string,
  selects: Selects,
  most: number,
): { readonly page: ReadonlyArray<Entry>; readonly last: string | undefined } => {
  const page: Entry[] = []
  const seen = { last: '', hasMore: false }
  visitFrom(entries, from, (entry, key) => {
    if (!key.startsWith(prefix)) return false
    // Another object tells that there are more, whether or not it is meant.
    seen.hasMore = page.length >= most
    if (seen.hasMore) return false
    if (!selects(entry)) return true
    page.push(entry)
    seen.last = key
    return true
  })
  return { page, last: seen.hasMore ? seen.last : undefined }
}

const countAfter = (entries: Entries, prefix: string, key: string): number =>
  rankOf(entries, afterAll(prefix)) - rankOf(entries, key) - 1

const sourceOf = (state: ApiState, query: Query, prefix: string): Source | Failure => {
  const [token, version, match] = [
    given(query, 'continue'),
    given(query, 'resourceVersion'),
    given(query, 'resourceVersionMatch'),
  ]
  const wrong = wrongVersion(state, query)
  if (wrong !== undefined) return wrong
  if (token !== undefined) {
    const place = continuationOf(token)
    return place === undefined
      ? failure(400, 'BadRequest', 'continue key is not valid: the token is none that this server gave')
      : continued(state, place, prefix)
  }
  const now: Source = { entries: state.entries, revision: state.revision, from: prefix }
  if (version === undefined || version === '0') return now
  const revision = Number(version)
  if (revision > state.revision) return tooLarge(revision, state.revision)
  const isExact = match === 'Exact' || (match === undefined && given(query, 'limit') !== undefined)
  if (!isExact) return now
  const past = entriesAt(state, revision)
  return past === undefined ? gone(revision, state.history.floor) : { entries: past.entries, revision, from: prefix }
}

const wrongVersion = (state: ApiState, query: Query): Failure | undefined => {
  const [version, token] = [given(query, 'resourceVersion'), given(query, 'continue')]
  if (token !== undefined && version !== undefined && version !== '0')
    return failure(400, 'BadRequest', 'specifying resource version is not allowed when using continue')
  return version === undefined
    ? undefined
    : wrongRevision(hasLimit(query) ? 'bad-request' : state.rules.switches.unreadableVersion, version)
}

const wrongMatch = (query: Query): Failure | undefined => {
  const [match, version, token] = ['resourceVersionMatch', 'resourceVersion', 'continue'].map((name) =>
    given(query, name),
  )
  const causes = match === undefined ? [] : matchCauses(match, version, token)
  return causes.length === 0 ? undefined : unprocessable('ListOptions', 'meta.k8s.io', '', causes)
}

const matchCauses = (match: string, version: string | undefined, token: string | undefined): ReadonlyArray<Cause> => {
  const forbidden = (why: string): Cause => ({
    ...{ field: 'resourceVersionMatch', reason: 'FieldValueForbidden' },
    message: `Forbidden: resourceVersionMatch ${why}`,
  })
  return [
    ...(version === undefined ? [forbidden('is forbidden unless resourceVersion is provided')] : []),
    ...(token === undefined ? [] : [forbidden('is forbidden when continue is provided')]),
    ...(match === 'Exact' || match === 'NotOlderThan'
      ? []
      : [
          {
            ...{ field: 'resourceVersionMatch', reason: 'FieldValueNotSupported' },
            message: `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan"`,
          },
        ]),
    ...(match === 'Exact' && version === '0' ? [forbidden('"exact" is forbidden for resourceVersion "0"')] : []),
  ]
}

/** A page of a list, and a list of exactly one version, are not taken from a cache. */
const hasLimit = (query: Query): boolean =>
  Number(given(query, 'limit') ?? 0) > 0 || given(query, 'resourceVersionMatch') === 'Exact'

/** Why a text is no resource version; nothing when it is one. */
export const wrongRevision = (unreadable: Unreadable, version: string): Failure | undefined => {
  if (/^\d{1,15}$/.test(version)) return undefined
  const given = JSON.stringify(version)
  const message = `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: invalid syntax`
  return unreadable === 'internal-error'
    ? failure(500, '', message)
    : failure(400, 'BadRequest', `invalid resource version: ${message}`)
}

const continued = (state: ApiState, { revision, start }: Continuation, prefix: string): Source | Failure => {
  const from = `${prefix}${start}`
  if (revision < 0) return { entries: state.entries, revision: state.revision, from }
  if (revision > state.revision) return tooLarge(revision, state.revision)
  const past = entriesAt(state, revision)
  return past === undefined
    ? { ...expiredList, metadata: { continue: tokenOf({ revision: -1, start: start.replace(/\0$/, '') }) } }
    : { entries: past.entries, revision, from }
}

const expiredList: Failure = failure(
  410,
  'Expired',
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
)

const gone = (revision: number, floor: number): Failure =>
  failure(410, 'Expired', `too old resource version: ${revision} (${floor})`)

/**
 * A version that the server has not reached; the real one waits for it for three seconds first.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/errors.go NewTooLargeResourceVersionError
 */
const tooLarge = (revision: number, current: number): Failure =>
  failure(504, 'Timeout', `Too large resource version: ${revision}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  })
