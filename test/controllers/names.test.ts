import { describe, expect, it } from 'vitest'

import { contentHash, generatedName, generatedNames } from '../../src/controllers/names.js'

const free = (): boolean => false

describe('a made-up name', () => {
  it('is the base and five letters', () => {
    expect(generatedName('web-', free)).toBe('web-bbbbb')
  })

  it('is one that nobody has', () => {
    const taken = new Set(['web-bbbbb', 'web-bbbbc'])
    expect(generatedName('web-', (name) => taken.has(name))).toBe('web-bbbbd')
    expect(generatedNames('web-', 2, (name) => taken.has(name))).toEqual(['web-bbbbd', 'web-bbbbf'])
  })

  it('uses every letter before the next place', () => {
    const names = generatedNames('', 28, free)
    expect(names.slice(-2)).toEqual(['bbbb9', 'bbbcb'])
    expect(new Set(names).size).toBe(28)
  })

  it('has at most 63 letters', () => {
    expect(generatedName('a'.repeat(70), free)).toBe(`${'a'.repeat(58)}bbbbb`)
  })
})

describe('a hash of content', () => {
  it('is the same for equal content, and another for other content', () => {
    expect(contentHash({ a: 1, b: [2] })).toBe(contentHash({ b: [2], a: 1 }))
    expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: 2 }))
  })

  it('has the letters of made-up names', () => {
    expect(contentHash({ a: 1 })).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/)
  })

  it('takes any value', () => {
    expect([undefined, null, 1n, () => 1].map(contentHash)).toHaveLength(4)
  })
})
