/**
 * How a reference stands to its owner: solid, dangling or waiting.
 *
 * 1. An owner that does not exist, or another object of its name, leaves the reference dangling.
 * 2. An owner that is being deleted and waits for its dependents is waiting.
 * 3. Every other owner is solid.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import { isDeletingDependents } from '../../apiserver/object.js'

/** How a reference stands. */
export type Standing = 'solid' | 'dangling' | 'waiting'

/** References of one object by how they stand, each list in the order of the object. */
export type Classification = Readonly<Record<Standing, ReadonlyArray<OwnerReference>>>

/** The result of one lookup; `Err` is the error of the client. */
export type Answer<Err> =
  | { readonly _tag: 'Found'; readonly object: KubeObject }
  | { readonly _tag: 'NotFound' }
  /** Not covered: the object may exist or not. */
  | { readonly _tag: 'NotCovered' }
  | { readonly _tag: 'Failed'; readonly error: Err }

/** Why an owner's existence is not known after a look. */
export type Unknown<Err> = { readonly _tag: 'NotCovered' } | { readonly _tag: 'LookupFailed'; readonly error: Err }

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
