/**
 * Answers what start-up costs: importing a collector, an adapter or another large entry, running the command; medians of
 * fresh processes, beside an empty one. Processor time hardly depends on what else the machine does. `--runs 20`
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { collectorEntryPoints, entryPoints, manifest, root } from './package.mjs'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } })
const RUNS = Number(values.runs)

/** @param {ReadonlyArray<string>} args */
const once = (args) => {
  const before = performance.now()
  // The shell says what processor time it took: user, then system, in seconds.
  const timed = ['-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', 'node', ...args]
  const { status, stderr } = spawnSync('bash', timed, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const seconds = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { wall: performance.now() - before, processor: seconds.reduce((sum, part) => sum + part * 1000, 0) }
}

const evaluating = (/** @type {string} */ code) => ['--input-type=module', '-e', code]
/** @type {Map<string, ReadonlyArray<string>>} */
const programs = new Map([['empty', evaluating('')]])
const adapters = entryPoints.filter(({ specifier }) => specifier.startsWith('gcplan/adapters/'))
const common = entryPoints.filter(({ specifier }) =>
  /^gcplan\/(decode|testing|simulate\/control-plane)$/.test(specifier),
)
for (const { specifier } of [...collectorEntryPoints, ...adapters, ...common])
  programs.set(specifier, evaluating(`import '${specifier}'`))
for (const [name, file] of Object.entries(manifest.bin ?? {})) programs.set(`${name} --version`, [file, '--version'])

/** @type {Map<string, { wall: number, processor: number }[]>} */
const times = new Map([...programs.keys()].map((name) => [name, []]))
// Interleaved, so that a busy moment of the machine falls on all of them.
for (let round = 0; round < RUNS; round++) for (const [name, args] of programs) times.get(name)?.push(once(args))

for (const [name, measured] of times) {
  const of = (/** @type {'wall' | 'processor'} */ what) => {
    const sorted = measured.map((one) => one[what]).toSorted((a, b) => a - b)
    const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1)
    return `median ${at(0.5)} ms, fastest ${at(0)} ms, slowest ${at(1)} ms`
  }
  console.log(`${name}: processor ${of('processor')}; clock ${of('wall')}; of ${RUNS}`)
}
