import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { runs } from '../runs.js'
import { attack } from './attack.js'
import { entries } from './entries.js'
import { faultIn } from './judge.js'

const table = entries.map((entry) => [entry.name, entry] as const)

describe('a reader under attack', () => {
  it.each(table)(
    'reads what it is meant to read, before anything is changed in it: %s',
    (_, { read, values, texts }) => {
      const answers = [...values, ...texts].map((good) => read(good) as { readonly _tag?: string })
      expect(answers.length).toBeGreaterThan(0)
      expect(answers.filter(({ _tag }) => _tag === 'Left')).toEqual([])
    },
  )

  it.each(table)('stands hostile inputs: %s', (_, entry) => {
    expect(attack(entry, 7, 0, runs(1000)).faults).toEqual([])
  })

  it('is every reader that the documentation names', () => {
    const named = readFileSync('docs/decoders.md', 'utf8').matchAll(
      /`(decode[A-Z]\w+|namesInListing|logLinksInListings)`/g,
    )
    const names = new Set(entries.map(({ name }) => name))
    expect([...named].map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('an attack', () => {
  const good = { name: 'toy', values: [{ a: [1, 2] }], texts: ['{"a":[1,2]}'] }
  const faultsOf = (read: (input: unknown) => unknown) =>
    new Set(attack({ ...good, read }, 1, 0, 5000).faults.map(({ because }) => because))
  const nothing = { _tag: 'Right', right: null } as const

  it('finds a reader that throws, answers nothing, or gives problems without words', () => {
    expect([...faultsOf((input) => (input === null ? null : nothing))]).toEqual(['no answer'])
    expect([...faultsOf(() => ({ _tag: 'Left', left: { _tag: 'InvalidInput', source: 's', problems: [] } }))]).toEqual([
      '0 problems',
    ])
    expect(
      [...faultsOf((input) => JSON.parse(String(input)) && nothing)].some((because) => because.startsWith('threw')),
    ).toBe(true)
  })

  it('finds a reader that changes what it is given', () => {
    const faults = faultsOf((input) => {
      if (Array.isArray((input as { a?: unknown } | null)?.a)) (input as { a: unknown[] }).a.reverse()
      return nothing
    })
    expect([...faults].every((because) => because.startsWith('threw TypeError'))).toBe(true)
    expect(faults.size).toBeGreaterThan(0)
  })

  it('finds a reader that lets an input choose what its answer inherits', () => {
    const copied = (input: unknown): unknown => {
      const copy: Record<string, unknown> = {}
      try {
        for (const [key, value] of Object.entries(JSON.parse(String(input)) as object)) copy[key] = value
      } catch {
        return nothing
      }
      return { _tag: 'Right', right: copy }
    }
    expect([...faultsOf(copied)]).toContain('a value with a prototype of its own')
  })

  it('finds a reader that changes what all code shares', () => {
    try {
      const faults = faultsOf(() => {
        Object.assign(Object.prototype, { polluted: true })
        return nothing
      })
      expect([...faults][0]).toMatch(/^pollution: polluted/)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted')
    }
  })

  it('is the same again for the same seed, and another one for another', () => {
    const seen = (seed: number): ReadonlyArray<unknown> => {
      const inputs: unknown[] = []
      attack({ ...good, read: (input) => (inputs.push(input), nothing) }, seed, 3, 50)
      return inputs
    }
    expect(seen(1)).toEqual(seen(1))
    expect(seen(1)).not.toEqual(seen(2))
  })

  it('takes a list for an answer', () => {
    expect(faultIn([])).toBeNull()
  })
})
