/** Lists the objects of one kind, page by page. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { type Listing, decodeKubectlObjectsOf, linesOf } from '../../decode/index.js'
import { type Asking, ask } from './ask.js'
import { isExpired } from './classify.js'
import type { ServedKind } from './discovery.js'
import { itemsOf, textOf } from './json.js'
import { ownField } from '../../internal/lists.js'
import { collectionPath } from './paths.js'
import type { CallError, Send } from './request.js'
import type { Depth } from './wanted.js'

/** What to list. */
export interface ListOf {
  readonly kind: ServedKind
  readonly depth: Exclude<Depth, 'nothing'>
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  /** Objects on one page. */
  readonly pageSize: number
}

/** The pages of one list, all of one version. */
export interface Listed {
  readonly pages: ReadonlyArray<unknown>
  readonly resourceVersion: string
  readonly count: number
}

/** A page token lives as long as the server keeps old versions: five minutes as a rule. */
const restarts = 3

/**
 * Lists a kind. When its pages expire it begins anew, and in the end asks for all at once, as client-go does.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/pager/pager.go list
 */
export const listAll = (send: Send, asking: Asking, of: ListOf): TE.TaskEither<CallError, Listed> => {
  const from = (round: number): TE.TaskEither<CallError, Listed> =>
    F.pipe(
      pagesOf(send, asking, of, round < restarts ? { limit: String(of.pageSize) } : {}),
      TE.map(listedIn),
      TE.orElse((error) => (isExpired(error) && round < restarts ? from(round + 1) : TE.left(error))),
    )
  return from(0)
}

/** All pages of one list, as long as each names a next one. */
const pagesOf = (
  send: Send,
  asking: Asking,
  { kind: { apiVersion, resource }, depth, namespace, labelSelector }: ListOf,
  limit: Readonly<Record<string, string>>,
): TE.TaskEither<CallError, ReadonlyArray<unknown>> => {
  const path = collectionPath({ apiVersion, resource, namespace })
  const filter = { ...limit, ...(labelSelector === undefined ? {} : { labelSelector }) }
  const from = (
    token: string | undefined,
    before: ReadonlyArray<unknown>,
  ): TE.TaskEither<CallError, ReadonlyArray<unknown>> => {
    const query = { ...filter, ...(token === undefined ? {} : { continue: token }) }
    return F.pipe(
      ask(send, asking)({ method: 'GET', path, query, accept: acceptOf(depth, 'List') }),
      TE.chainEitherK((body) => pageOf(path, body)),
      TE.chain((page) => {
        const next = nextOf(page)
        const pages = [...before, page]
        if (next === undefined) return TE.right(pages)
        // The same token again would never end.
        return next === token ? TE.left(unreadable(path, 'a page that continues with itself')) : from(next, pages)
      }),
    )
  }
  return from(undefined, [])
}

/** The last version that a page names is that of all. */
const listedIn = (pages: ReadonlyArray<unknown>): Listed => ({
  pages,
  resourceVersion:
    pages.flatMap((page) => textOf(ownField(ownField(page, 'metadata'), 'resourceVersion')) ?? []).at(-1) ?? '',
  count: pages.reduce<number>((count, page) => count + itemsOf(ownField(page, 'items')).length, 0),
})

/** What to accept: metadata alone, and whole objects of servers that know no such thing. */
export const acceptOf = (depth: Depth, form: 'List' | ''): string =>
  depth === 'whole'
    ? 'application/json'
    : `application/json;as=PartialObjectMetadata${form};g=meta.k8s.io;v=v1,application/json`

const pageOf = (path: string, body: unknown): E.Either<CallError, unknown> =>
  Array.isArray(ownField(body, 'items')) ||
  (ownField(body, 'items') === null && textOf(ownField(body, 'kind')) !== undefined)
    ? E.right(body)
    : E.left(unreadable(path, 'expected a list of objects'))

const nextOf = (page: unknown): string | undefined => textOf(ownField(ownField(page, 'metadata'), 'continue'))

const unreadable = (path: string, message: string): CallError => ({ _tag: 'Unreadable', path, message })

/** The objects of pages, decoded. Fails for objects that are none. */
export const decodePages = (
  { apiVersion, kind, resource }: ServedKind,
  { pages }: Pick<Listed, 'pages'>,
): E.Either<CallError, Listing> =>
  F.pipe(
    decodeKubectlObjectsOf({ apiVersion, kind })(pages),
    E.mapLeft((error) => unreadable(collectionPath({ apiVersion, resource }), linesOf(error).slice(0, 3).join('; '))),
  )
