/** Validates requests, and phases of requests, before they are simulated. */
import type { InvalidInput } from '../../core/problem.js'
import type { Check } from '../../internal/check.js'
import { arrayOf, fields, findProblems, isText, oneOf, tagged } from '../../internal/check.js'
import { isOptions } from '../../apiserver/request.js'
import { isKubeObject, isReference } from '../../apiserver/check.js'

const areRequests: Check = arrayOf(
  tagged({
    Delete: fields({ target: isText, options: isOptions }),
    DeleteNamespace: fields({ namespace: isText, options: isOptions }),
    Vanish: fields({ target: isText }),
  }),
)

const isOutsideRequest: Check = tagged({
  Delete: fields({ uid: isText, options: isOptions }),
  RemoveFinalizer: fields({ uid: isText, finalizer: isText }),
  SetOwners: fields({ uid: isText, ownerReferences: arrayOf(isReference) }),
  Create: fields({ object: isKubeObject }),
})

const arePhases: Check = arrayOf(
  fields({
    requests: arrayOf(isOutsideRequest),
    collector: oneOf('runs', 'stopped', 'restarts'),
    pods: oneOf('held', 'end'),
  }),
)

/** The problems of what is to be requests of a cascade; null when there is none. */
export const findRequestProblems = (value: unknown): InvalidInput | null =>
  findProblems('cascade requests', areRequests, value)

/** The problems of what is to be phases; null when there is none. */
export const findPhaseProblems = (value: unknown): InvalidInput | null => findProblems('phases', arePhases, value)
