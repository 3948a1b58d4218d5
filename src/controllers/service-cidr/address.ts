/**
 * IP addresses and prefixes as numbers. What is written in no usual way is none.
 *
 * @upstream kubernetes 1.36.2 pkg/api/servicecidr/servicecidr.go PrefixContainsIP
 */

/** An address, e.g. `10.0.0.1` or `fd00::1`. */
export interface IpAddress {
  readonly value: bigint
  /** How many bits it has. */
  readonly length: 32 | 128
}

/** All addresses that begin with the same bits. */
export interface IpPrefix {
  /** Its first address. */
  readonly first: IpAddress
  /** How many bits are the same. */
  readonly bits: number
}

/** Reads an address. */
export const addressIn = (text: string): IpAddress | undefined => (text.includes(':') ? v6In(text) : v4In(text))

/** Reads a prefix, e.g. `10.0.0.0/24`. */
export const prefixIn = (text: string): IpPrefix | undefined => {
  const [address = '', length = '', ...more] = text.split('/')
  const found = addressIn(address)
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Infinity
  if (found === undefined || more.length > 0 || bits > found.length) return undefined
  const host = BigInt(found.length - bits)
  return { first: { ...found, value: (found.value >> host) << host }, bits }
}

/** True if every address of one prefix is one of the other. */
export const containsPrefix = (outer: IpPrefix, inner: IpPrefix): boolean =>
  outer.bits <= inner.bits && isWithin(outer, inner.first)

/** True for an address that can be given out from a prefix: not its first, and for IPv4 not its last. */
export const canAllocate = (prefix: IpPrefix, address: IpAddress): boolean =>
  isWithin(prefix, address) && address.value !== prefix.first.value && !isBroadcast(prefix, address)

const isWithin = ({ first, bits }: IpPrefix, { value, length }: IpAddress): boolean =>
  first.length === length && first.value >> BigInt(length - bits) === value >> BigInt(length - bits)

const isBroadcast = ({ first, bits }: IpPrefix, { value, length }: IpAddress): boolean =>
  length === 32 && value === first.value + (1n << BigInt(length - bits)) - 1n

const v4In = (text: string): IpAddress | undefined => {
  const parts = text.split('.')
  const isSound = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  return isSound ? { value: numberOf(parts, 8n, 10), length: 32 } : undefined
}

const v6In = (text: string): IpAddress | undefined => {
  const [before = '', after, ...more] = text.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const gap = 8 - head.length - tail.length
  const isSound =
    more.length === 0 &&
    (after === undefined ? gap === 0 : gap > 0) &&
    [...head, ...tail].every((group) => hex.test(group))
  if (!isSound) return undefined
  const zeros = Array.from({ length: gap }, () => '0')
  return { value: numberOf([...head, ...zeros, ...tail], 16n, 16), length: 128 }
}

const hex = /^[\da-f]{1,4}$/i

const groupsOf = (text: string): ReadonlyArray<string> => (text === '' ? [] : text.split(':'))

const numberOf = (parts: ReadonlyArray<string>, bits: bigint, base: number): bigint =>
  parts.reduce((value, part) => (value << bits) | BigInt(parseInt(part, base)), 0n)
