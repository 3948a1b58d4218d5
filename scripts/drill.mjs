/**
 * The drill: plants the bugs of etc/drill.json one at a time and says which of them the tests notice. Some were drawn by
 * seed from all mutants of src, the others thought up by somebody who had not written the code, at least three for each
 * part of it; the list was committed before any of them was tried. `npm run drill -- [--near] [ID...]` tries these, or all;
 * `--near` with the tests of the file and its folder alone, which is soon done.
 *
 * A bug is planted in a copy of the project. It meets the tests named like its file, then those of its folder, then all
 * that import it, directly or not; what no test notices meets the types. At the end, whatever caught a bug runs without
 * one: a test that is red all the same has caught nothing. What turned out to change nothing says why and is left out, as is
 * a bug whose place in the code has gone since. Ends with 1 if a bug survived, or if that control is red.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

import { copyProject } from './copy.mjs'
import { root } from './package.mjs'
import { run } from './run.mjs'

/**
 * @typedef {{ id: string, file: string, wrong: string, original: string, replacement: string, equivalent?: string }} Bug
 *   `original` is once in the file; `wrong` says what is wrong with the replacement, or names the kind of mutant
 * @typedef {{ file: string, title: string }} Catch
 */

/** In milliseconds; a bug that makes tests run longer is noticed. */
const LIMIT = 900_000

/** @type {{ bugs: ReadonlyArray<Bug> }} */
const { bugs } = JSON.parse(readFileSync(join(root, 'etc/drill.json'), 'utf8'))
const { values, positionals: ids } = parseArgs({ options: { near: { type: 'boolean' } }, allowPositionals: true })
const chosen = bugs.filter(({ id }) => ids.length === 0 || ids.includes(id))
const strangers = ids.filter((id) => !bugs.some((bug) => bug.id === id))
if (strangers.length > 0) throw new Error(`no such bug: ${strangers.join(', ')}`)

const copy = await copyProject('drill')
const report = join(copy, 'drill-report.json')

/** @param {ReadonlyArray<string>} args @returns {Promise<Catch | undefined>} the first test that fails */
const redIn = async (args) => {
  rmSync(report, { force: true })
  const command = ['node_modules/vitest/vitest.mjs', ...args, '--config', 'vitest.quick.config.ts', '--bail', '1']
  const { code, output } = await run('node', [...command, '--reporter', 'json', '--outputFile', report], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1' },
    limit: LIMIT,
  })
  if (code === 0) return undefined
  if (!existsSync(report)) return { file: '', title: output.trim().split('\n').at(-1) ?? '' }
  /** @type {{ testResults: ReadonlyArray<{ name: string, status: string, message: string, assertionResults: ReadonlyArray<{ status: string, fullName: string }> }> }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed')
    if (failed !== undefined) return { file: relative(copy, name), title: failed.fullName }
    if (status === 'failed' && message !== '') return { file: relative(copy, name), title: `does not load: ${message}` }
  }
  return { file: '', title: output.trim().split('\n').at(-1) ?? '' }
}

/** @param {string} file in src @returns {string} the folder with its tests, or the nearest above */
const testsOf = (file) => {
  let folder = dirname(file).replace(/^src/, 'test')
  while (!existsSync(join(copy, folder))) folder = dirname(folder)
  return folder
}

/** @param {string} file @returns {ReadonlyArray<string>} */
const namedLike = (file) => {
  const folder = testsOf(file)
  const name = basename(file, '.ts')
  return readdirSync(join(copy, folder))
    .filter((test) => test.startsWith(`${name}.`) && test.endsWith('.test.ts'))
    .map((test) => join(folder, test))
}

/** @param {string} file @returns {Promise<Catch | undefined>} */
const noticed = async (file) => {
  const named = namedLike(file)
  const first = named.length === 0 ? undefined : await redIn(['run', ...named])
  if (first !== undefined) return first
  const folder = testsOf(file)
  const second = folder === 'test' ? undefined : await redIn(['run', `${folder}/`, '--passWithNoTests'])
  if (second !== undefined || values.near === true) return second
  const third = await redIn(['related', file, '--run', '--passWithNoTests'])
  if (third !== undefined) return third
  const { code, output } = await run('npm', ['run', '--silent', 'typecheck'], { cwd: copy, limit: LIMIT })
  return code === 0 ? undefined : { file: '', title: `types: ${output.trim().split('\n')[0] ?? ''}` }
}

/** @param {Bug} bug @returns {string | undefined} why it can't be tried */
const leftOut = ({ file, original, equivalent }) => {
  if (equivalent !== undefined) return equivalent
  const path = join(copy, file)
  return existsSync(path) && readFileSync(path, 'utf8').split(original).length === 2 ? undefined : 'its place has gone'
}

/** @param {Bug} bug @returns {Promise<Catch | undefined>} */
const tried = async ({ file, original, replacement }) => {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.split(original).join(replacement))
  try {
    return await noticed(file)
  } finally {
    writeFileSync(path, text)
  }
}

/** @type {Set<string>} */
const catchers = new Set()
let tries = 0
let survived = 0
let isSound = true
/** @param {string} what @param {Bug} bug @param {string} how */
const tell = (what, { id }, how) => console.log(`${what.padEnd(8)} ${id}  ${how.replace(/\s+/g, ' ').slice(0, 160)}`)
try {
  for (const bug of chosen) {
    const because = leftOut(bug)
    if (because !== undefined) {
      tell('left out', bug, `${bug.file}: ${because}`)
      continue
    }
    tries++
    const caught = await tried(bug)
    if (caught === undefined) {
      survived++
      tell('survived', bug, `${bug.file}: ${bug.wrong}`)
      continue
    }
    if (caught.file !== '') catchers.add(caught.file)
    tell('caught', bug, `${caught.file} ${caught.title}`)
  }
  const red = catchers.size === 0 ? undefined : await redIn(['run', ...catchers])
  isSound = red === undefined
  if (red !== undefined) console.log(`red without a bug: ${red.file} ${red.title}`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${tries - survived} of ${tries} caught`)
process.exitCode = survived > 0 || !isSound ? 1 : 0
