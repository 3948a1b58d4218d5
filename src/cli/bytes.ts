/** Reads the bytes of a file as text; what is no text is told, never replaced. */
import { either as E } from 'fp-ts'

/** The longest text that a JavaScript engine holds, in UTF-16 units; no UTF-8 text has more of them than bytes. */
const mostBytes = 2 ** 29 - 24

/** UTF-8, or UTF-16 with a byte order mark, as PowerShell redirects output. */
export const textOf = (bytes: Uint8Array): E.Either<string, string> => {
  if (bytes.length > mostBytes)
    return E.left('is larger than 512 MiB: give it in parts, such as one file for each kind or namespace')
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return E.tryCatch(
    () => new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    () => (isWide ? 'is neither UTF-8 nor UTF-16' : `is not UTF-8: a wrong byte at offset ${firstWrong(bytes)}`),
  )
}

/** Up to a wrong byte, text that was read and written again is the same. */
const firstWrong = (bytes: Uint8Array): number => {
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const differs = bytes.findIndex((byte, index) => byte !== again[index])
  return differs < 0 ? bytes.length : differs
}
