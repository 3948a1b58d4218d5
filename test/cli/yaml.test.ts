import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'
import { parse as parseElsewhere } from 'yaml'

import { yaml } from '../../src/cli/yaml.js'
import { runs } from '../runs.js'

const { parse, print } = yaml
const wrong = (text: string): unknown => E.swap(parse(text))
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

describe('YAML that is read', () => {
  it('is one document of the core schema', () => {
    expect(parse('a: [1, yes, "2"]\nb: {c: ~}\n')).toEqual(E.right({ a: [1, 'yes', '2'], b: { c: null } }))
    expect(parse('%YAML 1.2\n---\na: 1\n...\n')).toEqual(E.right({ a: 1 }))
    expect(parse('')).toEqual(E.right(null))
    expect(wrong('a: 1\n---\nb: 2\n')).toEqual(E.right('one document was expected, there are 2'))
  })

  it('may be several documents, of which an empty text has one', () => {
    expect(yaml.parseAll('a: 1\n---\n---\n- b\n')).toEqual(E.right([{ a: 1 }, null, ['b']]))
    expect(yaml.parseAll('# nothing\n')).toEqual(E.right([null]))
    expect(E.isLeft(yaml.parseAll('a: 1\n---\n]\n'))).toBe(true)
  })

  it('says at which place it is wrong', () => {
    expect(wrong('a: 1\nb: [1, ]]\n')).toEqual(E.right('bad indentation of a mapping entry at line 2, column 9'))
    expect(wrong('a: 1\n c: 2\n')).toEqual(E.right('bad indentation of a mapping entry at line 2, column 3'))
    expect(wrong('a: *b\n')).toEqual(E.right('unidentified alias "b" at line 1, column 5'))
    expect(wrong('a: !secret x\n')).toEqual(E.right('unknown scalar tag !<!secret> at line 1, column 4'))
    expect(wrong('a: 1\0\n')).toEqual(E.right('null byte is not allowed in input at line 1, column 5'))
  })

  it('has each key of a map once, and text as its keys', () => {
    expect(wrong('a: 1\nb: {c: 1, c: 2}\n')).toEqual(E.right('duplicated mapping key at line 2, column 11'))
    expect(parse('a: {c: 1}\nb: {c: 1}\n')).toEqual(E.right({ a: { c: 1 }, b: { c: 1 } }))
    expect(wrong('? [a]\n: 1\n')).toEqual(E.right(expect.stringMatching(/^object-based map .* complex keys at line 1/)))
    expect(wrong('1: a\n"1": b\n')).toEqual(E.right('duplicated mapping key at line 2, column 2'))
  })

  it('has keys of its own alone, whatever they are called', () => {
    const read = parse('__proto__: {polluted: 1}\n')
    expect(E.isRight(read) && Object.keys(read.right as object)).toEqual(['__proto__'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('has at most two hundred levels', () => {
    const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
    expect(parse(levels(199))).toEqual(E.right(JSON.parse(levels(199))))
    expect(wrong(levels(200))).toEqual(E.right('nesting exceeded maxDepth (200) at line 1, column 200'))
    expect(wrong('- '.repeat(1_000_000))).toEqual(E.right(expect.stringMatching(/^nesting exceeded maxDepth \(200\)/)))
  })

  it('has at most a thousand aliases', () => {
    const aliases = (count: number) => `- &a x\n${'- *a\n'.repeat(count)}`
    expect(parse(aliases(1000))).toEqual(E.right(Array.from({ length: 1001 }, () => 'x')))
    expect(wrong(aliases(1001))).toEqual(E.right('aliases exceeded maxAliases (1000) at line 1002, column 4'))
  })

  it('has aliases that stand for few values, however they are nested', () => {
    const rows = 'bcdefg'
      .split('')
      .map((name, row) => `${name}: &${name} [${`*${'abcdef'.charAt(row)},`.repeat(9)}x]\n`)
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${rows.join('')}`
    expect(wrong(bomb)).toEqual(E.right('aliases stand for more than 1000000 characters'))
    expect(E.isRight(parse(bomb.slice(0, bomb.indexOf('f:'))))).toBe(true)
    const long = `- &a ${'x'.repeat(10_000)}\n`
    expect(E.isRight(parse(`${long}${'- *a\n'.repeat(99)}`))).toBe(true)
    expect(wrong(`${long}${'- *a\n'.repeat(101)}`)).toEqual(E.right('aliases stand for more than 1000000 characters'))
    expect(wrong(`- &a {${'k'.repeat(10_000)}: 1}\n${'- *a\n'.repeat(101)}`)).toEqual(
      E.right('aliases stand for more than 1000000 characters'),
    )
  })

  it('has aliases that lead to no more levels than text may have, and to no end that is their beginning', () => {
    const chained = (count: number) =>
      `- &a0 x\n${lines(count, (index) => `- &a${index + 1} ${'['.repeat(40)}*a${index}${']'.repeat(40)}\n`)}`
    expect(E.isRight(parse(chained(4)))).toBe(true)
    expect(wrong(chained(5))).toEqual(E.right('aliases nest more than 200 levels'))
    expect(wrong('a: &a [*a, *a]\n')).toEqual(E.right('aliases nest more than 200 levels'))
    expect(wrong('&a {b: *a}\n')).toEqual(E.right('aliases nest more than 200 levels'))
  })

  it('may have a hundred thousand keys in one map', () => {
    const read = parse(lines(100_000, (index) => `k${index}: ${index}\n`))
    expect(E.isRight(read) && Object.keys(read.right as object).length).toBe(100_000)
  })
})

const marks = Array.from('a: -#"\'\n\t\\|>&*!%@`,[]{}?0.~\u0085\u202e\u2028\ufeff\u009b\ud800')

describe('YAML that is written', () => {
  it('reads back as what it was, with nothing in it that steers a terminal', () => {
    const value = {
      'k\u202e': 'a\u0085b',
      lines: 'a\nb\n',
      both: 'a\n\u009bb',
      later: 'a\n\u202eb',
      tab: 'a\tb',
      blanks: 'a\n \n ',
      plain: ['x', 1, null, true],
    }
    const text = print(value)
    expect(parse(text)).toEqual(E.right(value))
    expect(text).toBe(
      '"k\\u202e": "a\\Nb"\nlines: |\n  a\n  b\nboth: "a\\n\\x9Bb"\nlater: "a\\n\\u202eb"\ntab: "a\\tb"\nblanks: "a\\n \\n "\nplain:\n  - x\n  - 1\n  - null\n  - true\n',
    )
  })

  it('quotes what readers of YAML 1.1, as kubectl is one, would take for no text', () => {
    const value = { a: 'yes', b: 'off', c: '0777', d: '2026-01-01T12:00:00Z', e: '1_000', f: '~', on: '' }
    expect(print(value)).toBe(
      'a: "yes"\nb: "off"\nc: "0777"\nd: "2026-01-01T12:00:00Z"\ne: "1_000"\nf: "~"\n"on": ""\n',
    )
  })

  it('has what JSON has: no field that is undefined, instants as text, equal parts written out', () => {
    const at = new Date('2026-01-01T12:00:00Z')
    const part = { a: [1] }
    expect(print({ at, none: undefined, one: part, two: part })).toBe(
      'at: "2026-01-01T12:00:00.000Z"\none:\n  a:\n    - 1\ntwo:\n  a:\n    - 1\n',
    )
  })

  it('reads back as the same value here and with another reader, on one line where it was one', () => {
    const odd = fc.string({ unit: fc.constantFrom(...marks) })
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' }), odd, odd, (json, key, text) => {
        const value = { json, [key]: [text], [text]: { [key]: key } }
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(parse(print(value))).toEqual(E.right(plain))
        expect(parseElsewhere(print(value))).toEqual(plain)
        expect(print(value)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\ufeff]/)
      }),
      { numRuns: runs(2000) },
    )
  })
})
