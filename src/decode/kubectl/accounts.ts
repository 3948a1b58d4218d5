/**
 * Decoders of CertificateSigningRequests, Secrets, ServiceAccounts and Pods: the fields that the cleaners of requests and
 * tokens read. Data of Secrets is not read.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import type * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import { type Decoder, fields, holding, items } from '../codec.js'
import { text } from '../leaf.js'
import { maybe, texts, time } from './metadata.js'
import { isRecord } from '../../internal/lists.js'

/** What an object holds besides its type and metadata. */
type Rest<O> = Decoder<Omit<O, 'apiVersion' | 'kind' | 'metadata'>>

export const signingRequest: Rest<CsrCleaner.SigningRequest> = fields({
  status: maybe(
    fields({
      conditions: maybe(items(fields({ type: text, lastUpdateTime: maybe(time) }))),
      certificate: maybe(text),
    }),
  ),
})

export const secret: Rest<TokenCleaner.Secret> = fields({ type: maybe(text) })

export const account: Rest<TokenCleaner.ServiceAccount> = fields({
  secrets: maybe(items(fields({ name: maybe(text) }))),
})

/** By reference; a specification names Secrets in many places. */
export const podWithSpec: Rest<WholeObject> = fields({ spec: maybe(holding('an object', isRecord)) })

/** A ConfigMap with its data. */
export const configMap: Decoder<{ readonly data?: Readonly<Record<string, string>> | undefined }> = fields({
  data: maybe(texts),
})
