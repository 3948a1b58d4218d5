import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { Eviction } from '../../../src/node/index.js'

const read = (text: string): string => {
  const parsed = Eviction.parseThresholds({ evictionHard: new Map([['imagefs.available', text]]) })
  if (E.isLeft(parsed)) return parsed.left.message
  const [first] = parsed.right
  return first === undefined
    ? 'nothing'
    : first.value._tag === 'Share'
      ? `share ${first.value.share}`
      : `quantity ${first.value.quantity}`
}

describe('a threshold', () => {
  it('is a share in single precision, or a quantity', () => {
    expect(read('15%')).toBe(`share ${Math.fround(Math.fround(15) / 100)}`)
    expect(read('10Gi')).toBe('quantity 10Gi')
  })

  it('says nothing as 0% and 100%, spelled so', () => {
    expect(['0%', '100%'].map(read)).toEqual(['nothing', 'nothing'])
    expect(['0.0%', '00%'].map(read)).toEqual(['share 0', 'share 0'])
  })

  it('is refused outside 0 to 100 percent, and as a quantity that is not above zero', () => {
    for (const text of ['-1%', '101%', 'x%', '%', '0', '-1', 'x', ''])
      expect(read(text), text).not.toMatch(/^(share|quantity|nothing)/)
  })

  it('needs a grace period when it is soft', () => {
    const soft = new Map([['imagefs.available', '20%']])
    expect(Eviction.parseThresholds({ evictionSoft: soft })).toMatchObject({
      _tag: 'Left',
      left: { field: 'evictionSoftGracePeriod', signal: 'imagefs.available' },
    })
    const timed = Eviction.parseThresholds({
      evictionSoft: soft,
      evictionSoftGracePeriod: new Map([['imagefs.available', '1m30s']]),
    })
    expect(E.isRight(timed) && timed.right[0]?.gracePeriod).toBe(90_000)
  })

  it('takes the least amount to reclaim of its signal', () => {
    const parsed = Eviction.parseThresholds({
      evictionHard: new Map([['imagefs.available', '15%']]),
      evictionMinimumReclaim: new Map([['imagefs.available', '2Gi']]),
    })
    expect(E.isRight(parsed) && parsed.right[0]?.minReclaim).toEqual({ _tag: 'Quantity', quantity: '2Gi' })
  })

  it('names a signal that there is', () => {
    for (const signal of ['imagefs.full', '__proto__', ''])
      expect(Eviction.parseThresholds({ evictionHard: new Map([[signal, '5%']]) })).toMatchObject({
        _tag: 'Left',
        left: { signal, message: expect.stringContaining('unsupported eviction signal') as string },
      })
  })
})
