import { describe, expect, it } from 'vitest'

import { bytesOfBase64 } from '../../../src/controllers/csr-cleaner/base64.js'
import { expiryOf } from '../../../src/controllers/csr-cleaner/certificate.js'
import { certificateUntil } from '../../../src/testing/arbitrary/certificate.js'

const packed = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
const pem = (bytes: ReadonlyArray<number>, label = 'CERTIFICATE', end = label): string =>
  packed(`-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${end}-----\n`)
const part = (tag: number, ...content: ReadonlyArray<number>): ReadonlyArray<number> => [
  tag,
  content.length,
  ...content,
]
const text = (written: string): ReadonlyArray<number> => [...Buffer.from(written, 'latin1')]
const utc = (written: string): ReadonlyArray<number> => part(0x17, ...text(written))
const general = (written: string): ReadonlyArray<number> => part(0x18, ...text(written))
const serial = part(0x02, 1)
const empty = part(0x30)

/** A certificate of these fields, up to its validity. */
const certificate = (...fields: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> =>
  part(0x30, ...part(0x30, ...fields.flat()))
const valid = (notAfter: ReadonlyArray<number>): ReadonlyArray<number> =>
  certificate(serial, empty, empty, part(0x30, ...utc('260101000000Z'), ...notAfter))
const until = (notAfter: ReadonlyArray<number>): string | undefined => expiryOf(pem(valid(notAfter)))?.toISOString()

describe('Base64', () => {
  it('is read as a host reads it', () => {
    for (const written of ['', 'a', 'ab', 'abc', 'abcd', '\u0000\u00ff\u0080', '>>>???'])
      expect(bytesOfBase64(packed(written))).toEqual([...Buffer.from(written, 'latin1')])
    expect(bytesOfBase64('YW\nJj\r\n ')).toEqual(text('abc'))
  })

  it.each(['YWJ', 'YWJj=', 'YW=j', 'YW!j', 'Y===', '=', 'YWJj\u00e4YWJ'])('is none where the text is %j', (written) => {
    expect(bytesOfBase64(written)).toBeUndefined()
  })
})

describe('the expiry of a certificate', () => {
  it('is read of both forms of time', () => {
    expect(until(utc('261124165433Z'))).toBe('2026-11-24T16:54:33.000Z')
    expect(until(utc('491231235959Z'))).toBe('2049-12-31T23:59:59.000Z')
    expect(until(utc('500101000000Z'))).toBe('1950-01-01T00:00:00.000Z')
    expect(until(general('20761110165433Z'))).toBe('2076-11-10T16:54:33.000Z')
  })

  it('is read of what the generators make', () => {
    expect(expiryOf(certificateUntil(new Date('2026-05-06T07:08:09Z')))?.toISOString()).toBe('2026-05-06T07:08:09.000Z')
  })

  it.each([
    [general('261124165433Z')],
    [utc('20261124165433Z')],
    [utc('261124165433')],
    [utc('261324165433Z')],
    [utc('261124165433+0100')],
    [part(0x04, ...text('261124165433Z'))],
    [[]],
  ])('is not read of a time %j', (notAfter) => {
    expect(until(notAfter)).toBeUndefined()
  })

  it('is read with and without a version, and of the first of several', () => {
    const validity = part(0x30, ...utc('260101000000Z'), ...utc('270101000000Z'))
    const versioned = certificate(part(0xa0, ...part(0x02, 2)), serial, empty, empty, validity)
    expect(expiryOf(pem(versioned))?.toISOString()).toBe('2027-01-01T00:00:00.000Z')
    expect(expiryOf(pem([...versioned, ...valid(utc('280101000000Z'))]))?.toISOString()).toBe(
      '2027-01-01T00:00:00.000Z',
    )
    const two = `${Buffer.from(pem(versioned), 'base64').toString('latin1')}${Buffer.from(pem(valid(utc('280101000000Z'))), 'base64').toString('latin1')}`
    expect(expiryOf(packed(two))?.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('is not read of what has another frame', () => {
    const validity = part(0x30, ...utc('260101000000Z'), ...utc('270101000000Z'))
    const whole = certificate(serial, empty, empty, validity)
    const broken: ReadonlyArray<ReadonlyArray<number>> = [
      [],
      [0x30],
      whole.slice(0, -1),
      [...whole, 0],
      [...whole, 0x05, 0],
      [0x31, ...whole.slice(1)],
      [0x30, 0x85, 0, 0, 0, 0, whole.length - 2, ...whole.slice(2)],
      part(0x30, ...part(0x31, ...serial, ...empty, ...empty, ...validity)),
      certificate(empty, empty, empty, validity),
      certificate(serial, serial, empty, validity),
      certificate(serial, empty, serial, validity),
      certificate(serial, empty, empty, part(0x31, ...validity.slice(2))),
      certificate(serial, empty, empty),
    ]
    expect(broken.map((bytes) => expiryOf(pem(bytes)))).toEqual(broken.map(() => undefined))
  })

  it('is read where a length takes several bytes', () => {
    const long = part(0x30, ...part(0x04, ...Array.from({ length: 100 }, () => 7)))
    const fields = [...serial, ...empty, ...long, ...part(0x30, ...utc('260101000000Z'), ...utc('270101000000Z'))]
    const signed = [0x30, 0x81, fields.length, ...fields]
    expect(expiryOf(pem([0x30, 0x82, 0, signed.length, ...signed]))?.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('is not read of what is no PEM', () => {
    expect(expiryOf('!')).toBeUndefined()
    expect(expiryOf(packed('no certificate'))).toBeUndefined()
    expect(expiryOf(pem(valid(utc('270101000000Z')), 'CERTIFICATE', 'KEY'))).toBeUndefined()
    expect(expiryOf(packed('-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n'))).toBeUndefined()
  })
})
