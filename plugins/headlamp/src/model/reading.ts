/** What became of the list of each kind. A list that is missing makes its objects unknown, never absent. */
import type { ServedKind } from './discovery.js'
import { groupOf } from './reach.js'

/** The list of one kind. */
export type Reading =
  /** It has not come yet. */
  | { readonly _tag: 'Awaited' }
  /** All objects of these namespaces; `all` also for a kind of the cluster. */
  | {
      readonly _tag: 'Listed'
      readonly namespaces: 'all' | ReadonlyArray<string>
      readonly items: ReadonlyArray<object>
    }
  /** It could not be read; the status of the answer, where there was one. */
  | { readonly _tag: 'Missing'; readonly status?: number | undefined; readonly message: string }

/** A kind and its list. */
export interface KindRead {
  readonly kind: ServedKind
  readonly reading: Reading
}

/** What is unknown as its list is missing. */
export interface Unlisted {
  /** E.g. `Secret`, `Cache (shop.example.com)` or `group metrics.k8s.io`. */
  readonly name: string
  /** Why, in words. */
  readonly because: string
}

/** The name of a kind, with its group where that is not the core group's. */
export const nameOfKind = ({ apiVersion, kind }: Pick<ServedKind, 'apiVersion' | 'kind'>): string =>
  groupOf(apiVersion) === '' ? kind : `${kind} (${groupOf(apiVersion)})`

/** Why a list is missing, in words. */
export const sayMissing = ({ status, message }: Extract<Reading, { readonly _tag: 'Missing' }>): string => {
  switch (status) {
    case 401:
    case 403:
      return 'you may not list it'
    case 404:
      return 'the server says that it does not serve it'
    case undefined:
      return message === '' ? 'it could not be read' : message
    default:
      return message === '' ? `the server answered ${status}` : `the server answered ${status}: ${message}`
  }
}

/** How many lists have come, of how many. */
export const progressOf = (reads: ReadonlyArray<KindRead>): { readonly done: number; readonly all: number } => ({
  done: reads.filter(({ reading }) => reading._tag !== 'Awaited').length,
  all: reads.length,
})
