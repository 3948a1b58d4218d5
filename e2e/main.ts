/**
 * Holds plans to real daemons: `npm run e2e -- --worlds 300 containerd-2.1`. Without names all daemons run, with the small
 * numbers of `npm run verify`, some only by name. A daemon that the archive does not give is skipped by name; where it should be had, as root
 * with the archive reachable, that is red.
 */
import { parseArgs } from 'node:util'

import { writeResults } from './report.js'
import { type Suite, type Tally, suites } from './suites.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worlds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // As vitest has them, since its reports are read in the same way.
    reporter: { type: 'string', multiple: true },
    'outputFile.json': { type: 'string' },
  },
})

const isWanted = ({ name, worlds }: Suite): boolean =>
  positionals.length === 0 ? worlds > 0 : positionals.some((word) => name === word || name.startsWith(`${word}-`))

const wanted = suites.filter(isWanted)
if (wanted.length === 0) console.log(`there are ${suites.map(({ name }) => name).join(', ')}`)

const tallies: { readonly suite: string; readonly tally: Tally }[] = []
for (const suite of wanted) {
  const began = Date.now()
  const worlds = values.worlds === undefined ? Math.max(suite.worlds, 1) : Number(values.worlds)
  const tally = await suite.run({ worlds, seed: Number(values.seed) })
  tallies.push({ suite: suite.name, tally })
  console.log(`${suite.name}: ${tally.said} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}
if (values['outputFile.json'] !== undefined) writeResults(values['outputFile.json'], tallies)

const sum = (field: 'passed' | 'failed' | 'skipped'): number =>
  tallies.reduce((total, { tally }) => total + tally[field], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 && wanted.length > 0 ? 0 : 1
