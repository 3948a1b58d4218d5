/**
 * The answer of the API server to a request that changes an object.
 */
import type { KubeObject } from './object.js'

/** Why a request is refused, as the server names it. */
export type Refusal = 'BadRequest' | 'NotFound' | 'AlreadyExists' | 'Conflict' | 'Invalid'

/** The result of a request: the object after it, or why nothing changed. */
export type Answer<O extends KubeObject = KubeObject> =
  /** The object stays, possibly changed. */
  | { readonly _tag: 'Stays'; readonly code: 200 | 201 | 202; readonly object: O }
  /** The object is gone from the store. */
  | { readonly _tag: 'Gone'; readonly code: 200; readonly last: O }
  | {
      readonly _tag: 'Refused'
      readonly code: 400 | 404 | 409 | 422
      readonly reason: Refusal
      readonly message: string
    }

/** The object after a request, given how it was before; nothing when it is gone. */
export const objectAfter = <O extends KubeObject>(before: O | undefined, answer: Answer<O>): O | undefined =>
  answer._tag === 'Stays' ? answer.object : answer._tag === 'Gone' ? undefined : before

/** The request, or the object that it is about, can not be read. */
export const badRequest = (message: string): Answer<never> => refused(400, 'BadRequest', message)

/** There is no such object. */
export const notFound = (what: string): Answer<never> => refused(404, 'NotFound', `${what} not found`)

/** The name is taken. */
export const alreadyExists = (what: string): Answer<never> => refused(409, 'AlreadyExists', `${what} already exists`)

/** The request means another version of the object, or comes at the wrong time. */
export const conflict = (message: string): Answer<never> => refused(409, 'Conflict', message)

/** The request is not one that the server takes. */
export const invalid = (message: string): Answer<never> => refused(422, 'Invalid', message)

const refused = (code: 400 | 404 | 409 | 422, reason: Refusal, message: string): Answer<never> => ({
  _tag: 'Refused',
  code,
  reason,
  message,
})
