/** Who sends requests: the test, a user of the ports, or a controller, by name. */
export type Party = string

/** What a request wants. */
export type Verb = 'get' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** One write request, and its answer. */
export interface LoggedRequest {
  readonly at: Date
  readonly by: Party
  readonly verb: Exclude<Verb, 'get'>
  /** E.g. `Pod/web-0`; of a collection `Pod/*`. */
  readonly name: string
  readonly code: number
}
