import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { yaml } from '../../src/cli/yaml.js'

const { parse, print } = yaml
const wrong = (text: string): unknown => E.swap(parse(text))
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

describe('YAML that is read', () => {
  it('is one document of the core schema', () => {
    expect(parse('a: [1, yes, "2"]\nb: {c: ~}\n')).toEqual(E.right({ a: [1, 'yes', '2'], b: { c: null } }))
    expect(parse('%YAML 1.2\n---\na: 1\n...\n')).toEqual(E.right({ a: 1 }))
    expect(parse('')).toEqual(E.right(null))
    expect(wrong('a: 1\n---\nb: 2\n')).toEqual(E.right('one document was expected, another begins at line 2, column 1'))
  })

  it('says at which place it is wrong', () => {
    expect(wrong('a: 1\nb: [1, ]]\n')).toEqual(
      E.right('Unexpected flow-seq-end token in YAML stream at line 2, column 9'),
    )
    expect(wrong('a: 1\n c: 2\n')).toEqual(E.right(expect.stringMatching(/ at line 1, column 4$/)))
    expect(wrong('a: *b\n')).toEqual(E.right('Unresolved alias (the anchor must be set before the alias): b'))
  })

  it('has each key of a map once', () => {
    expect(wrong('a: 1\nb: {c: 1, c: 2}\n')).toEqual(E.right('Map keys must be unique at line 2, column 11'))
    expect(parse('a: {c: 1}\nb: {c: 1}\n')).toEqual(E.right({ a: { c: 1 }, b: { c: 1 } }))
  })

  it('has at most two hundred levels', () => {
    const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
    expect(parse(levels(199))).toEqual(E.right(JSON.parse(levels(199))))
    expect(wrong(levels(200))).toEqual(E.right('more than 200 levels at line 1, column 201'))
    expect(wrong('- '.repeat(1_000_000))).toEqual(E.right(expect.stringMatching(/^more than 200 levels at line 1/)))
  })

  it('has at most a thousand anchors and aliases, which stand for few values', () => {
    expect(E.isRight(parse(lines(1000, (index) => `- &a${index} x\n`)))).toBe(true)
    expect(wrong(lines(1001, (index) => `- &a${index} x\n`))).toEqual(
      E.right('more than 1000 anchors and aliases at line 1001, column 3'),
    )
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd']
      .map((name, index) => `${name}: &${name} [${`*${'abc'.charAt(index)},`.repeat(9)}x]\n`)
      .join('')}`
    expect(wrong(bomb)).toEqual(E.right('Excessive alias count indicates a resource exhaustion attack'))
  })

  it('may have a hundred thousand keys in one map', () => {
    const read = parse(lines(100_000, (index) => `k${index}: ${index}\n`))
    expect(E.isRight(read) && Object.keys(read.right as object).length).toBe(100_000)
  })
})

describe('YAML that is written', () => {
  it('reads back as what it was, with nothing in it that steers a terminal', () => {
    const value = {
      'k\u202e': 'a\u0085b',
      lines: 'a\nb\n',
      both: 'a\n\u009bb',
      tab: 'a\tb',
      plain: ['x', 1, null, true],
    }
    const text = print(value)
    expect(parse(text)).toEqual(E.right(value))
    expect(text).toBe(
      '"k\\u202e": "a\\u0085b"\nlines: |\n  a\n  b\nboth: "a\\n\\u009bb"\ntab: "a\\tb"\nplain:\n  - x\n  - 1\n  - null\n  - true\n',
    )
  })
})
