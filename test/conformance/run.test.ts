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
    expect(await run()).toEqual(['FILE: 0 passed, 0 failed, 0 skipped', '  no cases of shape toy/echo'])
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
  const either = (actual: unknown): object => toyCase('a', { oneOf: [{ count: 1 }, { count: 2, list: [] }] }, actual)

  it.each([{ count: 1 }, { count: 2, list: [] }])(
    'with several outcomes passes with %j, one of them',
    async (actual) => {
      expect(await run(either(actual))).toEqual(['FILE: 1 passed, 0 failed, 0 skipped'])
    },
  )

  it('with several outcomes fails with an answer that is none of them, and says how it differs from each', async () => {
    expect(await run(either({ count: 2, list: [1] }))).toEqual([
      'FILE: 0 passed, 1 failed, 0 skipped',
      '  a',
      '    none of 2 outcomes: oneOf[0]: count: expected 1, actual 2; oneOf[1]: list[0]: expected absent, actual 1',
    ])
  })

  it('may have several outcomes per version', async () => {
    const versioned = {
      name: 'a',
      versions: ['2.0'],
      alternatives: [{ versions: ['1.0'], expected: { oneOf: [{ count: 1 }, { count: 3 }] } }],
      input: { perVersion: { '1.0': { count: 3 }, '2.0': { count: 2 } } },
      expected: { count: 2 },
    }
    expect(await run(versioned)).toEqual(['FILE: 2 passed, 0 failed, 0 skipped'])
  })

  it.each([
    [null, 'cases[0]', 'malformed: expected an object, got null'],
    [{ input: {}, expected: {} }, 'cases[0]', 'malformed: expected name to be a string, got absent'],
    [{ name: 'a', expected: {} }, 'a', 'malformed: input absent'],
    [{ name: 'a' }, 'a', 'malformed: input and expected absent'],
    [{ name: 'a', input: { boom: 'out of range' }, expected: {} }, 'a', 'the replay threw: out of range'],
    [toyCase('a', { oneOf: [] }, {}), 'a', 'malformed: expected oneOf to be a list with at least one outcome, got []'],
    [toyCase('a', { oneOf: 1 }, {}), 'a', 'malformed: expected oneOf to be a list with at least one outcome, got 1'],
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
    versions: ['2.0', '2.1'],
    alternatives: [{ versions: ['1.0'], expected: { count: 1 } }],
    input: { perVersion: { '1.0': { count: 1 }, '2.0': { count: 2 }, '2.1': { count: 2 } } },
    expected: { count: 2 },
  }

  it('counts once per version that it names, alternatives included', async () => {
    expect(await run(recorded)).toEqual(['FILE: 3 passed, 0 failed, 0 skipped'])
    expect(await run(recorded, toyCase('b', { count: 1 }, { count: 1 }))).toEqual([
      'FILE: 4 passed, 0 failed, 0 skipped',
    ])
  })

  it('fails for the versions whose answers differ, and for no other', async () => {
    const input = { perVersion: { '1.0': { count: 2 }, '2.0': { count: 2 }, '2.1': { count: 1 } } }
    expect(await run({ ...recorded, input })).toEqual([
      'FILE: 1 passed, 2 failed, 0 skipped',
      '  a @ 2.1',
      '    count: expected 2, actual 1',
      '  a @ 1.0',
      '    count: expected 1, actual 2',
    ])
  })

  it('is skipped for the versions that nobody replays', async () => {
    expect(await run({ ...recorded, versions: ['2.0', '3.0'] })).toEqual([
      'FILE: 2 passed, 0 failed, 1 skipped',
      '  skipped 1: no rules for 3.0',
    ])
  })

  it('of an unknown shape is skipped for each of them', async () => {
    const text = JSON.stringify({ meta: { shape: 'toy/other' }, cases: [recorded] })
    expect(await runText(text)).toEqual(['FILE: 0 passed, 0 failed, 3 skipped', '  skipped 3: unknown shape toy/other'])
  })

  it('is shown no answer of any version', async () => {
    const seen: object[] = []
    const shape = {
      ...toyShape,
      replay: (question: object): Promise<never> => Promise.reject(new Error(String(seen.push(question)))),
    }
    await runFile([shape], toyFile(recorded))
    expect(seen.map((question) => JSON.stringify(question))).toEqual(
      ['2.0', '2.1', '1.0'].map((version) =>
        JSON.stringify({ ...recorded, alternatives: [], expected: undefined, meta: { shape: 'toy/echo' }, version }),
      ),
    )
  })

  it.each([
    [{ versions: '2.0' }, 'expected versions to be an array of strings, got "2.0"'],
    [{ versions: [2] }, 'expected versions to be an array of strings, got [2]'],
    [{ alternatives: {} }, 'expected alternatives to be an array of versions and expected, got {}'],
    [
      { alternatives: [{ versions: ['1.0'] }] },
      'expected alternatives to be an array of versions and expected, got [{"versions":["1.0"]}]',
    ],
    [{ versions: ['2.0', '1.0'] }, 'version 1.0 named twice'],
  ])('fails as a whole when its versions cannot be read: %j', async (broken, because) => {
    expect(await run({ ...recorded, ...broken })).toEqual([
      'FILE: 0 passed, 1 failed, 0 skipped',
      '  a',
      `    malformed: ${because}`,
    ])
  })
})

describe('a shape', () => {
  it('may lay a recorded answer out before it is compared', async () => {
    const sorted = (expected: unknown): unknown => ({ list: (expected as { list: number[] }).list.toSorted() })
    const report = await runFile(
      [{ ...toyShape, layOut: sorted }],
      toyFile(toyCase('a', { list: [2, 1] }, { list: [1, 2] }), toyCase('b', { list: [1, 2] }, { list: [2, 1] })),
    )
    expect(report).toMatchObject({ passed: 1, failed: [{ name: 'b' }] })
  })

  it('compares fields that were recorded for some versions only for those', async () => {
    const shape = { ...toyShape, recordedFor: { count: ['2.0'] } }
    const recorded = {
      name: 'a',
      versions: ['1.0', '2.0'],
      input: { perVersion: { '1.0': { count: 3, list: [] }, '2.0': { count: 3, list: [] } } },
      expected: { count: 2, list: [] },
    }
    expect(await runFile([shape], toyFile(recorded))).toMatchObject({ passed: 1, failed: [{ name: 'a @ 2.0' }] })
  })
})
