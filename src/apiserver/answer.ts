/**
 * What the API server says: the answer to a request that changes an object, its effect, and the watch event that follows.
 */
import type { KubeObject, WholeObject } from './object.js'

/** The reason of a rejection, in the server's words. */
export type Refusal =
  | 'BadRequest'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Invalid'
  | 'InternalError'

/** The result of a request: the object after it, or why nothing changed. */
export type Answer<O extends KubeObject = KubeObject> =
  /** The object stays, possibly changed. */
  | { readonly _tag: 'Stays'; readonly code: 200 | 201 | 202; readonly object: O }
  /** The object is gone from the store. */
  | { readonly _tag: 'Gone'; readonly code: 200; readonly last: O }
  | {
      readonly _tag: 'Refused'
      readonly code: 400 | 403 | 404 | 409 | 422 | 500
      readonly reason: Refusal
      readonly message: string
    }

/** The object after a request, given the object before; undefined if it is gone. */
export const objectAfter = <O extends KubeObject>(before: O | undefined, answer: Answer<O>): O | undefined =>
  answer._tag === 'Stays' ? answer.object : answer._tag === 'Gone' ? undefined : before

/** The request, or the object that it is about, cannot be read. */
export const badRequest = (message: string): Answer<never> => refused(400, 'BadRequest', message)

/** Admission refuses the request. */
export const forbidden = (message: string): Answer<never> => refused(403, 'Forbidden', message)

/** There is no such object. */
export const notFound = (what: string): Answer<never> => refused(404, 'NotFound', `${what} not found`)

/** The name is taken. */
export const alreadyExists = (what: string): Answer<never> => refused(409, 'AlreadyExists', `${what} already exists`)

/** The request means another version of the object, or comes at the wrong time. */
export const conflict = (message: string): Answer<never> => refused(409, 'Conflict', message)

/** The request is not one that the server takes. */
export const invalid = (message: string): Answer<never> => refused(422, 'Invalid', message)

/** The server fails. */
export const internalError = (message: string): Answer<never> => refused(500, 'InternalError', message)

const refused = (code: 400 | 403 | 404 | 409 | 422 | 500, reason: Refusal, message: string): Answer<never> => ({
  _tag: 'Refused',
  code,
  reason,
  message,
})

/** A rejection, as in the server's `Status`. */
export interface ApiError {
  readonly _tag: 'Refused'
  /** HTTP status code, e.g. 404. */
  readonly code: number
  /** E.g. `NotFound`. */
  readonly reason: string
  readonly message: string
}

/** The result of a request. */
export type ApiAnswer = Exclude<Answer<WholeObject>, { readonly _tag: 'Refused' }> | ApiError

/**
 * An error to put into `failures` of a fake.
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

/** A request, and the object before and after it. */
export interface Effect<R> {
  readonly request: R
  readonly before: WholeObject
  /** Absent when the object is gone. The same as `before` when the request changed nothing. */
  readonly after: WholeObject | undefined
  /** The request created the object; `before` is then how it was created. */
  readonly created?: true
}

/** One change of one object. */
export type WatchEvent<O extends KubeObject = KubeObject> =
  | { readonly _tag: 'Added'; readonly object: O }
  /** `old`: the object as it was observed before; without it, a deletion counts as begun now. */
  | { readonly _tag: 'Updated'; readonly object: O; readonly old?: O | undefined }
  | { readonly _tag: 'Deleted'; readonly object: O }

/** An object that is there. */
export const added = <O extends KubeObject>(object: O): WatchEvent<O> => ({ _tag: 'Added', object })

/** An object that changed. */
export const updated = <O extends KubeObject>(object: O, old?: O): WatchEvent<O> => ({ _tag: 'Updated', object, old })

/** A deleted object, in its last state. */
export const deleted = <O extends KubeObject>(object: O): WatchEvent<O> => ({ _tag: 'Deleted', object })
