/** Requests to the API, without the wire. */

/** Who sends a request. */
export interface Caller {
  readonly user: string
  readonly groups: ReadonlyArray<string>
}

/** One request. */
export interface HttpRequest {
  readonly method: string
  /** E.g. `/api/v1/namespaces/shop/pods`, encoded as on the wire. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  /** A JSON value; text that is no JSON as it is. */
  readonly body?: unknown
  /** Default: `application/json`. */
  readonly contentType?: string | undefined
  /** Default: anything. */
  readonly accept?: string | undefined
  /** Default: an administrator. */
  readonly by?: Caller | undefined
}
