/** Lists the objects of one kind, page by page. */
import { either as E } from 'fp-ts'

import { type Listing, decodeKubectlObjectsOf, linesOf } from '../../decode/index.js'
import { type Asking, ask } from './ask.js'
import { isExpired } from './classify.js'
import type { ServedKind } from './discovery.js'
import { fieldOf, itemsOf, textOf } from './json.js'
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
export const listAll = async (send: Send, asking: Asking, of: ListOf): Promise<E.Either<CallError, Listed>> => {
  const { kind, namespace, labelSelector } = of
  const path = collectionPath({ apiVersion: kind.apiVersion, resource: kind.resource, namespace })
  const read = ask(send, asking)
  for (let round = 0; ; round++) {
    const pages: unknown[] = []
    let token: string | undefined
    let count = 0
    let version = ''
    let failure: E.Left<CallError> | undefined
    do {
      const query = {
        ...(round < restarts ? { limit: String(of.pageSize) } : {}),
        ...(token === undefined ? {} : { continue: token }),
        ...(labelSelector === undefined ? {} : { labelSelector }),
      }
      const answer = await read({ method: 'GET', path, query, accept: acceptOf(of.depth, 'List') })()
      const page = E.isLeft(answer) ? answer : pageOf(path, answer.right)
      if (E.isLeft(page)) {
        failure = page
        break
      }
      const next = nextOf(page.right)
      // The same token again would never end.
      if (next !== undefined && next === token) return E.left(unreadable(path, 'a page that continues with itself'))
      token = next
      count += itemsOf(fieldOf(page.right, 'items')).length
      version = textOf(fieldOf(fieldOf(page.right, 'metadata'), 'resourceVersion')) ?? version
      pages.push(page.right)
    } while (token !== undefined)
    if (failure === undefined) return E.right({ pages, resourceVersion: version, count })
    if (!isExpired(failure.left) || round >= restarts) return failure
  }
}

/** What to accept: metadata alone, and whole objects of servers that know no such thing. */
export const acceptOf = (depth: Depth, form: 'List' | ''): string =>
  depth === 'whole'
    ? 'application/json'
    : `application/json;as=PartialObjectMetadata${form};g=meta.k8s.io;v=v1,application/json`

const pageOf = (path: string, body: unknown): E.Either<CallError, unknown> =>
  Array.isArray(fieldOf(body, 'items')) ||
  (fieldOf(body, 'items') === null && textOf(fieldOf(body, 'kind')) !== undefined)
    ? E.right(body)
    : E.left(unreadable(path, 'expected a list of objects'))

const nextOf = (page: unknown): string | undefined => textOf(fieldOf(fieldOf(page, 'metadata'), 'continue'))

const unreadable = (path: string, message: string): CallError => ({ _tag: 'Unreadable', path, message })

/** The objects of pages, decoded. Fails for objects that are none. */
export const decodePages = (
  { apiVersion, kind, resource }: ServedKind,
  { pages }: Pick<Listed, 'pages'>,
): E.Either<CallError, Listing> => {
  const decoded = decodeKubectlObjectsOf({ apiVersion, kind })(pages)
  return E.isRight(decoded)
    ? decoded
    : E.left(unreadable(collectionPath({ apiVersion, resource }), linesOf(decoded.left).slice(0, 3).join('; ')))
}
