/**
 * SHA-256 of a text, by arithmetic alone: synchronous, and independent of the host's crypto.
 */

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal figures. A lone surrogate counts as U+FFFD, as in every encoder. */
export const sha256 = (text: string): string => {
  const blocks = padded(utf8(text))
  const state = Uint32Array.from(initial)
  const schedule = new Uint32Array(64)
  for (let at = 0; at < blocks.length; at += 64) compress(state, schedule, blocks, at)
  let figures = ''
  for (const word of state) figures += word.toString(16).padStart(8, '0')
  return figures
}

/** The bytes of a text, with room for what SHA-256 puts behind it. */
const utf8 = (text: string): { readonly bytes: Uint8Array; readonly length: number } => {
  const bytes = new Uint8Array(text.length * 3 + 72)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
    if (point < 0x80) bytes[length++] = point
    else if (point < 0x800) {
      bytes[length++] = 0xc0 | (point >> 6)
      bytes[length++] = 0x80 | (point & 0x3f)
    } else if (point < 0x10000) {
      bytes[length++] = 0xe0 | (point >> 12)
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f)
      bytes[length++] = 0x80 | (point & 0x3f)
    } else {
      bytes[length++] = 0xf0 | (point >> 18)
      bytes[length++] = 0x80 | ((point >> 12) & 0x3f)
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f)
      bytes[length++] = 0x80 | (point & 0x3f)
    }
  }
  return { bytes, length }
}

/** The bytes, a one, zeros up to a whole block, and the length in bits as 64 bits, big end first. */
const padded = ({ bytes, length }: { readonly bytes: Uint8Array; readonly length: number }): Uint8Array => {
  const size = Math.ceil((length + 9) / 64) * 64
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(size - 8, Math.floor(length / 0x20000000))
  view.setUint32(size - 4, (length << 3) >>> 0)
  return bytes.subarray(0, size)
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** One round of 64 steps over a block. @upstream FIPS 180-4 6.2.2 - SHA-256 hash computation */
const compress = (state: Uint32Array, schedule: Uint32Array, blocks: Uint8Array, at: number): void => {
  const view = new DataView(blocks.buffer, at, 64)
  for (let step = 0; step < 16; step++) schedule[step] = view.getUint32(step * 4)
  for (let step = 16; step < 64; step++) {
    const [before, last] = [schedule[step - 15] ?? 0, schedule[step - 2] ?? 0]
    const s0 = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)
    const s1 = turn(last, 17) ^ turn(last, 19) ^ (last >>> 10)
    schedule[step] = (schedule[step - 16] ?? 0) + s0 + (schedule[step - 7] ?? 0) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let step = 0; step < 64; step++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const first = (h + s1 + chosen + (constants[step] ?? 0) + (schedule[step] ?? 0)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let word = 0; word < 8; word++) state[word] = (state[word] ?? 0) + (added[word] ?? 0)
}

const primes = (count: number): ReadonlyArray<number> => {
  const found: number[] = []
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}

/** The first 32 bits of the fractional part of a root, exactly: the root of `prime * 2^(32 * power)`, cut, modulo 2^32. */
const fractionOfRoot = (prime: number, power: 2n | 3n): number => {
  const wanted = BigInt(prime) << (32n * power)
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** power <= wanted) low = middle
    else high = middle
  }
  return Number(BigInt.asUintN(32, low))
}

const initial = primes(8).map((prime) => fractionOfRoot(prime, 2n))
const constants = Uint32Array.from(primes(64).map((prime) => fractionOfRoot(prime, 3n)))
