import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'

const split = (flag: string): unknown => {
  const found = Eviction.splitThresholds(flag)
  return E.isLeft(found) ? found.left : [...found.right]
}

describe('a flag of thresholds', () => {
  it('says statements between commas, with or without space around', () => {
    expect(split('imagefs.available<15%,nodefs.available<1Gi')).toEqual([
      ['imagefs.available', '15%'],
      ['nodefs.available', '1Gi'],
    ])
    expect(split(' imagefs.available < 15% , nodefs.available <\t1Gi')).toEqual([
      ['imagefs.available', '15%'],
      ['nodefs.available', '1Gi'],
    ])
  })

  it('is split at the first sign of each statement', () => {
    expect(split('a<b<c')).toEqual([['a', 'b<c']])
    expect(split('<')).toEqual([['', '']])
    expect(split('<5%')).toEqual([['', '5%']])
  })

  it('says nothing where it is empty, and between two commas', () => {
    expect(split('')).toEqual([])
    expect(split(',a<1,,b<2,')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  it('says of a signal what it says last, in the place of the first', () => {
    expect(split('a<1,b<2,a<3')).toEqual([
      ['a', '3'],
      ['b', '2'],
    ])
  })

  it('is refused with the statement that says no amount', () => {
    const refused = (statement: string): object => ({
      _tag: 'InvalidStatement',
      statement,
      expected: 'signal<amount',
    })
    expect(split('a<1,memory.available=5%')).toEqual(refused('memory.available=5%'))
    expect(split('a<1, ')).toEqual(refused(' '))
    expect(split(null as unknown as string)).toEqual(refused('null'))
    expect(split({} as unknown as string)).toEqual(refused('an object'))
  })

  it('may name a signal like something of the language', () => {
    expect(split('__proto__<1')).toEqual([['__proto__', '1']])
  })
})
