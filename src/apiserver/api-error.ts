/**
 * The result of an API request: the object after it, or the error.
 */
import type { Answer } from './answer.js'
import type { WholeObject } from './pod.js'

/** A refusal, as the server's `Status` has it. */
export interface ApiError {
  readonly _tag: 'Refused'
  /** As of HTTP, e.g. 404. */
  readonly code: number
  /** E.g. `NotFound`. */
  readonly reason: string
  readonly message: string
}

/** The result of a request. */
export type ApiAnswer = Exclude<Answer<WholeObject>, { readonly _tag: 'Refused' }> | ApiError

/**
 * An error for a script of failures.
 *
 * @example
 * ```ts
 * import { apiError, configMap, fakeCluster } from 'gcplan/testing'
 *
 * const failures = { delete: { 'ConfigMap/a': apiError(403, 'Forbidden', 'a webhook denied it') } }
 * console.log(fakeCluster([configMap('a')], { failures }).api.delete('ConfigMap/a').code) // 403
 * ```
 */
export const apiError = (code: number, reason: string, message: string = reason): ApiError => ({
  _tag: 'Refused',
  code,
  reason,
  message,
})
