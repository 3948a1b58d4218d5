/** Short forms of requests, and of what is read in their answers. */
import { type ApiState, type HttpRequest, handle } from '../../../src/testing/http/index.js'

/** What was answered, and the state after it. */
export interface Said {
  readonly state: ApiState
  readonly status: number
  /** Whatever it is: the expectation says what. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** Sends a request that is answered at once. */
export const ask = (state: ApiState, words: string, more: Partial<HttpRequest> = {}): Said => {
  const space = words.indexOf(' ')
  const [method, url] = [words.slice(0, space), words.slice(space + 1)]
  const [path = '', search = ''] = url.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const [after, response] = handle(state, { method, path, query, ...more })
  if (response._tag === 'Stream') throw new Error(`${words} is a watch`)
  return { state: after, status: response.status, body: response.body }
}

export const configMaps = '/api/v1/namespaces/default/configmaps'
export const pods = '/api/v1/namespaces/default/pods'
export const merge = 'application/merge-patch+json'

/** Names of the items of a list. */
export const namesIn = (body: { readonly items: ReadonlyArray<{ readonly metadata: { readonly name: string } }> }) =>
  body.items.map(({ metadata }) => metadata.name)
