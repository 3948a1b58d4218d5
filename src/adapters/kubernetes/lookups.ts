/**
 * Looks up what lists refer to but do not hold. Lists of different kinds are of different instants: an owner that was
 * created between two of them would seem absent.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go getObject
 */
import { either as E } from 'fp-ts'

import { type KubeObject, groupOf, namespaceOf } from '../../apiserver/object.js'
import { type Address, type ScopeTable, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import { type Asking, ask, eachOf } from './ask.js'
import { isNotFound } from './classify.js'
import { fieldOf } from './json.js'
import { acceptOf } from './list.js'
import { objectPath } from './paths.js'
import type { CallError, Send } from './request.js'

/** What lookups found. */
export interface LookedUp {
  /** Objects that lists do not hold, with their metadata. */
  readonly found: ReadonlyArray<{ readonly address: Address; readonly body: unknown }>
  /** Kinds of which a lookup failed: an object of them may exist. Each as `KIND.GROUP`. */
  readonly doubtful: ReadonlySet<string>
}

/** Looks up each owner that is named and not listed, where its kind was listed in full. */
export const lookUpOwners = async (
  send: Send,
  asking: Asking,
  objects: ReadonlyArray<KubeObject>,
  scopes: ScopeTable,
  isCovered: (address: Address) => boolean,
): Promise<E.Either<CallError, LookedUp>> => {
  const uids = new Set(objects.map(({ metadata }) => metadata.uid))
  const missing = new Map<string, { readonly address: Address; readonly uid: string }>()
  for (const object of objects)
    for (const owner of object.metadata.ownerReferences ?? []) {
      if (uids.has(owner.uid)) continue
      const address = whereToLook(scopes, namespaceOf(object))(owner)
      if (!isUnsearchable(address) && isCovered(address))
        missing.set(`${owner.uid} ${objectPath(address)}`, { address, uid: owner.uid })
    }
  const doubtful = new Set<string>()
  const looked = await eachOf([...missing.values()], 8, async ({ address, uid }) => {
    const answer = await ask(
      send,
      asking,
    )({ method: 'GET', path: objectPath(address), accept: acceptOf('metadata', '') })()
    if (E.isRight(answer))
      return E.right(fieldOf(fieldOf(answer.right, 'metadata'), 'uid') === uid ? [{ address, body: answer.right }] : [])
    if (answer.left._tag === 'Aborted') return answer
    if (!isNotFound(answer.left)) doubtful.add(`${address.kind}.${groupOf(address.apiVersion)}`)
    return E.right([])
  })
  return E.isLeft(looked) ? looked : E.right({ found: looked.right.flat(), doubtful })
}

/** Names of nodes that a lookup finds, and of those whose lookup failed. */
export const lookUpNodes = async (
  send: Send,
  asking: Asking,
  names: ReadonlyArray<string>,
): Promise<
  E.Either<CallError, { readonly apiNodes: ReadonlyArray<string>; readonly failedLookups: ReadonlyArray<string> }>
> => {
  const failedLookups: string[] = []
  const looked = await eachOf(names, 8, async (name) => {
    const path = objectPath({ apiVersion: 'v1', resource: 'nodes', name })
    const answer = await ask(send, asking)({ method: 'GET', path, accept: acceptOf('metadata', '') })()
    if (E.isRight(answer)) return E.right([name])
    if (answer.left._tag === 'Aborted') return answer
    if (!isNotFound(answer.left)) failedLookups.push(name)
    return E.right([])
  })
  return E.isLeft(looked) ? looked : E.right({ apiNodes: looked.right.flat(), failedLookups })
}
