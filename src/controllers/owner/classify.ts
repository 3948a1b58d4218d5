/**
 * Answers how an object stands to its owners: reference by reference, solid, dangling or waiting, or why nobody can tell.
 *
 * 1. a reference whose owner can not be looked up fails the whole classification;
 * 2. an owner that is not there, or is another object of the same name, leaves its reference dangling;
 * 3. an owner that is being deleted and waits for its dependents is waiting; every other one is solid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import { isDeletingDependents } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Address, Unsearchable } from '../../apiserver/address.js'
import { isUnsearchable, namespaceOf, ownersOf, whereToLook } from '../../apiserver/address.js'

/** How a reference stands. */
export type Standing = 'solid' | 'dangling' | 'waiting'

/** References of one object by how they stand, each list in the order of the object. */
export type Classification = Readonly<Record<Standing, ReadonlyArray<OwnerReference>>>

/** What a look for one object brought; `Err` is the error of whoever looked. */
export type Answer<Err> =
  | { readonly _tag: 'Found'; readonly object: KubeObject }
  | { readonly _tag: 'NotFound' }
  /** Nobody looked there: the object may exist or not. */
  | { readonly _tag: 'NotCovered' }
  | { readonly _tag: 'Failed'; readonly error: Err }

/** Why an owner's existence is not known after a look. */
export type Unknown<Err> = { readonly _tag: 'NotCovered' } | { readonly _tag: 'LookupFailed'; readonly error: Err }

/** Why nothing can be said of an object's references: the first one that stops the classification. */
export interface ClassificationFailure<Err> {
  readonly reference: OwnerReference
  readonly because: Unsearchable | Unknown<Err>
}

/**
 * How a reference stands, given what was found under its name.
 *
 * Shape: an owner that is being deleted without the finalizer `foregroundDeletion` is solid until it is gone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go isDangling
 */
export const standingOf =
  ({ uid }: Pick<OwnerReference, 'uid'>) =>
  <Err>(answer: Answer<Err>): E.Either<Unknown<Err>, Standing> => {
    switch (answer._tag) {
      case 'Found':
        return either.right(ownerStanding(uid, answer.object))
      case 'NotFound':
        return either.right('dangling')
      case 'NotCovered':
        return either.left({ _tag: 'NotCovered' })
      case 'Failed':
        return either.left({ _tag: 'LookupFailed', error: answer.error })
    }
  }

const ownerStanding = (uid: string, owner: KubeObject): Standing =>
  owner.metadata.uid !== uid ? 'dangling' : isDeletingDependents(owner) ? 'waiting' : 'solid'

/** Classifies all owner references of an object, in its order; the first that can not be told ends it. */
export const classify =
  <Err>(scopes: ScopeTable, lookup: (address: Address, reference: OwnerReference) => Answer<Err>) =>
  (object: KubeObject): E.Either<ClassificationFailure<Err>, Classification> => {
    const lists: Record<Standing, OwnerReference[]> = { solid: [], dangling: [], waiting: [] }
    const whereIs = whereToLook(scopes, namespaceOf(object))
    for (const reference of ownersOf(object)) {
      const address = whereIs(reference)
      if (isUnsearchable(address)) return either.left({ reference, because: address })
      const standing = standingOf(reference)(lookup(address, reference))
      if (either.isLeft(standing)) return either.left({ reference, because: standing.left })
      lists[standing.right].push(reference)
    }
    return either.right(lists)
  }
