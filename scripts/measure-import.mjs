/** Answers what importing a collector costs at start-up: the median of fresh processes, beside an empty one. */
import { spawnSync } from 'node:child_process'

import { collectorEntryPoints, root } from './package.mjs'

const RUNS = 20

/** @param {string} code */
const once = (code) => {
  const before = performance.now()
  const { status, stderr } = spawnSync('node', ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - before
}

const programs = new Map([['empty', '']])
for (const { specifier } of collectorEntryPoints) programs.set(specifier, `import '${specifier}'`)

/** @type {Map<string, number[]>} */
const times = new Map([...programs.keys()].map((name) => [name, []]))
// Interleaved, so that a busy moment of the machine falls on all of them.
for (let round = 0; round < RUNS; round++) for (const [name, code] of programs) times.get(name)?.push(once(code))

for (const [name, measured] of times) {
  const sorted = measured.toSorted((a, b) => a - b)
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1)
  console.log(`${name}: median ${at(0.5)} ms, fastest ${at(0)} ms, slowest ${at(1)} ms of ${RUNS}`)
}
