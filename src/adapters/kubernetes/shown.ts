/** What the kinds under watch show of a cluster, and how old that is. */
import { groupOf } from '../../apiserver/object.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { ServedKind } from './discovery.js'
import type { KindStore } from './kind-store.js'

/** For how long nothing was heard of a kind. */
export interface KindAge {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
  /** In milliseconds; a clock that is set back does not make it younger. */
  readonly age: number
}

/** For how long a group could not be asked what it serves. */
export interface GroupAge {
  readonly group: string
  /** In milliseconds; infinite if it never could. */
  readonly age: number
}

/** The age of each kind that has been listed, at a time of the clock that the stores are kept by. */
export const agesOf = (stores: ReadonlyArray<KindStore>, now: number): ReadonlyArray<KindAge> =>
  stores.flatMap(({ of: { kind }, isListed, heardAt }) =>
    isListed ? [{ group: groupOf(kind.apiVersion), kind: kind.kind, age: now - heardAt }] : [],
  )

/** How much of a cluster is watched. */
export interface Extent {
  /** All that is served is watched. */
  readonly isEverything: boolean
  /** Each kind is watched in part. */
  readonly isPartial: boolean
  /** Kinds whose objects nobody stores, so that none is missing. */
  readonly computed: ReadonlyArray<ServedKind>
}

/** What is listed in full: everything, if all that is served is watched, else kinds, unless each is watched in part. */
export const coverageOf = (stores: ReadonlyArray<KindStore>, { isEverything, isPartial, computed }: Extent): Coverage =>
  isEverything && stores.every(({ isListed, failure }) => isListed && failure === undefined)
    ? { _tag: 'Everything', because }
    : {
        _tag: 'Resources',
        resources: isPartial
          ? []
          : [...stores.flatMap(({ of, isListed }) => (isListed ? [of.kind] : [])), ...computed].map(
              ({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind, namespaces: 'all' as const, because }),
            ),
      }

const because = 'listed from the API server and watched'
