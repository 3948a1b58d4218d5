import { describe, expect, it } from 'vitest'

import { parseJsonText } from '../../src/decode/json-text.js'
import { capture, right, wrongIn } from './reading.js'

const parse = parseJsonText('crictl ps -a -o json')

describe('a text', () => {
  it('is one JSON document', () => {
    expect(right(parse(' {"a": [1, null]}\n'))).toEqual({ a: [1, null] })
  })

  it('may begin with a byte order mark', () => {
    expect(right(parse('\uFEFF{}'))).toEqual({})
  })

  it('may hold one document on each line', () => {
    expect(right(parse('{"a":1}\r\n\n{"a":2}\n'))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('may hold one object after the other, each of several lines', () => {
    expect(right(parse('{\n  "a": 1\n}\n{\n  "a": 2\n}\n'))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('may hold many objects', () => {
    expect(right(parse('{\n"a": 1\n}\n'.repeat(50_000)))).toHaveLength(50_000)
  })

  it('keeps a key __proto__ as a key', () => {
    const value = right(parse('{"__proto__": {"polluted": true}}')) as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('is read however deep it nests', () => {
    expect(wrongIn(parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toEqual([])
  })
})

describe('a broken text is refused', () => {
  it.each([
    ['{"images": [}', '"}" at line 1, column 13'],
    ['{"a": 1,\n "b": tru}', '"tru}" at line 2, column 7'],
    ['{"a": 1', 'the end of the text at line 1, column 8'],
    ['{"a": 1,\n', 'the end of the text at line 2, column 1'],
    ['[1, 2,]', '"]" at line 1, column 7'],
    ['{"a" 1}', '"\\"a\\" 1}" at line 1, column 2'],
    ['{a: 1}', '"a: 1}" at line 1, column 2'],
    ["{'a': 1}", '"\'a\': 1}" at line 1, column 2'],
    ['{"a": 01}', '"1}" at line 1, column 8'],
    ['"ab\tc"', '"\\"ab\\tc\\"" at line 1, column 1'],
    ['{"a":1} {"a":2}', '"{\\"a\\":2}" at line 1, column 9'],
    ['[NaN]', '"NaN]" at line 1, column 2'],
    ['{"a":1}\n{"a":}', '"}" at line 2, column 6'],
    ['{"a":1}\n{"a":2}\n{"a":', 'the end of the text at line 3, column 6'],
    ['what is this', '"what is this" at line 1, column 1'],
  ])('%j at the place where it stops being JSON', (text, actual) => {
    expect(wrongIn(parse(text))).toEqual([`expected JSON, got ${actual}`])
  })

  it('by name if it is known for something else', () => {
    expect(wrongIn(parse(capture('containerd-2.1.9/crictl/pods.txt')))).toEqual([
      'this is the table of crictl pods, not crictl ps -a -o json; run crictl pods -o json',
    ])
  })

  it('as empty if it is', () => {
    expect(wrongIn(parse(' \n'))).toEqual([
      'this is an empty file, not crictl ps -a -o json; see whether the command that should have written it printed an error',
    ])
  })
})
