import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isOpen, parseCondition, windowsOf } from '../../../src/containerd/labels/condition.js'
import { runs } from '../../runs.js'

const hour = 3_600_000_000_000n

/** When a condition holds for one time of use, at the epoch. */
const open = (text: string, epochMillis: number, used = 0n): boolean => {
  const condition = parseCondition(`${text}|s`)
  return condition !== undefined && isOpen(windowsOf(condition, { first: used, last: used }), epochMillis)
}

describe('the value of a condition label', () => {
  it('is cut at the first bar', () => {
    expect(parseCondition('usedat<1h|a|b')?.snapshotKey).toBe('a|b')
    expect(parseCondition('usedat<1h')).toBeUndefined()
  })

  it.each([
    'usedat<=1h',
    'usedat>=1h',
    'usedat=1h',
    'usedat==1h',
    'usedat!1h',
    'age<1h',
    ' usedat<1h',
    'usedat <1h',
    'usedat<1',
    'usedat<',
    '',
    'usedat',
    'usedat><1h',
  ])('%j never holds', (text) => {
    expect(parseCondition(`${text}|s`)).toBeUndefined()
  })

  it('leaves out an alternative that is none and keeps the others', () => {
    expect(parseCondition('age<1h,usedat<1h,usedat<x|s')).toEqual({
      snapshotKey: 's',
      longestUnder: hour,
      shortestOver: undefined,
    })
  })

  it('holds strictly below and strictly above', () => {
    expect([999, 1000, 1001].map((at) => open('usedat<1s', at))).toEqual([true, false, false])
    expect([999, 1000, 1001].map((at) => open('usedat>1s', at))).toEqual([false, false, true])
  })

  it('holds to the nanosecond', () => {
    expect([0, 1].map((at) => open('usedat<1ms1ns', at))).toEqual([true, true])
    expect([1, 2].map((at) => open('usedat<1ms1ns', at))).toEqual([true, false])
    expect([0, 1].map((at) => open('usedat>999999ns', at))).toEqual([false, true])
  })

  it('counts ages below zero', () => {
    expect(open('usedat<0', -1)).toBe(true)
    expect(open('usedat>-1s', -999)).toBe(true)
  })

  it('never holds beyond the range of ages', () => {
    expect(open('usedat<-9223372036854775808ns', -8.64e15)).toBe(false)
    expect(open('usedat>9223372036854775807ns', 8.64e15)).toBe(false)
  })

  it('takes the longest span below which it holds and the shortest above, in any order', () => {
    const second = hour / 3600n
    expect(parseCondition('usedat<1s,usedat<1h,usedat<1m|s')).toMatchObject({ longestUnder: hour })
    expect(parseCondition('usedat>1m,usedat>1s,usedat>1h|s')).toMatchObject({ shortestOver: second })
    expect(parseCondition('usedat>1s,usedat<1h|s')).toMatchObject({ longestUnder: hour, shortestOver: second })
  })

  it('needs a bar, and may name the snapshot without a key', () => {
    expect(parseCondition('usedat<1h')).toBeUndefined()
    expect(parseCondition('usedat<1hs')).toBeUndefined()
    expect(parseCondition('|usedat<1h')).toBeUndefined()
    expect(parseCondition('usedat<1h|')).toMatchObject({ snapshotKey: '' })
  })

  it('leaves out what is no duration beside what is one', () => {
    expect(parseCondition('usedat>soon,usedat>1h|s')).toMatchObject({ shortestOver: hour })
    expect(parseCondition('usedat>1h,usedat>soon|s')).toMatchObject({ shortestOver: hour })
    expect(parseCondition('usedat<1h,age<1d|s')).toEqual({
      snapshotKey: 's',
      longestUnder: hour,
      shortestOver: undefined,
    })
  })

  it('begins and ends at whole milliseconds, before the epoch as after it', () => {
    const at = (nanos: bigint): number =>
      windowsOf({ snapshotKey: 's', longestUnder: 0n, shortestOver: undefined }, { first: nanos, last: nanos }).until
    expect([2_000_000n, 2_000_001n, 2_999_999n].map(at)).toEqual([2, 3, 3])
    expect([-2_000_000n, -2_000_001n, -1_999_999n, -1n].map(at)).toEqual([-2, -2, -1, 0])
  })

  it('holds for several times of use when one of them fits', () => {
    const condition = parseCondition('usedat<1s,usedat>1h|s')
    if (condition === undefined) throw new Error('no condition')
    const windows = windowsOf(condition, { first: 0n, last: 10_000_000_000n })
    expect(windows).toEqual({ until: 11_000, from: 3_600_001 })
  })

  it('holds as the comparison of ages does', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-5_000_000n, 5_000_000n),
        fc.bigInt(-5_000_000n, 5_000_000n),
        fc.integer({ min: -6, max: 6 }),
        (used, span, at) => {
          const age = BigInt(at) * 1_000_000n - used
          expect(open(`usedat<${span}ns`, at, used)).toBe(age < span)
          expect(open(`usedat>${span}ns`, at, used)).toBe(age > span)
        },
      ),
      { numRuns: runs(1000) },
    )
  })
})
