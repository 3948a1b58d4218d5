/** Reads a tar archive in memory. Nothing is unpacked, so names that point elsewhere are names like others. */
import { either as E } from 'fp-ts'

const block = 512

/** Long names and extended headers are short; what claims more is no archive of ours. */
const longestHeader = 64 * 1024

/** The regular files of an archive by name, without leading `./`; of two of one name the later. */
export const filesInTar = (bytes: Uint8Array): E.Either<string, ReadonlyMap<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>()
  let longName: string | undefined
  for (let at = 0; at + block <= bytes.length;) {
    const header = bytes.subarray(at, at + block)
    if (header.every((byte) => byte === 0)) return E.right(files)
    const size = octal(header, 124, 12)
    if (size === undefined || !isSummed(header)) return E.left(`is not a tar archive: no header at offset ${at}`)
    const content = bytes.subarray(at + block, at + block + size)
    if (content.length < size) return E.left('is cut off: the archive ends within a file')
    const type = String.fromCharCode(header[156] ?? 0)
    at += block + Math.ceil(size / block) * block
    if (type === 'L' || type === 'x') {
      if (size > longestHeader) return E.left('has a header that is too long')
      longName = type === 'L' ? textAt(content, 0, size) : pathInPax(new TextDecoder().decode(content))
      continue
    }
    const name = longName ?? nameIn(header)
    longName = undefined
    if (type === '0' || type === '\0') files.set(name.replace(/^(\.?\/)+/, ''), content)
  }
  // A node whose pods were cut off would seem to have none.
  return E.left(files.size === 0 ? 'is not a tar archive' : 'is cut off: the archive has no end')
}

const textAt = (bytes: Uint8Array, from: number, length: number): string => {
  const field = bytes.subarray(from, from + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
}

/** A number in octal digits; larger ones than these hold are not read. */
const octal = (header: Uint8Array, from: number, length: number): number | undefined => {
  const digits = textAt(header, from, length).trim()
  return /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : undefined
}

/** The sum of a header counts its own field as blanks. */
const isSummed = (header: Uint8Array): boolean =>
  octal(header, 148, 8) === header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

const nameIn = (header: Uint8Array): string => {
  const isPosix = textAt(header, 257, 6) === 'ustar'
  const prefix = isPosix ? textAt(header, 345, 155) : ''
  const name = textAt(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/** The path that an extended header gives, if it gives one. */
const pathInPax = (text: string): string | undefined => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1]
