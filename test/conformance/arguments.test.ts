import { describe, expect, it } from 'vitest'

import { readArguments } from '../../conformance/arguments.js'

describe('the command line', () => {
  it('names any number of files', () => {
    expect(readArguments(['a.json', 'b.json'])).toEqual({ _tag: 'Run', files: ['a.json', 'b.json'] })
  })
  it('asks for a self-check, of all or of a sample', () => {
    expect(readArguments(['--self-check', 'a'])).toEqual({
      _tag: 'SelfCheck',
      files: ['a'],
      sample: Number.POSITIVE_INFINITY,
    })
    expect(readArguments(['a', '--self-check', '--sample', '5'])).toMatchObject({ _tag: 'SelfCheck', sample: 5 })
    expect(readArguments(['--self-check', '--sample=7', 'a'])).toMatchObject({ sample: 7 })
  })
  it.each([
    [[], 'no FILE given'],
    [['--self-check'], 'no FILE given'],
    [['--nope', 'a'], 'unknown option --nope'],
    [['--sample', '3', 'a'], '--sample goes with --self-check'],
    [['--self-check', 'a', '--sample'], '--sample wants a whole number above zero'],
    [['--self-check', 'a', '--sample', '0'], '--sample wants a whole number above zero'],
    [['--self-check', 'a', '--sample', 'x'], '--sample wants a whole number above zero'],
  ])('that says %j is refused', (words, because) => {
    expect(readArguments(words)).toEqual({ _tag: 'Misused', because })
  })
})
