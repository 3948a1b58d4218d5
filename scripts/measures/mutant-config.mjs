/**
 * How the tests of a chapter run against one mutant: examples and recordings, without the laws. The file of the mutant is
 * changed as it is loaded; nothing is written.
 */
import { readFileSync } from 'node:fs'

import { defineConfig } from 'vitest/config'

/** @type {{ file: string, start: number, end: number, replacement: string } | undefined} */
const mutant = process.env['GCPLAN_MUTANT'] === undefined ? undefined : JSON.parse(process.env['GCPLAN_MUTANT'])

export default defineConfig({
  plugins: [
    {
      name: 'gcplan-mutant',
      enforce: 'pre',
      load(id) {
        if (mutant === undefined || id.split('?')[0] !== mutant.file) return null
        const text = readFileSync(mutant.file, 'utf8')
        return text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/*.prop.test.ts', '**/*.types.test.ts', '**/scale.test.ts', '**/node_modules/**'],
    testTimeout: 120_000,
    // A time zone changes in a process of its own alone.
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    reporters: ['json'],
  },
})
