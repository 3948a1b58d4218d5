/** Requests to a kubelet. */
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'

import { taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import type { KubeletError } from './error.js'

/** Where a kubelet is, and who asks. */
export interface KubeletOptions {
  /** E.g. `https://10.0.0.7:10250`. */
  readonly url: string
  /** The file of a bearer token, read for each request, since the token of a pod changes. */
  readonly tokenFile?: string
  /** The file of the certificates that are trusted; by default those of Node. */
  readonly caFile?: string
  /** The name that the certificate has, if it is not that of the URL: one that the kubelet signed itself has the node's. */
  readonly serverName?: string
  /** Milliseconds that one request may take; default 10,000. */
  readonly timeoutMillis?: number
}

/** A kubelet. */
export interface Kubelet {
  /** The text at a path. */
  readonly get: (path: string) => TE.TaskEither<KubeletError, string>
}

/** A kubelet behind a URL. Nothing is sent before the first request, and no connection is kept. */
export const connect = (options: KubeletOptions): Kubelet => ({
  get: (path) =>
    TE.flatMap(({ status, text }: Answer): TE.TaskEither<KubeletError, string> =>
      status === 200 ? TE.right(text) : TE.left({ _tag: 'Refused', path, status, message: firstLineOf(text) }),
    )(
      TE.tryCatch(
        () => ask(options, path),
        (thrown) => ({ _tag: 'Unreachable' as const, path, message: thrownText(thrown) }),
      ),
    ),
})

interface Answer {
  readonly status: number
  readonly text: string
}

const ask = async (
  { url, tokenFile, caFile, serverName, timeoutMillis = 10_000 }: KubeletOptions,
  path: string,
): Promise<Answer> => {
  const target = new URL(path, url)
  const headers =
    tokenFile === undefined ? {} : { authorization: `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}` }
  const options = { agent: false, headers, signal: AbortSignal.timeout(timeoutMillis) } as const
  const trust = {
    ...(caFile === undefined || target.protocol === 'http:' ? {} : { ca: await readFile(caFile) }),
    ...(serverName === undefined ? {} : { servername: serverName }),
  }
  return await new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    }
    const sent =
      target.protocol === 'http:'
        ? plainRequest(target, options, answered)
        : tlsRequest(target, { ...options, ...trust }, answered)
    sent.on('error', reject).end()
  })
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}

/** What a kubelet says is one line; what stands before it may answer with a page. */
const firstLineOf = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200)
