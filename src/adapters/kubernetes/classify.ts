/** Reads answers: what refuses, and what that means for the next call. */
import { either as E } from 'fp-ts'

import type { ErrorClass } from '../../core/index.js'
import type { CallError, Refusal, Reply } from './request.js'
import { textOf } from './json.js'
import { ownField } from '../../internal/lists.js'

/** The body of an answer of 200 to 299; anything else refuses. */
export const accepted = (reply: Reply): E.Either<Refusal, unknown> =>
  reply.status >= 200 && reply.status < 300 ? E.right(reply.body) : E.left(refusalOf(reply))

/** The refusal of an answer, in the words of its `Status` where it has one. */
export const refusalOf = ({ status, body, retryAfter }: Reply): Refusal => {
  const seconds = ownField(ownField(body, 'details'), 'retryAfterSeconds')
  const after = retryAfter ?? (typeof seconds === 'number' ? seconds : undefined)
  return {
    _tag: 'Refused',
    code: status,
    reason: reasonOf(status, body),
    message: textOf(ownField(body, 'message')) ?? (typeof body === 'string' ? body.trim().slice(0, 200) : ''),
    ...(after === undefined ? {} : { retryAfter: after }),
  }
}

/** A 404 that names no object says that the path is not served: whether the object exists is unknown. */
const reasonOf = (status: number, body: unknown): string => {
  const name = textOf(ownField(ownField(body, 'details'), 'name'))
  if (status === 404 && name === undefined) return 'NotServed'
  return textOf(ownField(body, 'reason')) ?? (status === 404 ? 'NotFound' : `HTTP ${status}`)
}

/**
 * What an error means for the next call, as `executeWith` asks.
 *
 * Shape: 404 about an object is `gone`; 409 `conflict`; 408, 429, 500 and above, and a request that was never sent
 * `retryable`; the rest `fatal`. A lost answer is `retryable` only if the request named a uid or version: repeated, another
 * could hit a new object of the same name.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go SuggestsClientDelay
 *
 * @example
 * ```ts
 * import { classify } from 'gcplan/adapters/kubernetes'
 *
 * console.log(classify({ _tag: 'Refused', code: 429, reason: 'TooManyRequests', message: 'slow down' })) // retryable
 * ```
 */
export const classify = (error: CallError): ErrorClass => {
  switch (error._tag) {
    case 'Unreachable':
      return 'retryable'
    case 'Cut':
      return error.repeatable === true ? 'retryable' : 'fatal'
    case 'Aborted':
    case 'Unreadable':
      return 'fatal'
    case 'Refused':
      if (isNotFound(error)) return 'gone'
      if (error.code === 409) return 'conflict'
      return error.code === 408 || error.code === 429 || error.code >= 500 ? 'retryable' : 'fatal'
  }
}

/** True for a 404 about an object. */
export const isNotFound = (error: CallError): boolean =>
  error._tag === 'Refused' && error.code === 404 && error.reason !== 'NotServed'

/** True for 409. */
export const isConflict = (error: CallError): boolean => error._tag === 'Refused' && error.code === 409

/** True for 415. */
export const isUnsupportedMediaType = (error: CallError): boolean => error._tag === 'Refused' && error.code === 415

/** True for 410, or the same in a watch: what was asked for is too old. */
export const isExpired = (error: CallError): boolean => error._tag === 'Refused' && error.code === 410
