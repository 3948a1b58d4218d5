/**
 * The API requests of an attempt of the owner collector, and their answers.
 */
import type { Patch } from '../../../apiserver/request.js'
import type { DeleteAction } from '../action.js'
import type { Answer } from '../classify.js'
import { type ProgramOf, runWith } from '../../program.js'
import type { Address } from '../../../apiserver/scope.js'

/** One request that changes something. */
export type Request =
  | { readonly _tag: 'Delete'; readonly object: Address; readonly options: DeleteOptions }
  | { readonly _tag: 'Patch'; readonly object: Address; readonly patch: Patch }

/** The body of a delete request. */
export type DeleteOptions = DeleteAction['options']

/** The answer to a request that changes something; `Err` is the error of the client. */
export type CallAnswer<Err> =
  | { readonly _tag: 'Accepted' }
  | { readonly _tag: 'NotFound' }
  /** 409: another object or version than the request means. */
  | { readonly _tag: 'Conflict' }
  /** 415: this kind does not accept this patch type. */
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'Failed'; readonly error: Err }

/** The requests of attempts. */
export type AttemptProtocol<Err> = {
  /** The expected uid; the answer may be another object of this name. */
  readonly Get: { readonly says: { readonly object: Address; readonly uid: string }; readonly answer: Answer<Err> }
  readonly Call: { readonly says: { readonly request: Request }; readonly answer: CallAnswer<Err> }
}

/** A program of requests: either the next request and how to go on with its response, or the result. */
export type Program<Err, A> = ProgramOf<AttemptProtocol<Err>, A>

/** A client that answers synchronously: a snapshot, a recording, a simulated server. */
export interface ApiClient<Err> {
  /** Looks up an object by name; the uid is the expected one. */
  readonly get: (object: Address, uid: string) => Answer<Err>
  /** Sends a request that changes something. */
  readonly call: (request: Request) => CallAnswer<Err>
}

/**
 * Runs a program against a client, however long it is.
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const object = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'shop', name: 'web-0' }
 * const client: Owner.ApiClient<string> = { get: () => ({ _tag: 'NotFound' }), call: () => ({ _tag: 'Accepted' }) }
 * const look: Owner.Program<string, string> = {
 *   _tag: 'Get',
 *   object,
 *   uid: 'u-1',
 *   next: ({ _tag }) => ({ _tag: 'Done', result: _tag }),
 * }
 * console.log(Owner.runProgram(client)(look)) // NotFound
 * ```
 */
export const runProgram = <Err>({ get, call }: ApiClient<Err>): (<A>(program: Program<Err, A>) => A) =>
  runWith<AttemptProtocol<Err>>((asks) =>
    asks._tag === 'Get' ? asks.next(get(asks.object, asks.uid)) : asks.next(call(asks.request)),
  )
