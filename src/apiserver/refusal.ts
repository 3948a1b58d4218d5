/** Reads answers of an API server that refuse. */
import { ownField } from '../internal/lists.js'

/** An answer that refuses. */
export interface Refusal {
  readonly _tag: 'Refused'
  /** HTTP status code, e.g. 404. */
  readonly code: number
  /** E.g. `NotFound`; `NotServed` for a 404 that is not about an object. */
  readonly reason: string
  readonly message: string
  /** Seconds after which to ask again. */
  readonly retryAfter?: number | undefined
}

/** The refusal of an answer, in the words of its `Status` where it has one. */
export const refusalOf = ({
  status,
  body,
  retryAfter,
}: {
  readonly status: number
  readonly body: unknown
  readonly retryAfter?: number | undefined
}): Refusal => {
  const seconds = ownField(ownField(body, 'details'), 'retryAfterSeconds')
  const after = retryAfter ?? (typeof seconds === 'number' ? seconds : undefined)
  return {
    _tag: 'Refused',
    code: status,
    reason: reasonOf(status, body),
    message: textIn(body, 'message') ?? (typeof body === 'string' ? body.trim().slice(0, 200) : ''),
    ...(after === undefined ? {} : { retryAfter: after }),
  }
}

/** A 404 that names no object says that the path is not served: whether the object exists is unknown. */
const reasonOf = (status: number, body: unknown): string =>
  status === 404 && textIn(ownField(body, 'details'), 'name') === undefined
    ? 'NotServed'
    : (textIn(body, 'reason') ?? (status === 404 ? 'NotFound' : `HTTP ${status}`))

const textIn = (body: unknown, field: string): string | undefined => {
  const found = ownField(body, field)
  return typeof found === 'string' ? found : undefined
}
