/** Short forms of requests, and of what is read in their answers. */
import {
  type ApiState,
  type HttpRequest,
  type HttpResponse,
  type ServedCluster,
  handle,
} from '../../../src/testing/http/index.js'

/** What was answered. */
export interface Answered {
  readonly status: number
  /** Whatever it is: the expectation says what. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** What was answered, and the state after it. */
export interface Said extends Answered {
  readonly state: ApiState
}

/** Sends a request that is answered at once. */
export const ask = (state: ApiState, words: string, more: Partial<HttpRequest> = {}): Said => {
  const [after, response] = handle(state, requestOf(words, more))
  return { state: after, ...answeredBy(response, words) }
}

/** Sends a request that is answered at once to a cluster, whose controllers act on it. */
export const askCluster = (cluster: ServedCluster, words: string, more: Partial<HttpRequest> = {}): Answered =>
  answeredBy(cluster.handle(requestOf(words, more)), words)

const requestOf = (words: string, more: Partial<HttpRequest>): HttpRequest => {
  const space = words.indexOf(' ')
  const [method, url] = [words.slice(0, space), words.slice(space + 1)]
  const [path = '', search = ''] = url.split('?')
  return { method, path, query: Object.fromEntries(new URLSearchParams(search)), ...more }
}

const answeredBy = (response: HttpResponse, words: string): Answered => {
  if (response._tag === 'Stream') throw new Error(`${words} is a watch`)
  return { status: response.status, body: response.body }
}

export const configMaps = '/api/v1/namespaces/default/configmaps'
export const pods = '/api/v1/namespaces/default/pods'
export const merge = 'application/merge-patch+json'

/** Names of the items of a list. */
export const namesIn = (body: { readonly items: ReadonlyArray<{ readonly metadata: { readonly name: string } }> }) =>
  body.items.map(({ metadata }) => metadata.name)

/** Names of what is in a collection of a cluster, in the order of names. */
export const namesAt = (cluster: ServedCluster, path: string = configMaps): ReadonlyArray<string> =>
  namesIn(askCluster(cluster, `GET ${path}`).body)
