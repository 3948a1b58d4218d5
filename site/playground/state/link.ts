/** Makes and opens links in the browser. */
import { type Shared, fragmentOf, jsonOf, longestFragment, packedIn, sharedIn } from './fragment'

/** A link, or why there is none. */
export type Link =
  | { readonly isTooLarge: false; readonly fragment: string }
  | { readonly isTooLarge: true; readonly length: number }

/** The fragment of a link. */
export const linkTo = async (shared: Shared): Promise<Link> => {
  const fragment = fragmentOf(await deflate(new TextEncoder().encode(jsonOf(shared))))
  return fragment.length > longestFragment
    ? { isTooLarge: true, length: fragment.length }
    : { isTooLarge: false, fragment }
}

/** What a link holds; nothing where it is broken. */
export const openLink = async (fragment: string): Promise<Shared | undefined> => {
  const packed = packedIn(fragment)
  if (packed === undefined) return undefined
  try {
    return sharedIn(new TextDecoder().decode(await inflate(packed)))
  } catch {
    return undefined
  }
}

/** No link of a page is as large; what claims to be is no link of ours. */
const largest = 32 * 1024 * 1024

const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> => {
  const reader = new Blob([bytes.slice()]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    size += next.value.length
    if (size > largest) throw new Error('too large')
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const deflate = async (bytes: Uint8Array): Promise<Uint8Array> =>
  typeof CompressionStream === 'undefined'
    ? (await import('fflate')).deflateSync(bytes)
    : through(bytes, new CompressionStream('deflate-raw'))

const inflate = async (packed: Uint8Array): Promise<Uint8Array> =>
  typeof DecompressionStream === 'undefined'
    ? (await import('fflate')).inflateSync(packed)
    : through(packed, new DecompressionStream('deflate-raw'))
