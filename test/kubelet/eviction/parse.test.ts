import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'

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

  it('may have a grace period of zero', () => {
    const timed = Eviction.parseThresholds({
      evictionSoft: new Map([['imagefs.available', '20%']]),
      evictionSoftGracePeriod: new Map([['imagefs.available', '0s']]),
    })
    expect(E.isRight(timed) && timed.right.map(({ gracePeriod }) => gracePeriod)).toEqual([0])
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

describe('settings', () => {
  const refused = (settings: unknown): unknown => {
    const parsed = Eviction.parseThresholds(settings as Eviction.EvictionSettings)
    return E.isLeft(parsed) ? parsed.left : parsed.right
  }
  const imagefs = 'imagefs.available'
  const fields = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] as const

  it.each(fields)('are refused with the field of a statement that cannot be read: %s', (field) => {
    expect(refused({ [field]: new Map([[imagefs, 'much%']]) })).toMatchObject({
      _tag: 'InvalidThreshold',
      field,
      signal: imagefs,
      text: 'much%',
    })
    expect(refused({ [field]: { [imagefs]: '5%' } })).toEqual({
      _tag: 'InvalidThreshold',
      field,
      signal: '',
      message: 'expected a Map, found an object',
    })
    expect(refused({ [field]: new Map([[imagefs, 5]]) })).toEqual({
      _tag: 'InvalidThreshold',
      field,
      signal: imagefs,
      message: 'expected a string, found 5',
    })
    expect(refused({ [field]: new Map([[5, '5%']]) })).toEqual({
      _tag: 'InvalidThreshold',
      field,
      signal: '5',
      text: '5%',
      message: 'unsupported eviction signal 5',
    })
  })

  it('are refused when they are none', () => {
    const none = { _tag: 'InvalidThreshold', field: 'evictionHard', signal: '' }
    expect(refused(null)).toEqual({ ...none, message: 'expected an object, found null' })
    expect(refused({ enforceNodeAllocatable: 'pods' })).toEqual({ ...none, message: 'expected an array, found "pods"' })
    expect(refused({ enforceNodeAllocatable: [1] })).toEqual({ ...none, message: 'expected a string, found 1' })
    expect(refused({})).toEqual([])
  })

  it('are refused for a soft threshold without a grace period, in these words', () => {
    expect(refused({ evictionSoft: new Map([[imagefs, '5%']]) })).toEqual({
      _tag: 'InvalidThreshold',
      field: 'evictionSoftGracePeriod',
      signal: imagefs,
      message: 'grace period must be specified for the soft eviction threshold imagefs.available',
    })
  })

  it('give no least amount to reclaim where none is written, and shares and quantities where they are', () => {
    const reclaim = (text?: string): unknown =>
      refused({
        evictionHard: new Map([[imagefs, '5%']]),
        evictionMinimumReclaim: new Map(text === undefined ? [] : [[imagefs, text]]),
      })
    expect(reclaim()).toStrictEqual([
      {
        signal: imagefs,
        operator: 'LessThan',
        value: { _tag: 'Share', share: Math.fround(0.05) },
        gracePeriod: 0,
      },
    ])
    expect(reclaim('200%')).toMatchObject([{ minReclaim: { _tag: 'Share', share: 2 } }])
    expect(reclaim('0')).toMatchObject([{ minReclaim: { _tag: 'Quantity', quantity: '0' } }])
    expect(reclaim('0%')).toMatchObject({ message: expect.stringContaining('must be positive') as string })
    expect(reclaim('-1')).toMatchObject({ message: expect.stringContaining('negative') as string })
  })

  it('hold for what pods may allocate too where that is enforced: hard ones on memory', () => {
    const settings = {
      evictionHard: new Map([
        ['memory.available', '1Gi'],
        ['nodefs.available', '5%'],
      ]),
      evictionSoft: new Map([['memory.available', '2Gi']]),
      evictionSoftGracePeriod: new Map([['memory.available', '1m']]),
    }
    const signals = (enforceNodeAllocatable?: ReadonlyArray<string>): unknown =>
      (refused({ ...settings, enforceNodeAllocatable }) as ReadonlyArray<Eviction.Threshold>).map(
        ({ signal }) => signal,
      )
    expect(signals(['pods', 'x'])).toEqual([
      'memory.available',
      'nodefs.available',
      'memory.available',
      'allocatableMemory.available',
    ])
    expect([signals(['x']), signals()].map((found) => (found as ReadonlyArray<string>).length)).toEqual([3, 3])
  })

  it('may end in any number of percent signs, and a long text is refused at once', () => {
    expect(read('5%%%')).toBe(read('5%'))
    expect(read('5%5%')).toContain('invalid syntax')
    expect(read(`${'%'.repeat(1_000_000)}x%`)).toContain('invalid syntax')
  })
})
