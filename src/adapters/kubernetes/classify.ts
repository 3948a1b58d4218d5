/** Reads answers: what refuses, and what that means for the next call. */
import { either as E } from 'fp-ts'

import { type Refusal, refusalOf } from '../../apiserver/refusal.js'
import type { ErrorClass } from '../../core/index.js'
import type { CallError, Reply } from './request.js'

/** The body of an answer of 200 to 299; anything else refuses. */
export const accepted = (reply: Reply): E.Either<Refusal, unknown> =>
  reply.status >= 200 && reply.status < 300 ? E.right(reply.body) : E.left(refusalOf(reply))

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
