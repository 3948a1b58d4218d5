/**
 * Prints how many files one opens to follow a decision: `npm run trips`. `--list NAME` names the files, `--root DIR` counts
 * another work tree, `--json` prints the figures alone.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { byFolder } from './measures/places.mjs'
import { openProject } from './measures/program.mjs'
import { STARTS, chapterOf, partsOf, reach, startOf } from './measures/trips.mjs'
import { root as here } from './package.mjs'

const { values } = parseArgs({
  options: { root: { type: 'string' }, list: { type: 'string' }, json: { type: 'boolean' } },
})
const project = openProject(resolve(values.root ?? here))

/** @param {ReadonlyArray<string>} files @returns {string} */
const chapters = (files) => {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const chapter of files.map(chapterOf)) counts.set(chapter, (counts.get(chapter) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([chapter, count]) => `${chapter} ${count}`)
    .join(', ')
}

const COLUMNS = ['files', 'engine', 'rest', 'engine + rest', 'controllers']

const wanted = STARTS.filter(({ name }) => values.list === undefined || values.list === name)
if (wanted.length === 0)
  throw new Error(`no function ${values.list}; there are ${STARTS.map((s) => s.name).join(', ')}`)
const found = wanted.map((start) => ({ ...start, files: reach(project, startOf(project, start)) }))

if (values.json === true) {
  const figures = found.map(({ name, files }) => [name, { files: files.length, ...partsOf(files) }])
  console.log(JSON.stringify(Object.fromEntries(figures), null, 2))
} else {
  console.log(`${'function'.padEnd(14)} ${COLUMNS.join('  ')}`)
  for (const { name, files } of found) {
    const { engine, rest, withoutControllers, controllers } = partsOf(files)
    const figures = [files.length, engine, rest, withoutControllers, controllers]
    const row = COLUMNS.map((column, index) => String(figures[index]).padStart(column.length))
    console.log(`${name.padEnd(14)} ${row.join('  ')}`)
    console.log(values.list === undefined ? `    ${chapters(files)}` : byFolder(files))
  }
}
