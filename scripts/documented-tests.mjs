/**
 * Answers whether every test that a table of the documentation names exists and passed. A column `test` names a file, and
 * after it a title with its groups, or the beginning of one before `...`; several tests stand on lines of their own; `-`
 * says that no code can show it:
 *
 *     | `lifecycle/plan.test.ts` the time to live > starts when...<br>`core/time.test.ts` |
 *
 * `node scripts/documented-tests.mjs REPORT.json` reads what vitest's JSON reporter wrote.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'

import { root } from './package.mjs'

/**
 * @typedef {{ file: string, title: string | null }} Named
 * @typedef {{ page: string, line: number, names: ReadonlyArray<Named> | null, text: string }} Row
 * @typedef {{ name: string, assertionResults: ReadonlyArray<{ ancestorTitles: string[], title: string, status: string }> }} Ran
 */

/** @returns {ReadonlyArray<string>} */
const pages = () =>
  existsSync(join(root, 'docs'))
    ? readdirSync(join(root, 'docs'), { recursive: true })
        .map((file) => join('docs', String(file)))
        .filter((file) => file.endsWith('.md'))
        .toSorted()
    : []

/** @param {string} line */
const cellsOf = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** @param {string} cell @returns {ReadonlyArray<Named> | null} null for a cell that is neither tests nor `-` */
const namesIn = (cell) => {
  if (cell === '-') return []
  const names = cell.split('<br>').map((part) => /^`([^`]+\.test\.ts)`(?: (.+))?$/.exec(part.trim()))
  return names.includes(null) ? null : names.map((name) => ({ file: name?.[1] ?? '', title: name?.[2] ?? null }))
}

/** @param {string} page @param {string} text @returns {ReadonlyArray<Row>} */
const rowsOf = (page, text) => {
  /** @type {Row[]} */
  const rows = []
  let column = -1
  text.split('\n').forEach((line, index, lines) => {
    if (!line.startsWith('|')) column = -1
    else if (/^\|[\s:|-]+\|$/.test(line)) column = cellsOf(lines[index - 1] ?? '').indexOf('test')
    else if (column >= 0) {
      const cell = cellsOf(line)[column] ?? ''
      rows.push({ page, line: index + 1, names: namesIn(cell), text: cell })
    }
  })
  return rows
}

/** @param {string} title @returns {(full: string) => boolean} */
const matches = (title) =>
  title.endsWith('...') ? (full) => full.startsWith(title.slice(0, -'...'.length)) : (full) => full === title

/** @param {Named} named @param {ReadonlyArray<Ran>} ran @returns {string | null} */
const problemOf = ({ file, title }, ran) => {
  const files = ran.filter(({ name }) => `/${name}`.replaceAll('\\', '/').endsWith(`/${file}`))
  const [one] = files
  if (one === undefined) return `no file ${file} ran`
  if (files.length > 1) return `${files.length} files are called ${file}`
  const tests = one.assertionResults.filter(
    (test) => title === null || matches(title)([...test.ancestorTitles, test.title].join(' > ')),
  )
  if (tests.length === 0) return title === null ? `${file} has no test` : `${file} has no test "${title}"`
  const other = tests.find(({ status }) => status !== 'passed')
  return other === undefined ? null : `${file}: "${other.title}" is ${other.status}`
}

const [, , report] = argv
if (report === undefined) throw new Error('usage: node scripts/documented-tests.mjs REPORT.json')
/** @type {{ testResults: ReadonlyArray<Ran> }} */
const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
const rows = pages().flatMap((page) => rowsOf(page, readFileSync(join(root, page), 'utf8')))
const problems = rows.flatMap(({ page, line, names, text }) => {
  const found = names === null ? [`neither tests nor -: ${text}`] : names.map((named) => problemOf(named, testResults))
  return found.filter((problem) => problem !== null).map((problem) => `${page}:${line} ${problem}`)
})
for (const problem of problems) console.log(problem)
console.log(`${rows.length} rows, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
