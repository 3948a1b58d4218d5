/**
 * The API requests of one controller worker, one at a time, as data. The caller carries out a request and passes the
 * answer to `next`, which returns the next step. Programs are stateless: the same answers give the same result.
 */
import type { Address } from '../apiserver/scope.js'
import type { WholeObject } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'

/** What a look at one object finds. */
export type GetAnswer =
  | { readonly _tag: 'Found'; readonly object: WholeObject }
  | { readonly _tag: 'NotFound' }
  /** What is simulated does not cover the kind there: the object may exist. */
  | { readonly _tag: 'NotCovered' }
  | { readonly _tag: 'Failed'; readonly error: unknown }

/** The answer to a request that changes something. */
export type CallAnswer =
  | { readonly _tag: 'Accepted' }
  | { readonly _tag: 'NotFound' }
  /** 409, or another refusal: the object is not the one, or not of the version, that the request means. */
  | { readonly _tag: 'Conflict' }
  /** 415: the server does not take patches of this type for this kind. */
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'Failed'; readonly error: unknown }

/** What is asked next, or the result. */
export type Program<A> =
  | {
      readonly _tag: 'Get'
      readonly object: Address
      /** What comes after the answer. */
      readonly next: (answer: GetAnswer) => Program<A>
    }
  | {
      readonly _tag: 'Call'
      readonly request: ApiRequest
      /** What comes after the answer. */
      readonly next: (answer: CallAnswer) => Program<A>
    }
  | { readonly _tag: 'Done'; readonly result: A }

/** Answers requests: a simulated server, or a recording. */
export interface Client {
  readonly get: (object: Address) => GetAnswer
  readonly call: (request: ApiRequest) => CallAnswer
}

/** The end of a program. */
export const done = <A>(result: A): Program<A> => ({ _tag: 'Done', result })

/** Runs a program to its end, however long it is. */
export const runProgram =
  ({ get, call }: Client) =>
  <A>(program: Program<A>): A => {
    let at = program
    while (at._tag !== 'Done') at = at._tag === 'Get' ? at.next(get(at.object)) : at.next(call(at.request))
    return at.result
  }
