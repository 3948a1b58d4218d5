import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { programAt } from '../program.js'

let folder = ''

const conformance = programAt('conformance/main.ts')

const file = (name: string, held: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(held))
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const config = (nanoseconds: string): object => ({
  meta: { shape: 'kubelet/config' },
  cases: [{ name: 'd', kind: 'go-duration', input: { text: '1s' }, expected: { nanoseconds, string: '1s' } }],
})

const skipped = {
  meta: { shape: 'containerd/graph' },
  cases: [{ name: 'a', input: {}, expected: { removed: [] } }],
}

describe('the command', () => {
  it('is content with files of which every case passes', () => {
    const right = file('right.json', config('1000000000'))
    expect(conformance(right)).toEqual({ code: 0, lines: [`${right}: 1 passed, 0 failed, 0 skipped`] })
    expect(conformance('--self-check', right)).toMatchObject({ code: 0 })
  })

  it.each([
    ['unknown', { meta: { shape: 'nobody/knows' }, cases: [{}, {}] }, '  skipped 2: unknown shape nobody/knows'],
    ['empty', { meta: { shape: 'kubelet/config' }, cases: [] }, '  no cases of shape kubelet/config'],
    ['skipped', skipped, '  skipped 1: names no version of containerd'],
  ])('fails when a file is %s, and says why', (name, held, line) => {
    const right = file('right.json', config('1000000000'))
    const { code, lines } = conformance(file(`${name}.json`, held), right)
    expect(code).toBe(1)
    expect(lines[1]).toBe(line)
    expect(lines.at(-1)).toBe(`${right}: 1 passed, 0 failed, 0 skipped`)
    expect(conformance('--self-check', file(`${name}.json`, held)).code).toBe(1)
  })

  it('fails when one file of several fails, or cannot be read', () => {
    const wrong = file('wrong.json', config('1'))
    const right = file('right.json', config('1000000000'))
    const { code, lines } = conformance(wrong, join(folder, 'absent.json'), right)
    expect(code).toBe(1)
    expect(lines.slice(0, 5)).toEqual([
      `${wrong}: 0 passed, 1 failed, 0 skipped`,
      '  d',
      '    nanoseconds: expected "1", actual "1000000000"',
      `${join(folder, 'absent.json')}: 0 passed, 1 failed, 0 skipped`,
      '  the file itself',
    ])
    expect(lines.at(-1)).toBe(`${right}: 1 passed, 0 failed, 0 skipped`)
    expect(conformance('--self-check', wrong).code).toBe(1)
  })

  it('says how it is used when it is misused', () => {
    expect(conformance()).toEqual({ code: 2, lines: [] })
  })
})
