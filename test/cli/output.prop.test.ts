import { Writable } from 'node:stream'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { begun, wholeOf } from '../../src/cli/output.js'
import { writeParts } from '../../src/cli/process.js'
import { yaml } from '../../src/cli/yaml.js'
import { yamlInParts } from '../../src/cli/yaml-in-parts.js'
import { documentsInBothForms } from '../internal/json-in-parts.js'
import { runs } from '../runs.js'

describe('YAML in parts', () => {
  it('is what is written whole', () => {
    fc.assert(
      fc.property(documentsInBothForms, ({ inParts, plain }) => {
        fc.pre(Object.keys(plain).length > 0)
        expect([...yamlInParts(yaml.print, inParts)].join('')).toBe(yaml.print(plain))
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('is so where items are more than are printed together', () => {
    const kept = Array.from({ length: 205 }, (_, index) => ({ index, said: 'a\n\n  b\n' }))
    expect([...yamlInParts(yaml.print, { passes: [{ name: 'a', kept: () => kept }] })].join('')).toBe(
      yaml.print({ passes: [{ name: 'a', kept }] }),
    )
  })
})

describe('what is printed in parts', () => {
  it('is one text up to a limit, and beyond it a beginning and what follows', () => {
    const parts = ['ab', 'cd', 'ef']
    expect(begun('ab')).toEqual({ stdout: 'ab' })
    expect(begun({ parts }, 6)).toEqual({ stdout: 'abcdef' })
    const { stdout, more = [] } = begun({ parts }, 2)
    expect([stdout, ...more]).toEqual(['abcd', 'ef'])
    expect(wholeOf(begun({ parts }, 2))).toBe('abcdef')
  })
})

/** Takes what is written once the turn after has come; breaks after so many writes. */
const slow = (taken: string[], breaksAfter: number): Writable =>
  new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      if (taken.length < breaksAfter) taken.push(chunk)
      setImmediate(done, taken.length < breaksAfter ? undefined : new Error('nobody reads on'))
    },
  }).on('error', () => undefined)

describe('writing in parts', () => {
  it('makes a part once there is room for it, and says how far it is', async () => {
    const [taken, said]: [string[], string[]] = [[], []]
    let ahead = 0
    const parts = function* (): Iterable<string> {
      for (let made = 0; made < 3; made++) {
        ahead = Math.max(ahead, made - taken.length)
        yield 'x'.repeat(2 ** 20)
      }
    }
    await writeParts(slow(taken, 9), parts(), (line) => said.push(line))
    expect(taken.map(({ length }) => length)).toEqual([2 ** 20, 2 ** 20, 2 ** 20])
    expect(ahead).toBe(0)
    expect(said).toEqual(['writing: 1 MiB', 'writing: 2 MiB', 'writing: 3 MiB'])
  })

  it('ends where nobody reads on', async () => {
    const taken: string[] = []
    let made = 0
    const parts = function* (): Iterable<string> {
      while (made++ < 1000) yield 'x'
    }
    await writeParts(slow(taken, 2), parts(), () => undefined)
    expect(taken).toEqual(['x', 'x'])
    expect(made).toBeLessThan(5)
  })
})
