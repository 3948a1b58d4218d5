/**
 * How an object's references stand to their owners: solid, dangling or waiting.
 *
 * 1. An owner that does not exist, or another object of its name, leaves the reference dangling.
 * 2. An owner that is being deleted and waits for its dependents is waiting.
 * 3. Every other owner is solid.
 *
 * The first reference that can't be classified ends it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 */
import type { either as E } from 'fp-ts'

import {
  type KubeObject,
  type OwnerReference,
  isDeletingDependents,
  namespaceOf,
  ownersOf,
} from '../../apiserver/object.js'
import { type Address, type ScopeTable, type Unsearchable, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import * as fp from '../../core/fp.js'

/** How a reference stands. */
export type Standing = 'solid' | 'dangling' | 'waiting'

/** References of one object by status, each list in the order of the object. */
export type Classification = Readonly<Record<Standing, ReadonlyArray<OwnerReference>>>

/** The result of one lookup; `Err` is the error of the client. */
export type Answer<Err> =
  | { readonly _tag: 'Found'; readonly object: KubeObject }
  | { readonly _tag: 'NotFound' }
  /** Not covered: the object may exist or not. */
  | { readonly _tag: 'NotCovered' }
  | { readonly _tag: 'Failed'; readonly error: Err }

/** Why a lookup did not answer. */
export type LookupFailure<Err> =
  | { readonly _tag: 'NotCovered'; readonly object: Address }
  | { readonly _tag: 'LookupFailed'; readonly object: Address; readonly error: Err }

/** Why references can't be classified: the first one that can't. */
export interface ClassificationFailure<Err> {
  readonly reference: OwnerReference
  readonly because: Unsearchable | LookupFailure<Err>
}

/** The classified references of an object, or the first that can't be classified. */
export type ClassifiedReferences<Err = never> = E.Either<ClassificationFailure<Err>, Classification>

/**
 * How a reference stands, given what was found at the address of its owner.
 *
 * Shape: an owner that is being deleted without the finalizer `foregroundDeletion` is solid until it is gone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go isDangling
 */
export const standingOf =
  (reference: OwnerReference, object: Address) =>
  <Err>(answer: Answer<Err>): E.Either<ClassificationFailure<Err>, Standing> => {
    switch (answer._tag) {
      case 'Found':
        return fp.right(ownerStanding(reference.uid, answer.object))
      case 'NotFound':
        return dangling
      case 'NotCovered':
        return fp.left({ reference, because: { _tag: 'NotCovered', object } })
      case 'Failed':
        return fp.left({ reference, because: { _tag: 'LookupFailed', object, error: answer.error } })
    }
  }

const dangling: E.Either<never, Standing> = fp.right('dangling')

const ownerStanding = (uid: string, owner: KubeObject): Standing =>
  owner.metadata.uid !== uid ? 'dangling' : isDeletingDependents(owner) ? 'waiting' : 'solid'

/** Sorts references by how they stand. */
export const classificationOf =
  (references: ReadonlyArray<OwnerReference>) =>
  (standings: ReadonlyArray<Standing>): Classification => {
    // Most objects have one owner. Then no list is made.
    const standAlike = standings.every((standing) => standing === standings[0])
    const list = (wanted: Standing): ReadonlyArray<OwnerReference> =>
      standAlike
        ? wanted === standings[0]
          ? references
          : none
        : references.filter((_, index) => standings[index] === wanted)
    return { solid: list('solid'), dangling: list('dangling'), waiting: list('waiting') }
  }

const none: ReadonlyArray<never> = []

/** How a reference of an object in a namespace stands, by one lookup. */
export const lookUpStanding =
  <Err>(scopes: ScopeTable, get: (object: Address, uid: string) => Answer<Err>) =>
  (namespace: string | undefined): ((reference: OwnerReference) => E.Either<ClassificationFailure<Err>, Standing>) => {
    const whereIs = whereToLook(scopes, namespace)
    return (reference) => {
      const object = whereIs(reference)
      return isUnsearchable(object)
        ? fp.left({ reference, because: object })
        : standingOf(reference, object)(get(object, reference.uid))
    }
  }

/** Classifies all owner references of an object, with a lookup for each owner that isn't known to be absent. */
export const classify = <Err>(
  scopes: ScopeTable,
  get: (object: Address, uid: string) => Answer<Err>,
  isKnownAbsent: (reference: OwnerReference) => boolean = () => false,
): ((object: KubeObject) => ClassifiedReferences<Err>) => {
  const standingIn = lookUpStanding(scopes, get)
  return (object) => {
    const references = ownersOf(object)
    // Where owners are gone, nearly every dependent has no other.
    if (references.every(isKnownAbsent)) return fp.right({ solid: none, dangling: references, waiting: none })
    const lookUp = standingIn(namespaceOf(object))
    return fp.pipe(
      references,
      fp.traverseArray((reference) => (isKnownAbsent(reference) ? dangling : lookUp(reference))),
      fp.map(classificationOf(references)),
    )
  }
}
