/**
 * Validates an observation.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../../core/either.js'
import type { InvalidInput } from '../../../core/problem.js'
import type { Check } from '../../../internal/check.js'
import { fields, findProblems, maybe, tagged } from '../../../internal/check.js'
import { isKubeObject, isNameText, isTextOrAbsent } from '../../../apiserver/check.js'
import type { Observation } from './observe.js'

/**
 * Takes a value for an observation, if it is one.
 *
 * Fails: `InvalidInput` with every problem: an unknown `_tag`, an object without kind, version, name or uid, a reference
 * that lacks one of them, a time that is no instant.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const heard = Owner.makeObservation({ _tag: 'Deleted', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } })
 * console.log(E.isLeft(heard) && heard.left.problems[0].path) // object.metadata.uid
 * ```
 */
export const makeObservation = (input: unknown): E.Either<InvalidInput, Observation> => {
  const invalid = findProblems('Kubernetes observation', isObservation, input)
  return invalid === null ? either.right(input as Observation) : either.left(invalid)
}

const ofObject = fields({ object: isKubeObject })

const isObservation: Check = tagged({
  Added: ofObject,
  Updated: fields({ object: isKubeObject, old: maybe(isKubeObject) }),
  Deleted: ofObject,
  FoundAbsent: fields({
    identity: fields({
      apiVersion: isNameText,
      kind: isNameText,
      namespace: isTextOrAbsent,
      name: isNameText,
      uid: isNameText,
    }),
  }),
})
