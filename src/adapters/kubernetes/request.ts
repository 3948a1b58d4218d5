/**
 * What the adapter asks of a client, and what it is told. No client is a dependency: any function of this shape serves.
 */
import type { taskEither as TE } from 'fp-ts'

import type { Refusal } from '../../apiserver/refusal.js'
import type { Signal } from '../../execute/index.js'

/** One request to an API server. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** E.g. `/apis/apps/v1/namespaces/shop/deployments`; its parts are encoded already. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Default: `application/json`. */
  readonly contentType?: string | undefined
  /** Default: `application/json`. */
  readonly accept?: string | undefined
  /** Ends the request. */
  readonly signal?: Signal | undefined
}

/** An answer of whatever status. */
export interface Reply {
  readonly status: number
  /** Parsed JSON; text where it is something else. */
  readonly body: unknown
  /** Seconds of the header `Retry-After`. */
  readonly retryAfter?: number | undefined
}

/** Why there is no answer. */
export interface Transport {
  /**
   * `Unreachable`: the request was never sent (no socket, no permission, no such host). `Cut`: it may have been carried
   * out, but the answer did not arrive. `Aborted`: its signal ended it.
   */
  readonly _tag: 'Unreachable' | 'Cut' | 'Aborted'
  readonly message: string
  /** The request names the object by its uid or version, so that repeating it hits no other one. */
  readonly repeatable?: true | undefined
}

/** Sends one request. */
export type Send = (call: ApiCall) => TE.TaskEither<Transport, Reply>

/** Opens an answer that does not end: bytes as they arrive. It throws a {@link Transport} or {@link Refusal}. */
export type Open = (call: ApiCall) => AsyncIterable<Uint8Array>

/** A client. */
export interface Client {
  readonly send: Send
  readonly open: Open
}

export type { Refusal } from '../../apiserver/refusal.js'

/** An answer that makes no sense. */
export interface Unreadable {
  readonly _tag: 'Unreadable'
  /** Where it came from. */
  readonly path: string
  readonly message: string
}

/** Why a call failed. */
export type CallError = Transport | Refusal | Unreadable

/** An error to throw where nothing can be returned; it has the fields of the value. */
export const thrownAs = (error: CallError): Error => Object.assign(new Error(sayCallError(error)), error)

/** An error as one line. */
export const sayCallError = (error: CallError): string => {
  switch (error._tag) {
    case 'Refused':
      return `${error.code} ${error.reason}: ${error.message}`
    case 'Unreadable':
      return `${error.path}: ${error.message}`
    case 'Unreachable':
    case 'Cut':
    case 'Aborted':
      return error.message
  }
}
