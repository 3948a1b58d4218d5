/**
 * Holds the sources to the counts of etc/budgets.json: casts, early returns on an Either, trips without controllers and
 * through them. A count only falls: above its budget is red, and below is red until `npm run budgets -- --write` has lowered
 * the budget. Raising one is an edit by hand, with its reason in the commit. `--list casts` and `--list early` name the
 * places, `--root DIR` counts another work tree, `--json` prints the figures alone.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { casts } from './measures/casts.mjs'
import { earlyReturns } from './measures/early-returns.mjs'
import { LONG, lines } from './measures/lines.mjs'
import { byFolder } from './measures/places.mjs'
import { openProject } from './measures/program.mjs'
import { STARTS, partsOf, reach, startOf } from './measures/trips.mjs'
import { root as here } from './package.mjs'

/** @typedef {Record<string, number>} Counts */

const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    list: { type: 'string' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
  },
})
const root = resolve(values.root ?? here)
const table = join(root, 'etc/budgets.json')

/** @param {import('./measures/program.mjs').Project} project @returns {Counts} */
const count = (project) => ({
  casts: casts(project).length,
  'early returns': earlyReturns(project).length,
  ...Object.fromEntries(STARTS.flatMap((start) => tripsOf(project, start))),
})

/**
 * New controllers don't blur what one opens to read the rest: both are held apart.
 *
 * @param {import('./measures/program.mjs').Project} project
 * @param {import('./measures/trips.mjs').Start} start
 * @returns {ReadonlyArray<readonly [string, number]>}
 */
const tripsOf = (project, start) => {
  const { withoutControllers, controllers } = partsOf(reach(project, startOf(project, start)))
  return [
    [`trips ${start.name}`, withoutControllers],
    ...(controllers === 0 ? [] : [/** @type {const} */ ([`trips ${start.name} controllers`, controllers])]),
  ]
}

/** @param {number} found @param {number | undefined} budget @returns {string | null} what is wrong, if anything */
const problemOf = (found, budget) => {
  if (budget === undefined) return 'has no budget'
  if (found > budget) return `is above its budget of ${budget}`
  return found < budget ? `is below its budget of ${budget}: npm run budgets -- --write lowers it` : null
}

/** @param {Counts} found @param {Counts} budgets @returns {boolean} whether all hold */
const report = (found, budgets) =>
  Object.entries(found)
    .map(([name, number]) => {
      const problem = problemOf(number, budgets[name])
      console.log(`${problem === null ? 'ok ' : 'RED'} ${name.padEnd(28)} ${number}${problem ? ` ${problem}` : ''}`)
      return problem === null
    })
    .every((holds) => holds)

/** @param {Counts} found @param {Counts} budgets @returns {Counts} the budgets, lowered where less was found */
const lowered = (found, budgets) =>
  Object.fromEntries(Object.entries(budgets).map(([name, budget]) => [name, Math.min(budget, found[name] ?? budget)]))

/** @type {Readonly<Record<string, (project: import('./measures/program.mjs').Project) => ReadonlyArray<string>>>} */
const LISTS = { casts, early: (project) => earlyReturns(project).map(({ place, form }) => `${place} ${form}`) }

const project = openProject(root)
if (values.list !== undefined) {
  const list = LISTS[values.list]
  if (list === undefined) throw new Error(`no list of ${values.list}; there are ${Object.keys(LISTS).join(', ')}`)
  console.log(byFolder(list(project)))
} else if (values.json === true) {
  console.log(JSON.stringify({ ...lines(root), ...count(project) }, null, 2))
} else {
  const found = count(project)
  const text = JSON.parse(readFileSync(table, 'utf8'))
  const counts = values.write === true ? lowered(found, text.counts) : text.counts
  if (values.write === true) writeFileSync(table, `${JSON.stringify({ ...text, counts }, null, 2)}\n`)
  process.exitCode = report(found, counts) ? 0 : 1
  const { lines: all, files, median, long } = lines(root)
  console.log(`    ${all} lines in ${files} files of src; median ${median}, ${long} above ${LONG}`)
}
