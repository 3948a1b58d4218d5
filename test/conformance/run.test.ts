import { describe, expect, it } from 'vitest'

import { printReport } from '../../conformance/print.js'
import { runFile } from '../../conformance/run.js'
import { toyCase, toyFile, toyShape } from './toy.js'

const run = async (...cases: ReadonlyArray<unknown>): Promise<ReadonlyArray<string>> =>
  printReport('FILE', await runFile([toyShape], toyFile(...cases)))

const runText = async (text: string): Promise<ReadonlyArray<string>> =>
  printReport('FILE', await runFile([toyShape], text))

describe('a file', () => {
  it('has its figures on the first line, then failing cases with their first difference', async () => {
    const lines = await run(
      toyCase('same', { list: [1, 2], count: 2 }, { list: [1, 2], count: 2 }),
      toyCase('other', { list: [{ id: 'a' }, { id: 'b' }] }, { list: [{ id: 'a' }, { id: 'c' }] }),
      { name: 'later', input: { skip: 'no such runtime' }, expected: { count: 1 } },
    )
    expect(lines).toEqual([
      'FILE: 1 passed, 1 failed, 1 skipped',
      '  other',
      '    list[1].id: expected "b", actual "c"',
      '  skipped 1: no such runtime',
    ])
  })

  it('without cases has nothing passed and nothing failed', async () => {
    expect(await run()).toEqual(['FILE: 0 passed, 0 failed, 0 skipped'])
  })

  it('of an unknown shape has every case skipped, with one line of why', async () => {
    const text = JSON.stringify({ meta: { shape: 'toy/other' }, cases: [toyCase('a', 1, 1), 'nonsense'] })
    expect(await runText(text)).toEqual(['FILE: 0 passed, 0 failed, 2 skipped', '  skipped 2: unknown shape toy/other'])
  })

  it.each([
    ['', 'not JSON: Unexpected end of JSON input'],
    ['[]', 'expected an object with meta and cases, got []'],
    ['{"cases":[]}', 'expected meta.shape to be a string, got absent'],
    ['{"meta":null,"cases":[]}', 'expected meta.shape to be a string, got absent'],
    ['{"meta":{"shape":7},"cases":[]}', 'expected meta.shape to be a string, got 7'],
    ['{"meta":{"shape":"toy/echo"},"cases":{}}', 'expected cases to be an array, got {}'],
  ])('that is broken counts as one failure: %s', async (text, because) => {
    expect(await runText(text)).toEqual(['FILE: 0 passed, 1 failed, 0 skipped', '  the file itself', `    ${because}`])
  })

  it('may start with a byte order mark', async () => {
    expect(await runText(`\uFEFF${toyFile(toyCase('a', { count: 1 }, { count: 1 }))}`)).toEqual([
      'FILE: 1 passed, 0 failed, 0 skipped',
    ])
  })

  it('has the fields that no rule compares named once', async () => {
    const expected = { count: 1, roots: [1], steps: [{ error: null, note: 'x' }, { note: 'y' }] }
    expect(await run(toyCase('a', expected, expected), toyCase('b', expected, expected))).toEqual([
      'FILE: 2 passed, 0 failed, 0 skipped',
      '  not compared: roots, steps.*.note',
    ])
  })
})

describe('a case', () => {
  it.each([
    [null, 'cases[0]', 'malformed: expected an object, got null'],
    [{ input: {}, expected: {} }, 'cases[0]', 'malformed: expected name to be a string, got absent'],
    [{ name: 'a', expected: {} }, 'a', 'malformed: input absent'],
    [{ name: 'a' }, 'a', 'malformed: input and expected absent'],
    [{ name: 'a', input: { boom: 'out of range' }, expected: {} }, 'a', 'the replay threw: out of range'],
    [toyCase('a', {}, {}), 'a', 'expected has no field that is compared'],
    [toyCase('a', { count: 1 }, null), 'a', 'expected: expected {"count":1}, actual null'],
    [toyCase('a', { count: null }, {}), 'a', 'count: expected null, actual absent'],
    [toyCase('a', { count: 1 }, { count: '1' }), 'a', 'count: expected 1, actual "1"'],
  ])('that is %j fails and the run goes on', async (broken, name, because) => {
    expect(await run(broken, toyCase('sound', { count: 1 }, { count: 1 }))).toEqual([
      'FILE: 1 passed, 1 failed, 0 skipped',
      `  ${name}`,
      `    ${because}`,
    ])
  })

  it('with a key __proto__ is compared by it', async () => {
    const expected: unknown = JSON.parse('{"objects":{"__proto__":{"gone":true}}}')
    expect(await run(toyCase('a', expected, expected))).toEqual(['FILE: 1 passed, 0 failed, 0 skipped'])
    expect(await run(toyCase('a', expected, { objects: {} }))).toEqual([
      'FILE: 0 passed, 1 failed, 0 skipped',
      '  a',
      '    objects.__proto__: expected {"gone":true}, actual absent',
    ])
  })
})

describe('a case recorded for several versions', () => {
  const recorded = {
    name: 'a',
    versions: ['2.0', '3.0'],
    alternatives: [{ versions: ['1.0'], expected: { count: 1 } }],
    input: { perVersion: { '1.0': { count: 1 }, '2.0': { count: 2 } } },
    expected: { count: 2 },
  }

  it('is asked once per version, and versions nobody replays are named', async () => {
    expect(await run(recorded)).toEqual(['FILE: 1 passed, 0 failed, 0 skipped', '  versions not replayed: 3.0'])
  })

  it('fails when one version fails, and says which', async () => {
    const input = { perVersion: { '1.0': { count: 2 }, '2.0': { count: 2 } } }
    expect(await run({ ...recorded, input })).toEqual([
      'FILE: 0 passed, 1 failed, 0 skipped',
      '  a',
      '    1.0: count: expected 1, actual 2',
      '  versions not replayed: 3.0',
    ])
  })

  it('is skipped when it was recorded for none of the replayed versions', async () => {
    expect(await run({ ...recorded, versions: ['3.0'], alternatives: [] })).toEqual([
      'FILE: 0 passed, 0 failed, 1 skipped',
      '  skipped 1: recorded for no version that can be replayed',
      '  versions not replayed: 3.0',
    ])
  })
})
