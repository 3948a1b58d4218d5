/**
 * Looks up what lists refer to but do not hold. Lists of different kinds are of different instants: an owner that was
 * created between two of them would seem absent.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go getObject
 */
import { function as F, taskEither as TE } from 'fp-ts'

import { type KubeObject, groupOf, namespaceOf } from '../../apiserver/object.js'
import { type Address, type ScopeTable, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { type Asking, ask, eachOf } from './ask.js'
import { isNotFound } from './classify.js'
import { ownField } from '../../internal/lists.js'
import { acceptOf } from './list.js'
import { objectPath } from './paths.js'
import type { CallError, Send } from './request.js'

/** What lookups of owners found. */
export interface LookedUp {
  /** Objects that lists do not hold, with their metadata. */
  readonly found: ReadonlyArray<{ readonly address: Address; readonly body: unknown }>
  /** Kinds of which a lookup failed: an object of them may exist. Each as `KIND.GROUP`. */
  readonly doubtful: ReadonlySet<string>
}

/** Looks up each owner that is named and not listed, where its kind was listed in full. */
export const lookUpOwners = (
  send: Send,
  asking: Asking,
  objects: ReadonlyArray<KubeObject>,
  scopes: ScopeTable,
  isCovered: (address: Address) => boolean,
): TE.TaskEither<CallError, LookedUp> => {
  const uids = new Set(objects.map(({ metadata }) => metadata.uid))
  const missing = new Map<string, { readonly address: Address; readonly uid: string }>()
  for (const object of objects)
    for (const owner of object.metadata.ownerReferences ?? []) {
      if (uids.has(owner.uid)) continue
      const address = whereToLook(scopes, namespaceOf(object))(owner)
      if (!isUnsearchable(address) && isCovered(address))
        missing.set(`${owner.uid} ${objectPath(address)}`, { address, uid: owner.uid })
    }
  return F.pipe(
    lookUpEach(send, asking, [...missing.values()], {
      pathOf: ({ address }) => objectPath(address),
      foundIn: (body, { address, uid }) =>
        ownField(ownField(body, 'metadata'), 'uid') === uid ? [{ address, body }] : [],
      doubtOf: ({ address }) => `${address.kind}.${groupOf(address.apiVersion)}`,
    }),
    TE.map(({ found, doubtful }) => ({ found, doubtful: new Set(doubtful) })),
  )
}

/** Names of nodes that a lookup finds, and of those whose lookup failed. */
export const lookUpNodes = (
  send: Send,
  asking: Asking,
  names: ReadonlyArray<string>,
): TE.TaskEither<
  CallError,
  { readonly apiNodes: ReadonlyArray<string>; readonly failedLookups: ReadonlyArray<string> }
> =>
  F.pipe(
    lookUpEach(send, asking, names, {
      pathOf: (name) => objectPath({ apiVersion: 'v1', resource: 'nodes', name }),
      foundIn: (_body, name) => [name],
      doubtOf: (name) => name,
    }),
    TE.map(({ found, doubtful }) => ({ apiNodes: found, failedLookups: doubtful })),
  )

/** Where an item is looked up, what its answer holds, and what is in doubt where the lookup fails. */
interface Lookup<A, B> {
  readonly pathOf: (item: A) => string
  readonly foundIn: (body: unknown, item: A) => ReadonlyArray<B>
  readonly doubtOf: (item: A) => string
}

/** Looks items up, in order of the list; what is not there is neither found nor in doubt. */
const lookUpEach = <A, B>(
  send: Send,
  asking: Asking,
  items: ReadonlyArray<A>,
  { pathOf, foundIn, doubtOf }: Lookup<A, B>,
): TE.TaskEither<CallError, { readonly found: ReadonlyArray<B>; readonly doubtful: ReadonlyArray<string> }> =>
  F.pipe(
    eachOf(items, 8, (item) =>
      F.pipe(
        ask(send, asking)({ method: 'GET', path: pathOf(item), accept: acceptOf('metadata', '') }),
        TE.map((body) => ({ found: foundIn(body, item), doubtful: noDoubt })),
        TE.orElse((error) =>
          error._tag === 'Aborted'
            ? TE.left(error)
            : TE.right({ found: [], doubtful: isNotFound(error) ? noDoubt : [doubtOf(item)] }),
        ),
      ),
    ),
    TE.map((looked) => ({
      found: looked.flatMap(({ found }) => found),
      doubtful: looked.flatMap(({ doubtful }) => doubtful),
    })),
  )

const noDoubt: ReadonlyArray<string> = []
