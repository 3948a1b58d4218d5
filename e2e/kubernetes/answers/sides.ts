/** The two servers that are asked: the handler of the fake cluster, and a real API server over TLS. */
import { readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'

import { type ApiState, type Told, apiState, handle, nextEvents, stateAt } from '../../../src/testing/http/index.js'
import type { Step } from './step.js'

/** One answer. */
export interface Answer {
  readonly status: number
  readonly form: 'json' | 'text' | 'events'
  /** Of a watch, the list of its events. */
  readonly body: unknown
}

/** A server. */
export interface Side {
  readonly name: string
  readonly ask: (step: Step) => Promise<Answer>
}

/** The handler, and the state that it has come to. */
export interface FakeSide extends Side {
  readonly state: () => ApiState
}

/** The handler of a fake cluster of a release, on the time of the machine. */
export const fakeSide = (release: string): FakeSide => {
  let state = apiState([], { release, at: new Date() })
  return {
    name: 'fake',
    state: () => state,
    ask: (step) => {
      const [next, response] = handle(stateAt(state, new Date()), step)
      state = next
      if (response._tag === 'Stream') {
        const told: Told = nextEvents(state, response.watch)
        return Promise.resolve({ status: 200, form: 'events', body: told.events })
      }
      const form = response.contentType.startsWith('text/') ? 'text' : 'json'
      // As it would arrive.
      const body: unknown = JSON.parse(JSON.stringify(response.body))
      return Promise.resolve({ status: response.status, form, body })
    },
  }
}

interface KubeconfigFile {
  readonly clusters: ReadonlyArray<{
    readonly cluster: { readonly server: string; readonly 'certificate-authority': string }
  }>
  readonly users: ReadonlyArray<{
    readonly user: { readonly 'client-certificate': string; readonly 'client-key': string }
  }>
}

/** A server that a kubeconfig with certificates leads to. */
export const realSide = (kubeconfig: string): Side => {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as KubeconfigFile
  const [cluster, user] = [clusters[0]?.cluster, users[0]?.user]
  if (cluster === undefined || user === undefined) throw new Error(`${kubeconfig} leads nowhere`)
  const { hostname, port } = new URL(cluster.server)
  const where: RequestOptions = {
    ...{ hostname, port },
    ca: readFileSync(cluster['certificate-authority']),
    cert: readFileSync(user['client-certificate']),
    key: readFileSync(user['client-key']),
  }
  return { name: 'real', ask: (step) => sent(where, step) }
}

const sent = (
  where: RequestOptions,
  { method, path, query = {}, accept, contentType, body }: Step,
): Promise<Answer> => {
  const search = new URLSearchParams(query).toString()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(accept === undefined ? { accept: '*/*' } : { accept }),
    ...(text === undefined
      ? {}
      : { 'content-type': contentType ?? 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...where, method, headers, path: search === '' ? path : `${path}?${search}` },
      (message) => {
        const chunks: Uint8Array[] = []
        message.on('data', (chunk: Uint8Array) => chunks.push(chunk))
        message.on('error', reject)
        message.on('end', () => {
          const all = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(message.headers['content-type'] ?? '')
          const isWatch = message.statusCode === 200 && method === 'GET' && 'watch' in query
          resolve({
            status: message.statusCode ?? 0,
            form: isWatch ? 'events' : isJson ? 'json' : 'text',
            body: isWatch ? linesIn(all) : isJson ? JSON.parse(all) : all,
          })
        })
      },
    )
    asked.on('error', reject)
    asked.end(text)
  })
}

const linesIn = (text: string): ReadonlyArray<unknown> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
