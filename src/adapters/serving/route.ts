/** Requests, responses, and the routes that lead from one to the other. */
import type { task as T } from 'fp-ts'

import type { Signal } from '../../execute/index.js'

/** A method that a route can have. HEAD is answered by a route for GET. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request whose body has arrived in full. */
export interface Request {
  readonly method: Method
  /** Without the query. */
  readonly path: string
  /** Of a name that comes more than once, the last value. */
  readonly query: ReadonlyMap<string, string>
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborted when nobody waits for the response any more: the client went, or it took too long. */
  readonly signal: Signal
}

/** A response, which is sent whole. */
export interface Response {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request. What it throws, and a rejection, become a response of status 500 and a `HandlerFailed`. */
export type Handle = (request: Request) => T.Task<Response>

/** What one path answers to one method. */
export interface Route {
  readonly method: Method
  /** The whole path, e.g. `/plan`; nothing in it stands for anything else. */
  readonly path: string
  /** The longest body in bytes; default `maxBodyBytes` of the limits. */
  readonly maxBodyBytes?: number
  readonly handle: Handle
}

/**
 * A response of JSON.
 *
 * @example
 * ```ts
 * import { json } from 'gcplan/adapters/serving'
 *
 * console.log(json(200, { removals: 3 }).body) // {"removals":3}
 * ```
 */
export const json = (status: number, value: unknown): Response => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value ?? null),
})

/**
 * A response of plain text.
 *
 * @example
 * ```ts
 * import { plain } from 'gcplan/adapters/serving'
 *
 * console.log(plain(404, 'no such node').contentType) // text/plain; charset=utf-8
 * ```
 */
export const plain = (status: number, body: string): Response => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
