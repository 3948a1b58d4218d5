/** Base64, without what a host brings for it. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The bytes of a text in Base64, white space aside; nothing where it is none. */
export const bytesOfBase64 = (text: string): ReadonlyArray<number> | undefined => {
  const packed = text.replace(/\s/g, '')
  const written = packed.replace(/={1,2}$/, '')
  if (packed.length % 4 !== 0) return undefined
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of written) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    bits = (bits << 6) | digit
    held += 6
    if (held < 8) continue
    held -= 8
    bytes.push((bits >> held) & 0xff)
    bits &= (1 << held) - 1
  }
  return bytes
}
