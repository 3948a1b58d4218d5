/**
 * Scores a draw of mutants: `npm run mutation:sample -- --seed 1 --count 12 [--root DIR] [CHAPTER...]`. Each mutant meets
 * the tests of its chapter, first those named like its file. Prints the score of every chapter and the mutants that no
 * test noticed; `--json FILE` writes the scores as well. The same seed draws the same mutants from the same code, wherever
 * it lies, so that two commits can be compared: `--root` names the other one's work tree. A mutant that no test noticed is
 * printed with the command that tries it alone: `--mutant` names its place in the draw.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { CHAPTERS, draw, filesIn } from './measures/mutants.mjs'
import { root as here } from './package.mjs'
import { run } from './run.mjs'

/**
 * @typedef {import('./measures/mutants.mjs').Mutant} Mutant
 * @typedef {'passed' | 'failed' | 'timeout'} Outcome
 */

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '12' },
    root: { type: 'string', default: here },
    json: { type: 'string' },
    mutant: { type: 'string' },
  },
  allowPositionals: true,
})
const root = resolve(values.root)
const [seed, count] = [Number(values.seed), Number(values.count)]
const chapters = CHAPTERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chapters.length === 0) throw new Error(`no such chapter; there are ${CHAPTERS.map(({ name }) => name).join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'gcplan-mutants-'))
const report = join(folder, 'report.json')
const config = join(here, 'scripts/measures/mutant-config.mjs')

/**
 * @param {ReadonlyArray<string>} tests files
 * @param {Mutant | undefined} mutant
 * @param {number} limit in milliseconds
 * @returns {Promise<Outcome>}
 */
const runTests = async (tests, mutant, limit) => {
  rmSync(report, { force: true })
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NO_COLOR: '1' }
  if (mutant !== undefined) env['GCPLAN_MUTANT'] = JSON.stringify({ ...mutant, file: join(root, mutant.file) })
  const { code, output } = await run(
    'node',
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--root', root, `--outputFile=${report}`, ...tests],
    { cwd: root, env, limit },
  )
  if (output.endsWith(`ended after ${limit} ms\n`)) return 'timeout'
  try {
    /** @type {{ success: boolean, testResults: ReadonlyArray<unknown> }} */
    const { success, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    if (testResults.length > 0) return success && code === 0 ? 'passed' : 'failed'
  } catch {
    // No report: the run broke down.
  }
  // A mutant may break the whole run; whether it was the mutant shows the run without it.
  if (mutant !== undefined && (await runTests(tests, undefined, limit)) === 'passed') return 'failed'
  throw new Error(`the tests did not run:\n${output.slice(-2000)}`)
}

/** @returns {string} the titles of the tests that failed in the last run */
const failing = () => {
  /** @type {{ testResults: ReadonlyArray<{ name: string, assertionResults: ReadonlyArray<{ status: string, fullName: string }> }> }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(root, name)} ${fullName}`),
    )
    .join('; ')
}

/** @param {Mutant} mutant @param {ReadonlyArray<string>} tests @param {number} limit @returns {Promise<Outcome>} */
const judge = async (mutant, tests, limit) => {
  const named = tests.filter((test) => basename(test, '.test.ts') === basename(mutant.file, '.ts'))
  const first = named.length === 0 ? 'passed' : await runTests(named, mutant, limit)
  return first === 'passed' ? await runTests(tests, mutant, limit) : first
}

/** @param {string} text @returns {string} */
const short = (text) => text.replace(/\s+/g, ' ').slice(0, 60)

/** @type {Record<string, { killed: number, drawn: number, all: number }>} */
const scores = {}
try {
  for (const chapter of chapters) {
    const tests = filesIn(root, chapter.tests, '.test.ts').filter(
      (file) => !/\.(prop|types)\.test\.ts$|\/scale\.test\.ts$/.test(file),
    )
    const { drawn: ranked, all } = await draw(root, chapter, seed, count)
    const drawn = ranked.filter(({ rank }) => values.mutant === undefined || rank.startsWith(values.mutant))
    if (drawn.length === 0 || tests.length === 0) throw new Error(`${chapter.name}: nothing to mutate or no test`)
    const before = performance.now()
    if ((await runTests(tests, undefined, 600_000)) !== 'passed')
      throw new Error(`${chapter.name}: red without a mutant: ${failing()}`)
    const limit = Math.round((performance.now() - before) * 3 + 20_000)
    let killed = 0
    for (const { mutant, rank } of drawn) {
      const outcome = await judge(mutant, tests, limit)
      if (outcome !== 'passed') killed++
      else {
        console.log(
          `  survived ${mutant.file}:${mutant.line} ${mutant.mutator} ${short(mutant.original)} -> ${short(mutant.replacement)}`,
        )
        console.log(
          `    Replay: npm run mutation:sample -- --seed ${seed} --count ${count} --mutant ${rank.slice(0, 12)} '${chapter.name}'`,
        )
      }
    }
    scores[chapter.name] = { killed, drawn: drawn.length, all }
    console.log(`${chapter.name.padEnd(32)} ${killed} of ${drawn.length} killed, drawn from ${all}`)
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ seed, count, scores }, null, 2)}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const killed = Object.values(scores).reduce((sum, score) => sum + score.killed, 0)
const drawn = Object.values(scores).reduce((sum, score) => sum + score.drawn, 0)
console.log(`${killed} of ${drawn} killed in ${relative(process.cwd(), root) || '.'}, seed ${seed}`)
