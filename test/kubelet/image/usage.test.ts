import { either as E, option as O } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { defaultPolicy } from '../../../src/kubelet/image/index.js'
import { binaryBytes, bytesToFree, statsOf, usageOf } from '../../../src/kubelet/image/usage.js'

const wrapping = { ...defaultPolicy, int64: 'wrap' } as const

it('reads missing numbers as 0, and more available than there is as all of it', () => {
  expect(statsOf({ capacityBytes: O.none, availableBytes: O.none })).toEqual({ capacity: 0n, available: 0n })
  expect(statsOf({ capacityBytes: O.some(9), availableBytes: O.none })).toEqual({ capacity: 9n, available: 0n })
  expect(statsOf({ capacityBytes: O.some(9), availableBytes: O.some('10') })).toEqual({ capacity: 9n, available: 9n })
})

it.each([
  [1000n, 1000n, 0],
  [1000n, 999n, 1],
  [1000n, 990n, 1],
  [1000n, 160n, 84],
  [1000n, 159n, 85],
  [1000n, 9n, 100],
  [1000n, 0n, 100],
  [3n, 1n, 67],
])('of %d bytes with %d available %d percent are in use', (capacity, available, percent) => {
  expect(usageOf(defaultPolicy)(capacity, available)).toEqual(E.right(percent))
})

it.each([
  [1000n, 0n, 80, 200n],
  [1000n, 200n, 80, 0n],
  [1000n, 201n, 80, -1n],
  [999n, 0n, 80, 199n],
  [1000n, 0n, 0, 1000n],
  [1000n, 1n, 100, -1n],
])('of %d bytes with %d available and down to %d percent, %d are to be freed', (capacity, available, low, amount) => {
  expect(bytesToFree({ ...defaultPolicy, lowThresholdPercent: low })(capacity, available)).toEqual(E.right(amount))
})

it('multiplies before it divides', () => {
  expect(bytesToFree({ ...defaultPolicy, lowThresholdPercent: 99 })(150n, 0n)).toEqual(E.right(1n))
})

it('reaches 64 bits without complaint and not one byte further', () => {
  const most = 9223372036854775807n / 100n
  expect(E.isRight(usageOf(defaultPolicy)(most, most))).toBe(true)
  expect(E.isLeft(usageOf(defaultPolicy)(most + 1n, most + 1n))).toBe(true)
  expect(E.isRight(bytesToFree({ ...defaultPolicy, lowThresholdPercent: 0 })(most, 0n))).toBe(true)
  expect(E.isLeft(bytesToFree({ ...defaultPolicy, lowThresholdPercent: 0 })(most + 1n, 0n))).toBe(true)
})

it('wraps around as 64 bits do where the policy says so', () => {
  expect(usageOf(wrapping)(203394201348313868n, 150848550337078467n)).toEqual(E.right(116))
  expect(bytesToFree({ ...wrapping, lowThresholdPercent: 33 })(284602504684597965n, 25872954971327087n)).toEqual(
    E.right(-19656717569741967n),
  )
})

it('is in use between 0 and 100 percent, and never less than in exact numbers', () => {
  const bytes = fc.bigInt({ min: 1n, max: 9223372036854775807n / 100n })
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const [available, capacity] = a < b ? [a, b] : [b, a]
      const usage = usageOf(defaultPolicy)(capacity, available)
      if (E.isLeft(usage)) return false
      const percent = BigInt(usage.right)
      // 100 * used / capacity <= percent < 100 * used / capacity + 1
      const used = capacity - available
      return 100n * used <= percent * capacity && percent * capacity < 100n * used + capacity
    }),
  )
})

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  // Halves go to the even tenth: 1.25 and 1.75 KiB.
  [1280, '1.2 KiB'],
  [1792, '1.8 KiB'],
  [1024 * 1024 - 1, '1024.0 KiB'],
  [1024 ** 2, '1.0 MiB'],
  [128849018880, '120.0 GiB'],
  [1024 ** 4, '1.0 TiB'],
  ['203394201348313868' as const, '184985.9 TiB'],
])('prints %s bytes as %s', (bytes, text) => {
  expect(binaryBytes(bytes)).toBe(text)
})
