import { describe, expect, it } from 'vitest'

import { addressIn, canAllocate, containsPrefix, prefixIn } from '../../../src/controllers/service-cidr/address.js'

const must = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error('not read')
  return value
}
const inside = (prefix: string, address: string): boolean =>
  canAllocate(must(prefixIn(prefix)), must(addressIn(address)))
const contains = (outer: string, inner: string): boolean => containsPrefix(must(prefixIn(outer)), must(prefixIn(inner)))

describe('addresses', () => {
  it('are read as numbers', () => {
    expect(addressIn('10.0.0.1')).toEqual({ value: 0x0a000001n, length: 32 })
    expect(addressIn('255.255.255.255')).toEqual({ value: 0xffffffffn, length: 32 })
    expect(addressIn('::')).toEqual({ value: 0n, length: 128 })
    expect(addressIn('::1')).toEqual({ value: 1n, length: 128 })
    expect(addressIn('fd00::')).toEqual({ value: 0xfd00n << 112n, length: 128 })
    expect(addressIn('fd00:10::A')).toEqual({ value: (0xfd000010n << 96n) + 10n, length: 128 })
    expect(addressIn('1:2:3:4:5:6:7:8')).toEqual({ value: 0x10002000300040005000600070008n, length: 128 })
  })

  it.each(
    [
      '',
      '10',
      '10.0.0',
      '10.0.0.0.1',
      '10.0.0.256',
      '10.0.0.01',
      '10.0.0.-1',
      '10.0.0.1000',
      'a.b.c.d',
      ' 10.0.0.1',
    ].concat([':', '1:2', '1:2:3:4:5:6:7:8:9', '1::2::3', '1:2:3:4:5:6:7::8', 'fffff::', 'g::', '::1.2.3.4', '1:::2']),
  )('are none where the text is %j', (text) => {
    expect(addressIn(text)).toBeUndefined()
  })
})

describe('prefixes', () => {
  it('begin with their first address', () => {
    expect(prefixIn('10.0.0.77/24')).toEqual({ first: { value: 0x0a000000n, length: 32 }, bits: 24 })
    expect(prefixIn('10.0.0.7/32')).toEqual({ first: { value: 0x0a000007n, length: 32 }, bits: 32 })
    expect(prefixIn('fd00::1/64')).toEqual({ first: { value: 0xfd00n << 112n, length: 128 }, bits: 64 })
    expect(prefixIn('::/0')).toEqual({ first: { value: 0n, length: 128 }, bits: 0 })
  })

  it.each([
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '10.0.0.0/24/1',
    '/24',
    'fd00::/129',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
  ])('are none where the text is %j', (text) => {
    expect(prefixIn(text)).toBeUndefined()
  })

  it('contain those that are as long or longer and begin alike', () => {
    expect(contains('10.0.0.0/16', '10.0.5.0/24')).toBe(true)
    expect(contains('10.0.0.0/16', '10.0.0.0/16')).toBe(true)
    expect(contains('10.0.5.0/24', '10.0.0.0/16')).toBe(false)
    expect(contains('10.0.0.0/16', '10.1.0.0/24')).toBe(false)
    expect(contains('0.0.0.0/0', '10.1.0.0/24')).toBe(true)
    expect(contains('::/0', '10.1.0.0/24')).toBe(false)
    expect(contains('fd00::/16', 'fd00:1::/64')).toBe(true)
  })

  it('give out all but the first address, and for IPv4 the last', () => {
    expect(
      ['10.0.0.0', '10.0.0.1', '10.0.0.254', '10.0.0.255', '10.0.1.1'].map((ip) => inside('10.0.0.0/24', ip)),
    ).toEqual([false, true, true, false, false])
    expect(['fd00::', 'fd00::1', 'fd00::ffff', 'fd01::1', '10.0.0.1'].map((ip) => inside('fd00::/112', ip))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
