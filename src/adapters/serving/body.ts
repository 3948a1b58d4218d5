/** Bodies of requests, as far as their limit. */
import type { IncomingMessage } from 'node:http'

import { either as E, type taskEither as TE } from 'fp-ts'

import { type Response, plain } from './route.js'

/** The body as text; else the response that refuses it. */
export const bodyOf =
  (incoming: IncomingMessage, limit: number): TE.TaskEither<Response, string> =>
  async () => {
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return E.left(tooLong(limit))
    const chunks: Uint8Array[] = []
    let length = 0
    try {
      // A stream that is left before its end would be destroyed, with the response.
      for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        if (!(chunk instanceof Uint8Array)) return E.left(notUtf8)
        length += chunk.length
        if (length > limit) return E.left(tooLong(limit))
        chunks.push(chunk)
      }
      return E.right(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
    } catch {
      return E.left(notUtf8)
    }
  }

const tooLong = (limit: number): Response => plain(413, `the body has more than ${limit} bytes\n`)

/** Also of a body that broke off, for which nobody waits. */
const notUtf8 = plain(400, 'the body is not UTF-8\n')
