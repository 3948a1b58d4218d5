/** Responses of the API, without the wire. */
import { type Failure, statusOf } from './failure.js'
import type { Watch } from './watching.js'

/** One answer. */
export type HttpResponse =
  | {
      readonly _tag: 'Reply'
      readonly status: number
      /** JSON; text where the type says so. */
      readonly body: unknown
      readonly contentType: 'application/json' | 'text/plain; charset=utf-8' | AggregatedType
      /** E.g. `retry-after`, in lower case. */
      readonly headers: Readonly<Record<string, string>>
    }
  /** Status 200, and then events for as long as the watch goes on: see `nextEvents`. */
  | { readonly _tag: 'Stream'; readonly watch: Watch }

/** The type of the discovery that holds all groups. */
export type AggregatedType = `application/json;g=apidiscovery.k8s.io;v=${string};as=APIGroupDiscoveryList`

/** An answer in JSON. */
export const reply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  _tag: 'Reply',
  status,
  body,
  contentType: 'application/json',
  headers,
})

/** An answer in words. */
export const plain = (status: number, body: string): HttpResponse => ({
  _tag: 'Reply',
  status,
  body,
  contentType: 'text/plain; charset=utf-8',
  headers: {},
})

/** The answer that refuses. */
export const refused = (given: Failure): HttpResponse => {
  const seconds = given.details?.['retryAfterSeconds']
  return reply(given.code, statusOf(given), typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {})
}
