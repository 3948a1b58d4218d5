/** Answers what start-up costs: importing a collector, running the command; medians of fresh processes, beside an empty one. */
import { spawnSync } from 'node:child_process'

import { collectorEntryPoints, manifest, root } from './package.mjs'

const RUNS = 20

/** @param {ReadonlyArray<string>} args */
const once = (args) => {
  const before = performance.now()
  const { status, stderr } = spawnSync('node', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - before
}

const evaluating = (/** @type {string} */ code) => ['--input-type=module', '-e', code]
/** @type {Map<string, ReadonlyArray<string>>} */
const programs = new Map([['empty', evaluating('')]])
for (const { specifier } of collectorEntryPoints) programs.set(specifier, evaluating(`import '${specifier}'`))
for (const [name, file] of Object.entries(manifest.bin ?? {})) programs.set(`${name} --version`, [file, '--version'])

/** @type {Map<string, number[]>} */
const times = new Map([...programs.keys()].map((name) => [name, []]))
// Interleaved, so that a busy moment of the machine falls on all of them.
for (let round = 0; round < RUNS; round++) for (const [name, args] of programs) times.get(name)?.push(once(args))

for (const [name, measured] of times) {
  const sorted = measured.toSorted((a, b) => a - b)
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1)
  console.log(`${name}: median ${at(0.5)} ms, fastest ${at(0)} ms, slowest ${at(1)} ms of ${RUNS}`)
}
