/**
 * Validates an observation.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../../core/either.js'
import type { InvalidInput } from '../../../core/problem.js'
import { object, tagged } from '../../../internal/schema/object.js'
import { name, optional, problemsOf } from '../../../internal/schema/schema.js'
import { kubeObject, textOrAbsent } from '../../../apiserver/check.js'
import type { Identity } from './node.js'
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
  const invalid = findProblems(input)
  return invalid === null ? either.right(input as Observation) : either.left(invalid)
}

const findProblems = problemsOf(
  'Kubernetes observation',
  tagged<Observation>({
    Added: { object: kubeObject },
    Updated: { object: kubeObject, old: optional(kubeObject) },
    Deleted: { object: kubeObject },
    FoundAbsent: {
      identity: object<Identity>({ apiVersion: name, kind: name, namespace: textOrAbsent, name, uid: name }),
    },
  }),
)
