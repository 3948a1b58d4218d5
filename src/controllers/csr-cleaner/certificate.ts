/**
 * When an issued certificate expires. It is read just far enough for that: PEM, and the frame of the DER inside. What is not
 * understood is unreadable, never expired.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isExpired
 */
import { epochOfRfc3339, instant } from '../../core/time.js'
import { bytesOfBase64 } from './base64.js'

/** The last instant at which a certificate is valid; nothing where it cannot be read. Of several the first counts. */
export const expiryOf = (certificate: string): Date | undefined => {
  const pem = bytesOfBase64(certificate)
  const body = pem === undefined ? undefined : /-----BEGIN ([^-]+)-----([^-]*)-----END \1-----/.exec(textOf(pem))?.[2]
  const der = body === undefined ? undefined : bytesOfBase64(body)
  return der !== undefined && isWhole(der) ? notAfterIn(der) : undefined
}

const textOf = (bytes: ReadonlyArray<number>): string => bytes.map((byte) => String.fromCharCode(byte)).join('')

/** One element of DER: its tag, and where its content begins and ends. */
interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

const sequence = 0x30
const integer = 0x02
const version = 0xa0
const utcTime = 0x17
const generalizedTime = 0x18

const partAt = (der: ReadonlyArray<number>, at: number): Element | undefined => {
  const [tag, first] = [der[at], der[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  const more = first < 0x80 ? 0 : first - 0x80
  if (more > 4) return undefined
  const start = at + 2 + more
  const length = more === 0 ? first : der.slice(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return start + length > der.length ? undefined : { tag, start, end: start + length }
}

/** The elements of a part, up to where it ends or cannot be read. */
const elementsIn = (der: ReadonlyArray<number>, { start, end }: Omit<Element, 'tag'>): ReadonlyArray<Element> => {
  const elements: Element[] = []
  for (let at = start; at < end;) {
    const element = partAt(der, at)
    if (element === undefined || element.end > end) break
    elements.push(element)
    at = element.end
  }
  return elements
}

const insideOf = (der: ReadonlyArray<number>, element: Element | undefined): ReadonlyArray<Element> =>
  element?.tag === sequence ? elementsIn(der, element) : []

/** Certificates one after the other, and nothing else. */
const isWhole = (der: ReadonlyArray<number>): boolean => {
  const certificates = elementsIn(der, { start: 0, end: der.length })
  return certificates.every(({ tag }) => tag === sequence) && certificates.at(-1)?.end === der.length
}

/** The version may be left out; then come serial number, algorithm, issuer and validity. */
const notAfterIn = (der: ReadonlyArray<number>): Date | undefined => {
  const [signed] = insideOf(der, partAt(der, 0))
  const fields = insideOf(der, signed)
  const [serial, algorithm, issuer, validity] = fields[0]?.tag === version ? fields.slice(1) : fields
  if (serial?.tag !== integer || algorithm?.tag !== sequence || issuer?.tag !== sequence) return undefined
  const [, notAfter] = insideOf(der, validity)
  return notAfter === undefined ? undefined : timeOf(notAfter.tag, textOf(der.slice(notAfter.start, notAfter.end)))
}

/** Two digits of a year stand for 1950 to 2049. */
const timeOf = (tag: number, text: string): Date | undefined => {
  const century = tag === generalizedTime ? '' : tag === utcTime ? (text < '5' ? '20' : '19') : undefined
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(`${century ?? '-'}${text}`)
  if (parts === null) return undefined
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts
  const epoch = epochOfRfc3339(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return epoch === null ? undefined : instant(epoch)
}
