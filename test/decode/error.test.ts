import { describe, expect, it } from 'vitest'

import { linesOf } from '../../src/decode/error.js'

describe('the lines of an error', () => {
  it('say each problem with its path', () => {
    const problems = [
      { path: '', expected: 'an object', actual: '7' },
      { path: 'images[3].size', expected: 'a number', actual: '"x"' },
    ] as const
    expect(linesOf({ _tag: 'InvalidInput', source: 'crictl images -o json', problems })).toEqual([
      'expected an object, got 7',
      'images[3].size: expected a number, got "x"',
    ])
  })

  it('say what a wrong file is and what to do', () => {
    expect(linesOf({ _tag: 'WrongFile', source: 'A', found: 'a B', instead: 'run A' })).toEqual([
      'this is a B, not A; run A',
    ])
  })
})
