/**
 * Runs steps of checking, two at a time: `node scripts/gates.mjs quick` what `npm test` is, `full` what `npm run verify`
 * is. With names, only those steps: `npm test -- lint tests`. With `--changed [BASE]`, only what the changes since HEAD, or
 * since BASE, can affect, of quick steps and of all others that run on changed files alone. Prints the end of a red
 * step's output, then a table, and last `N passed, N failed, N skipped`: the tests, one failure per red step without a
 * failed test, and one skip per step that could not run; a green step counts nothing.
 */
import { join } from 'node:path'

import { changedSince, readersOf } from './changed.mjs'
import { filesThatDied } from './died.mjs'
import { environmentOfSteps } from './environment.mjs'
import { root } from './package.mjs'
import { forgetResults, readResults } from './results.mjs'
import { run } from './run.mjs'
import { HARD_LIMIT, steps } from './steps.mjs'

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {{ step: Step, result: 'ok' | 'RED' | 'skipped', seconds: number, tests: Results | null }} Outcome
 */

const AT_A_TIME = 2

/** Lines shown of a red step. */
const TAIL = 80

const [speed, ...rest] = process.argv.slice(2)
const changedAt = rest.indexOf('--changed')
const names = changedAt < 0 ? rest : rest.slice(0, changedAt)
const base = changedAt < 0 ? null : (rest[changedAt + 1] ?? 'HEAD')
const unknown = names.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0)
  throw new Error(`no step ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`)
const isQuick = base !== null && speed === 'quick'
const chosen = steps.filter((step) =>
  names.length > 0 ? names.includes(step.name) : step.speed === speed || (isQuick && step.changed !== undefined),
)
const changed = base === null ? null : await changedSince(base)
const env = environmentOfSteps(process.env)

/** @param {string | undefined} report @returns {ReadonlyArray<string>} what makes vitest write a report */
const reportingTo = (report) =>
  report === undefined
    ? []
    : [
        ...['default', 'json', join(root, 'scripts/unended.mjs')].map((reporter) => `--reporter=${reporter}`),
        `--outputFile.json=${report}`,
      ]

/** @param {Step} step @returns {Promise<ReadonlyArray<string> | null>} command and arguments; null if nothing is concerned */
const commandOf = async ({ name, report, changed: part }) => {
  const reporting = reportingTo(report)
  if (changed === null || part === undefined) return ['npm', 'run', '--silent', name, '--', ...reporting]
  const files = changed.filter((file) => part.files.test(file))
  if (files.length === 0) return null
  const readers = report === undefined ? [] : await readersOf(files)
  return ['npx', '--no-install', ...part.command, ...reporting, ...files, ...readers]
}

/** @param {string} output @returns {string} its last lines, after those in which a process says why it died */
const endOf = (output) => {
  const lines = output.trimEnd().split('\n')
  const fatal = lines.slice(0, -TAIL).filter((line) => line.startsWith('FATAL ERROR'))
  return [...fatal, ...lines.slice(-TAIL)].join('\n')
}

/** @param {Step} step @param {ReadonlyArray<string>} command @param {string | undefined} report */
const ran = async ({ budget }, [program = '', ...args], report) => {
  if (report !== undefined) forgetResults(report)
  const { code, output } = await run(program, args, { limit: budget * HARD_LIMIT * 1000, env })
  return { code, output, tests: report === undefined ? null : readResults(report) }
}

/** @param {Step} step @param {ReadonlyArray<string>} command */
const ranWithDead = async (step, command) => {
  const { report, again } = step
  const first = await ran(step, command, report)
  const files = first.code === 0 || again === undefined ? [] : filesThatDied(first.output)
  if (files.length === 0 || report === undefined || again === undefined) return first
  console.log(`a test process died, so that these run again: ${files.join(', ')}`)
  const beside = report.replace(/json$/, 'again.json')
  const second = await ran(step, ['npx', '--no-install', ...again, ...reportingTo(beside), ...files], beside)
  const [before, after] = [readResults(report, files), readResults(beside)]
  const tests = {
    ...before,
    ...{ passed: before.passed + after.passed, failed: before.failed + after.failed },
    ...{ skipped: before.skipped + after.skipped, skips: [...before.skips, ...after.skips] },
  }
  // Nothing that ran says nothing.
  return {
    code: after.passed + after.skipped > 0 ? second.code : 1,
    output: `${first.output}\n${second.output}`,
    tests,
  }
}

/** @param {Step} step @returns {Promise<Outcome>} */
const act = async (step) => {
  const command = await commandOf(step)
  if (command === null) return { step, result: 'ok', seconds: 0, tests: null }
  const before = performance.now()
  const { code, output, tests } = await ranWithDead(step, command)
  const seconds = (performance.now() - before) / 1000
  // Nothing that a change affects is fine; no test at all is not.
  const checked = tests === null || changed !== null || tests.passed > 0 || (step.maySkip === true && tests.skipped > 0)
  const green = code === 0 && checked
  if (!green) console.log(endOf(output))
  console.log(`${green ? 'ok ' : 'RED'} ${step.name}`)
  const coverage = /^Lines\s+:.*$/m.exec(output)
  if (coverage !== null) console.log(`    covered ${coverage[0].replace(/\s+/g, ' ')}`)
  return { step, result: green ? 'ok' : 'RED', seconds, tests }
}

/** @param {ReadonlyArray<Step>} all @returns {Promise<ReadonlyArray<Outcome>>} */
const runAll = async (all) => {
  const waiting = [...all]
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  /** @type {Outcome[]} */
  const outcomes = []
  /** @param {Step} step */
  const resultOfNeeded = ({ needs }) =>
    all.every(({ name }) => name !== needs) ? 'ok' : outcomes.find(({ step }) => step.name === needs)?.result
  while (waiting.length + running.size > 0) {
    for (const step of [...waiting]) {
      const needed = resultOfNeeded(step)
      if (needed === undefined || (needed === 'ok' && running.size === AT_A_TIME)) continue
      waiting.splice(waiting.indexOf(step), 1)
      if (needed !== 'ok') outcomes.push({ step, result: 'skipped', seconds: 0, tests: null })
      else {
        const ended = act(step).then((outcome) => {
          outcomes.push(outcome)
          running.delete(step.name)
        })
        running.set(step.name, ended)
      }
    }
    if (running.size > 0) await Promise.race(running.values())
  }
  return outcomes
}

/** @param {Outcome} outcome */
const rowOf = ({ step: { name, budget }, result, seconds }) =>
  `${name.padEnd(21)}${result.padEnd(8)}${seconds.toFixed(1).padStart(8)}${String(budget).padStart(9)}${seconds > budget ? '  OVER BUDGET' : ''}`

/** @param {ReadonlyArray<Outcome>} outcomes @returns {import('./results.mjs').Counts} */
const countsOf = (outcomes) =>
  outcomes.reduce(
    (sum, { result, tests }) => ({
      passed: sum.passed + (tests?.passed ?? 0),
      // Red without a red test: too little coverage, a rejection nobody handled, a crash, no test at all.
      failed: sum.failed + (tests?.failed || (result === 'RED' ? 1 : 0)),
      skipped: sum.skipped + (tests?.skipped ?? 0) + (result === 'skipped' ? 1 : 0),
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

const outcomes = await runAll(chosen)
if (base !== null) {
  const affected = outcomes.flatMap(({ tests }) => tests?.files ?? [])
  console.log(`\nchanged since ${base}: ${changed?.length ?? 0} files, which affect ${affected.length} test files`)
  for (const file of affected.toSorted()) console.log(`  ${file}`)
}
console.log(`\n${'step'.padEnd(21)}${'result'.padEnd(8)}${'seconds'.padStart(8)}${'budget'.padStart(9)}`)
for (const step of chosen) for (const outcome of outcomes) if (outcome.step === step) console.log(rowOf(outcome))
for (const skip of outcomes.flatMap(({ tests }) => tests?.skips ?? [])) console.log(`skipped: ${skip}`)
const { passed, failed, skipped } = countsOf(outcomes)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
