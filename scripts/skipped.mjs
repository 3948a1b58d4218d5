/** Answers what a step that cannot run here needs: whether the disk has room, and a report that says why it was skipped. */
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { root } from './package.mjs'

/** @param {number} bytes @returns {string | undefined} why there is no room for them */
export const lackOfRoom = (bytes) => {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  return free >= bytes ? undefined : `${Math.round(free / 1e6)} MB are free, and ${bytes / 1e6} MB are needed`
}

/**
 * Says why something is skipped, and writes the report of one skipped test, as vitest would.
 *
 * @param {string} what @param {string} because @param {string} [report] path of the file
 */
export const skip = (what, because, report) => {
  console.log(`${what}: skipped: ${because}`)
  if (report === undefined) return
  const assertionResults = [{ ancestorTitles: [what], title: `skipped: ${because}`, status: 'skipped' }]
  mkdirSync(dirname(report), { recursive: true })
  writeFileSync(report, JSON.stringify({ testResults: [{ name: what, status: 'passed', assertionResults }] }))
}
