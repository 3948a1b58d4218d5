/** The frame of a certificate: all that is read of one, and nothing that a signer would accept. */

/** A certificate that is valid until an instant, as the API has it: PEM in Base64. */
export const certificateUntil = (notAfter: Date): string => {
  const time = `${notAfter.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`
  const validity = sequence(part(0x17, codesOf('260101000000Z')), part(0x18, codesOf(time)))
  const signed = sequence(part(0x02, [1]), sequence(), sequence(), validity)
  const body = base64(sequence(signed))
  return base64(codesOf(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`))
}

type Bytes = ReadonlyArray<number>

const part = (tag: number, content: Bytes): Bytes => [tag, content.length, ...content]

const sequence = (...parts: ReadonlyArray<Bytes>): Bytes => part(0x30, parts.flat())

const codesOf = (text: string): Bytes => Array.from(text, (letter) => letter.charCodeAt(0))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Three bytes in four letters; what is missing at the end is written as `=`. */
const base64 = (bytes: Bytes): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3)
    const letters = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const written = Math.min(3, bytes.length - at) + 1
    text += letters.map((letter, index) => (index < written ? alphabet.charAt(letter) : '=')).join('')
  }
  return text
}
