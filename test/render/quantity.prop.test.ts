import fc from 'fast-check'
import { describe, it } from 'vitest'

import { int64FromBigint } from '../../src/core/int64.js'
import { formatBytes } from '../../src/render/index.js'
import { runs } from '../runs.js'

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']
const anyCount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
/** Counts near the edges where the unit or the number of decimals changes. */
const edgeCount = fc
  .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: -600, max: 600 }))
  .map(([power, off]) => 10n ** BigInt(power) + (BigInt(off) * 10n ** BigInt(power)) / 100_000n)
  .filter((count) => count >= 0n)

const read = (text: string): number => {
  const [figures = '', unit = ''] = text.split(' ')
  return Number(figures) * 1000 ** units.indexOf(unit)
}

describe('bytes read by a person', () => {
  it('are within half a percent of the count, with at most three figures', () => {
    fc.assert(
      fc.property(fc.oneof(anyCount, edgeCount), (count) => {
        const text = formatBytes(int64FromBigint(count))
        const figures = (text.split(' ')[0] ?? '').replace('.', '')
        return figures.length <= 3 && Math.abs(read(text) - Number(count)) <= Number(count) / 199
      }),
      { numRuns: runs(1000) },
    )
  })
  it('never shrink as the count grows', () => {
    fc.assert(
      fc.property(fc.oneof(anyCount, edgeCount), fc.oneof(anyCount, edgeCount), (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        return read(formatBytes(int64FromBigint(small))) <= read(formatBytes(int64FromBigint(large)))
      }),
      { numRuns: runs(1000) },
    )
  })
})
