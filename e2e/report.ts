/** What the live tests found, and the files that let a difference be looked into. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { Tally } from './suites.js'

/** A plan and a daemon that differ. */
export interface Difference {
  readonly daemon: string
  readonly seed: number
  readonly what: string
  readonly plannedOnly: ReadonlyArray<string>
  readonly happenedOnly: ReadonlyArray<string>
  /** The world as it was when planned. */
  readonly world: unknown
}

/** Writes a difference beside the reports of tests; the path. */
export const writeDifference = (difference: Difference): string => {
  const folder = resolve('reports/e2e')
  mkdirSync(folder, { recursive: true })
  const name = `${difference.daemon}-${difference.seed}-${difference.what}`.replace(/[^\w.]+/g, '-')
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(difference, null, 1)}\n`)
  return file
}

/** Writes the counts as vitest's JSON reporter would: one test for each world, one skipped for each daemon that is not there. */
export const writeResults = (
  file: string,
  tallies: ReadonlyArray<{ readonly suite: string; readonly tally: Tally }>,
): void => {
  const testResults = tallies.map(({ suite, tally }) => {
    const results = (status: 'passed' | 'failed' | 'skipped') =>
      Array.from({ length: tally[status] }, () => ({ ancestorTitles: [suite], title: tally.said, status }))
    const assertionResults = [...results('passed'), ...results('failed'), ...results('skipped')]
    return { name: `e2e ${suite}`, status: tally.failed > 0 ? 'failed' : 'passed', assertionResults }
  })
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(resolve(file), JSON.stringify({ testResults }))
}
