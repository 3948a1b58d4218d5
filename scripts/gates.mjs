/**
 * Runs everything that must hold before a change is good: builds, runs the gates two at a time, then the tests with
 * coverage, and whether the tests that the documentation names are among them. One line per step, the end of its output when it is red, and last `N passed, N failed`: the tests, plus one
 * failure per red gate; a green gate counts nothing. With arguments, only the named steps: `npm test -- lint tests`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkDocumentedTests } from './documented-tests.mjs'
import { run } from './run.mjs'

/** Every step is an npm script, so that a red one can be run alone. */
const OF_THE_SOURCES = [
  'lint',
  'typecheck',
  'unused',
  'docs:check',
  'fidelity:check',
  'notices:check',
  'format:check',
  'budgets',
]
/** These look at what was built; without it they would only repeat that it is missing. */
const OF_THE_BUILD = ['api', 'package:check', 'smoke', 'guide', 'size', 'snippets']
const GATES = [...OF_THE_SOURCES, ...OF_THE_BUILD]

/** Lines shown of a red step. */
const TAIL = 80

/** Enough for the slowest step on a busy machine; a step that hangs is red, not forever. */
const TIME_LIMIT = 780_000

/** Plain text, whatever the terminal; a time zone half an hour off and with summer time, on which nothing may depend. */
const ENVIRONMENT = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, TZ: 'America/St_Johns' }

/** @param {string} name @param {string} command @param {ReadonlyArray<string>} args */
const step = async (name, command, args) => {
  const before = performance.now()
  const { code, output } = await run(command, args, { limit: TIME_LIMIT, env: ENVIRONMENT })
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  if (code !== 0) console.log(output.trimEnd().split('\n').slice(-TAIL).join('\n'))
  console.log(`${name.padEnd(14)} ${code === 0 ? 'ok ' : 'RED'} ${seconds.padStart(6)} s`)
  return { green: code === 0, output }
}

/** @param {string} script */
const gate = async (script) => (await step(script, 'npm', ['run', '--silent', script])).green

/**
 * @param {ReadonlyArray<string>} scripts
 * @returns {Promise<number>} how many are red
 */
const twoAtATime = async (scripts) => {
  const waiting = [...scripts]
  let red = 0
  const worker = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) if (!(await gate(script))) red++
  }
  await Promise.all([worker(), worker()])
  return red
}

const runTests = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-tests-'))
  const report = join(folder, 'report.json')
  const { green, output } = await step('tests', 'node', [
    ...['node_modules/vitest/vitest.mjs', 'run', '--coverage'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ])
  const [passed, failed] = counts(report)
  const undocumented = passed === 0 || documented(report) ? 0 : 1
  rmSync(folder, { recursive: true, force: true })
  const lines = /^Lines\s+:.*$/m.exec(output)
  if (lines !== null) console.log(`coverage       ${lines[0].replace(/\s+/g, ' ')}`)
  // Red without a red test: too little coverage, a rejection nobody handled, a crash, no test at all.
  return { passed, failed: (failed === 0 && (!green || passed === 0) ? 1 : failed) + undocumented }
}

/**
 * Whether the tests that the documentation names are among those that passed.
 *
 * @param {string} report
 */
const documented = (report) => {
  const { rows, problems } = checkDocumentedTests(report)
  if (problems.length > 0) console.log(problems.slice(0, TAIL).join('\n'))
  console.log(`${'documented'.padEnd(14)} ${problems.length === 0 ? 'ok ' : 'RED'} ${String(rows).padStart(6)} rows`)
  return problems.length === 0
}

/**
 * @param {string} report
 * @returns {[number, number]} tests passed and failed, a file that does not load being one failed; zeros without a report
 */
const counts = (report) => {
  try {
    /** @type {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} */
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    return [numPassedTests, numFailedTests + unloaded.length]
  } catch {
    return [0, 0]
  }
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !['build', 'tests', ...GATES].includes(name))
if (unknown.length > 0) throw new Error(`no step ${unknown.join(', ')}; there are build, ${GATES.join(', ')}, tests`)
/** @param {string} name */
const wanted = (name) => named.length === 0 || named.includes(name)

const built = !wanted('build') || (await gate('build'))
if (!built) console.log(`not run        ${OF_THE_BUILD.filter(wanted).join(', ')}`)
const red = (built ? 0 : 1) + (await twoAtATime((built ? GATES : OF_THE_SOURCES).filter(wanted)))
const tests = wanted('tests') ? await runTests() : { passed: 0, failed: 0 }
const failed = tests.failed + red
console.log(`${tests.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
