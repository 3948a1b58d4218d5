/** A client over Node's own HTTP: sends requests, and opens answers that do not end. */
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

import { either as E } from 'fp-ts'

import { refusalOf } from '../../apiserver/refusal.js'
import { textOf } from './json.js'
import { ownField } from '../../internal/lists.js'
import { type ApiCall, type Client, type Reply, type Transport, thrownAs } from './request.js'

/** Where a server is, and how to be let in. Asked before each request, since credentials expire. */
export type Reach = () => Promise<Server>

/** A server, with the headers that authenticate. */
interface Server extends Omit<RequestOptions, 'headers'> {
  readonly isTls: boolean
  readonly basePath?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A request that says nothing for so long is lost, in milliseconds. A watch may be silent for longer. */
const longestSilence = 60_000

/** A client of the server that a function reaches. */
export const httpClient = (reach: Reach): Client => ({
  send: (call) => async () => {
    try {
      const message = await begin(reach, call, longestSilence)
      return E.right(await replyOf(message))
    } catch (thrown) {
      return E.left(transportOf(thrown, call))
    }
  },
  open: async function* (call) {
    try {
      const message = await begin(reach, call, 0)
      if (message.statusCode !== 200) throw thrownAs(refusalOf(await replyOf(message)))
      yield* bytesOf(message)
    } catch (thrown) {
      throw thrown instanceof Error && '_tag' in thrown ? thrown : thrownAs(transportOf(thrown, call))
    }
  },
})

/** Sends a request; resolves with the head of its answer. */
const begin = async (reach: Reach, call: ApiCall, silence: number): Promise<IncomingMessage> => {
  if (call.signal?.aborted === true) throw aborted
  const { isTls, basePath = '', headers, ...where } = await reach()
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const query = new URLSearchParams(call.query).toString()
  const options: RequestOptions = {
    ...where,
    method: call.method,
    path: `${basePath}${call.path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...headers,
      accept: call.accept ?? 'application/json',
      'user-agent': 'gcplan',
      ...(body === undefined
        ? {}
        : { 'content-type': call.contentType ?? 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
  }
  return new Promise((resolve, reject) => {
    const sent = (isTls ? requestTls : requestPlain)(options)
    const abort = (): void => {
      sent.destroy(aborted)
    }
    call.signal?.addEventListener('abort', abort)
    sent.on('close', () => call.signal?.removeEventListener('abort', abort))
    if (silence > 0) sent.setTimeout(silence, () => sent.destroy(new Error(`no answer for ${silence / 1000} s`)))
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A message without an encoding is read as bytes. */
const bytesOf = (message: IncomingMessage): AsyncIterable<Uint8Array> => message

const aborted = new Error('aborted')

/** An answer that ends before its length is an error of the stream. */
const replyOf = async (message: IncomingMessage): Promise<Reply> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(message)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const after = Number(message.headers['retry-after'] ?? NaN)
  return {
    status: message.statusCode ?? 0,
    body: /json/.test(message.headers['content-type'] ?? '') ? JSON.parse(text) : text,
    ...(Number.isFinite(after) && after >= 0 ? { retryAfter: after } : {}),
  }
}

/** Errors that come before anything was sent. */
const beforeSending = new Set([
  ...['ENOENT', 'EACCES', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTDIR'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
])

const transportOf = (thrown: unknown, { signal, path }: ApiCall): Transport => {
  const code = textOf(ownField(thrown, 'code')) ?? ''
  const message =
    thrown instanceof Error && thrown.message !== '' ? thrown.message : code === '' ? String(thrown) : code
  if (signal?.aborted === true) return { _tag: 'Aborted', message: 'aborted' }
  return { _tag: beforeSending.has(code) ? 'Unreachable' : 'Cut', message: `${path}: ${message}` }
}
