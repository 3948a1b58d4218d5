import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { printSum, printTally } from '../../atlas/print.js'
import { openMemory } from '../../atlas/remembered.js'
import { programAt } from '../program.js'

const atlas = programAt('atlas/main.ts')

describe('the command', () => {
  it('plays the last block, which is shorter, and ends with the sum', () => {
    const { code, lines } = atlas('pod-gc-unscheduled', '--block', '22')
    expect(lines[0]).toMatch(/^pod-gc-unscheduled: 1 of 1 blocks equal/)
    expect([code, lines.slice(1)]).toEqual([0, ['1 of 1 blocks equal']])
  })

  it.each([
    ['a universe that is not there', ['nowhere']],
    ['a block that is not there', ['pod-gc-unscheduled', '--block', '23']],
  ])('refuses %s', (_, words) => {
    expect(atlas(...words)).toEqual({ code: 2, lines: [] })
  })
})

describe('the report', () => {
  const difference = { version: '2.3.4', index: 7, input: '{}', expected: '[1]', actual: '[]' }
  const tally = {
    name: 'toy',
    asked: 3,
    remembered: 1,
    played: [
      { name: 'toy', block: 1, versions: 1, seconds: 1, differences: [] },
      { name: 'toy', block: 2, versions: 1, seconds: 2, differences: [difference] },
    ],
  }

  it('names the case that differs below the figures of its universe', () => {
    expect(printTally(tally)).toEqual([
      'toy: 2 of 3 blocks equal, 1 of them before, 1.50 s per block',
      '  block 2 @ 2.3.4 differs at case 7',
      '    input    {}',
      '    expected [1]',
      '    actual   []',
      '    Replay: npm run atlas -- toy --block 2',
    ])
  })

  it('counts blocks that were equal before among the equal ones', () => {
    expect(printSum([tally, tally])).toBe('4 of 6 blocks equal')
  })
})

describe('the memory of equal blocks', () => {
  let folder = ''
  const block = { name: 'toy', block: 3 }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-'))
    openMemory(join(folder, 'here/atlas.txt'), 'code', false).add(block)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('holds what was added in an earlier run of the same code', () => {
    const memory = openMemory(join(folder, 'here/atlas.txt'), 'code', false)
    expect([block, { ...block, block: 4 }].map(memory.holds)).toEqual([true, false])
  })

  it('starts anew when the code is another, and when told so', () => {
    expect(openMemory(join(folder, 'here/atlas.txt'), 'other code', false).holds(block)).toBe(false)
    openMemory(join(folder, 'here/atlas.txt'), 'code', false).add(block)
    expect(openMemory(join(folder, 'here/atlas.txt'), 'code', true).holds(block)).toBe(false)
  })
})
