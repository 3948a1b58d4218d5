/** Reads the bytes of a file as text; what is no text is told, never replaced. */
import { either as E } from 'fp-ts'

/** The longest text that a JavaScript engine holds, in UTF-16 units; no UTF-8 text has more of them than bytes. */
export const mostBytes = 2 ** 29 - 24

export const mebibyte = 2 ** 20

/** Counts lengths, and says how many MiB they come to each time that it is one more. */
export const countingMebibytes = (say: (mebibytes: number) => void): ((more: number) => void) => {
  let [length, said] = [0, 0]
  return (more) => {
    length += more
    if (length < said + mebibyte) return
    said = length
    say(Math.floor(length / mebibyte))
  }
}

/** UTF-8, or UTF-16 with a byte order mark, as PowerShell redirects output. */
export const textOf = (bytes: Uint8Array): E.Either<string, string> =>
  bytes.length > mostBytes
    ? E.left('is larger than 512 MiB: give it in parts, such as one file for each kind or namespace')
    : decoded(isWide(bytes), bytes, 0)

/** Reads bytes part by part, wherever the parts end. */
export interface BytesReader {
  /** The text of what is whole so far, behind what was read before. */
  readonly add: (bytes: Uint8Array) => E.Either<string, string>
  /** The text of what was left, which can be no more than an error. */
  readonly end: () => E.Either<string, string>
}

/** A reader of the same bytes in parts. */
export const textInParts = (): BytesReader => {
  let left: Uint8Array = new Uint8Array(0)
  let offset = 0
  let wide: boolean | undefined
  const read = (bytes: Uint8Array, end: number): E.Either<string, string> => {
    const begins = offset
    left = bytes.slice(end)
    offset += end
    return decoded(wide === true, bytes.subarray(0, end), begins)
  }
  return {
    add: (bytes) => {
      const all = left.length === 0 ? bytes : joined(left, bytes)
      if (all.length >= 2) wide ??= isWide(all)
      return read(all, wide === undefined ? 0 : wide ? wholeWide(all) : wholeNarrow(all))
    },
    end: () => read(left, left.length),
  }
}

const isWide = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** How many of these bytes are whole characters: a lead byte says how many follow. */
const wholeNarrow = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
    if (byte < 0x80) return bytes.length
  }
  return bytes.length
}

/** The same in UTF-16, where the first half of a pair waits for the second. */
const wholeWide = (bytes: Uint8Array): number => {
  const even = bytes.length - (bytes.length % 2)
  const high = bytes[even - 1] ?? 0
  return high >= 0xd8 && high < 0xdc ? even - 2 : even
}

const decoded = (wide: boolean, bytes: Uint8Array, offset: number): E.Either<string, string> =>
  E.tryCatch(
    () => new TextDecoder(wide ? 'utf-16le' : 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    () => (wide ? 'is neither UTF-8 nor UTF-16' : `is not UTF-8: a wrong byte at offset ${offset + firstWrong(bytes)}`),
  )

/** Up to a wrong byte, text that was read and written again is the same. */
const firstWrong = (bytes: Uint8Array): number => {
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const differs = bytes.findIndex((byte, index) => byte !== again[index])
  return differs < 0 ? bytes.length : differs
}
