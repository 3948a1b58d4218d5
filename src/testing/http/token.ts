/** Tokens that continue a list: the version of the list, and the key from which on it goes on. */
import { ownField } from '../../internal/lists.js'
import { isFields } from './body.js'

/** Where a list goes on. */
export interface Continuation {
  /** -1: whatever is there now. */
  readonly revision: number
  /** From this key on, below that of the collection. */
  readonly start: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** ASCII as base64url without padding. */
const packed = (text: string): string => {
  let out = ''
  for (let at = 0; at < text.length; at += 3) {
    const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1) || 0, text.charCodeAt(at + 2) || 0]
    const bits = (a << 16) | (b << 8) | c
    const signs = Math.min(text.length - at, 3) + 1
    for (let sign = 0; sign < signs; sign++) out += alphabet.charAt((bits >> (18 - 6 * sign)) & 63)
  }
  return out
}

const unpacked = (text: string): string | undefined => {
  let out = ''
  let bits = 0
  let count = 0
  for (const sign of text) {
    const value = alphabet.indexOf(sign)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffffff
    count += 6
    if (count >= 8) {
      count -= 8
      out += String.fromCharCode((bits >> count) & 255)
    }
  }
  return out
}

/**
 * The token of a place in a list.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/storage/continue.go EncodeContinue
 */
export const tokenOf = ({ revision, start }: Continuation): string =>
  packed(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${start}\u0000` }))

/** The place that a token names; undefined for what is no token. */
export const continuationOf = (token: string): Continuation | undefined => {
  const value = parsed(unpacked(token) ?? '')
  if (!isFields(value) || value['v'] !== 'meta.k8s.io/v1') return undefined
  const [revision, start] = [ownField(value, 'rv'), ownField(value, 'start')]
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision === 0) return undefined
  return typeof start === 'string' && start !== '' ? { revision, start } : undefined
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
