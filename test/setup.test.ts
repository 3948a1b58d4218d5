/** Answers whether the guard over the host holds: library code is refused, tests and their tools are not. */
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Runs code as if it stood in a file of the project. */
const inFile = (file: string, code: string): unknown => runInThisContext(code, { filename: join(root, file) })

const reads = [
  'Date.now()',
  'new Date()',
  'Date()',
  'new Date("2026-01-01")',
  'new Date("2026-01-01T00:00:00")',
  'new Date(2026, 0)',
  'Date.parse("2026-01-01")',
  'Math.random()',
  'performance.now()',
  'new Date(0).getTimezoneOffset()',
  'new Date(0).getHours()',
  'new Date(0).getDate()',
  'new Date(0).setHours(1)',
  'new Date(0).toString()',
  '`${new Date(0)}`',
  'new Date(0).toDateString()',
  'new Date(0).toLocaleDateString()',
  'new Date(0).toLocaleString()',
  '(1234).toLocaleString()',
  '"a".localeCompare("b")',
  '"i".toLocaleUpperCase()',
  'new Intl.NumberFormat()',
  'new Intl.DateTimeFormat()',
  'new (new Date(0).constructor)()',
]

describe('library code', () => {
  it.each(reads)('may not run %s', (code) => {
    expect(() => inFile('src/core/any.ts', code)).toThrow('src/core/any.ts reads the host')
  })

  it.each(['kubelet/image', 'decode', 'render', 'simulate/loop', 'lint', 'internal'])(
    'is what lies in %s',
    (folder) => {
      expect(() => inFile(`src/${folder}/any.ts`, 'Date.now()')).toThrow('reads the host')
    },
  )

  it('may not have a package read the host for it', () => {
    const viaPackage = inFile('node_modules/clock/index.js', '() => Date.now()') as () => number
    const call = inFile('src/core/any.ts', '(read) => { return 1 + read() }') as (read: () => number) => number
    expect(() => call(viaPackage)).toThrow('src/core/any.ts reads the host: Date.now')
  })

  it.each(['new Date(5).getTime()', 'new Date(5).toISOString()', 'new Date(new Date(5))', 'new Date(5).getUTCHours()'])(
    'may run %s',
    (code) => {
      expect(() => inFile('src/core/any.ts', code)).not.toThrow()
    },
  )

  it('may call back into a test that reads the clock', () => {
    const call = inFile('src/core/any.ts', '(read) => { return 1 + read() }') as (read: () => number) => number
    expect(call(() => Date.now())).toBeGreaterThan(1)
  })
})

describe('anybody else', () => {
  it.each(reads)('may run %s', (code) => {
    expect(() => inFile('test/any.ts', code)).not.toThrow()
  })

  it('may use fast-check dates, which are Dates', () => {
    fc.assert(fc.property(fc.date(), (date) => date instanceof Date && Object.getPrototypeOf(date) === Date.prototype))
  })

  it('gets real Dates', () => {
    expect(new Date(5)).toEqual(new Date(5))
    expect(structuredClone(new Date(5))).toBeInstanceOf(Date)
    expect(Date.UTC(1970, 0)).toBe(0)
    expect(new Date(0).constructor).toBe(Date)
    expect(Date.length).toBe(7)
  })
})
