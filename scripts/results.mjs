/** Reads what vitest's JSON reporter wrote. */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from './package.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { files: ReadonlyArray<string>, skips: ReadonlyArray<string> }} Results
 * @typedef {{ ancestorTitles: string[], title: string, status: string }} Test
 */

/** @param {string} report */
export const forgetResults = (report) => rmSync(join(root, report), { force: true })

/**
 * @param {string} report
 * @param {ReadonlyArray<string>} [apart] files that don't count
 * @returns {Results} a file that does not load is one failed test; nothing at all without a report
 */
export const readResults = (report, apart = []) => {
  try {
    /** @type {{ testResults: ReadonlyArray<{ name: string, status: string, assertionResults: ReadonlyArray<Test> }> }} */
    const { testResults: all } = JSON.parse(readFileSync(join(root, report), 'utf8'))
    const testResults = all.filter(({ name }) => !apart.includes(relative(root, name)))
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const skips = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
    return {
      passed: tests.filter(({ status }) => status === 'passed').length,
      failed:
        tests.filter(({ status }) => status === 'failed').length +
        testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      skipped: skips.length,
      files: testResults.map(({ name }) => relative(root, name)),
      skips: skips.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ')),
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0, files: [], skips: [] }
  }
}
