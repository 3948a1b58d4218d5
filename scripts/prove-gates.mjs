/**
 * Answers whether every gate can be red: each violation is injected into a copy of the project, the gate must name it,
 * and without it the gate must be green. Prints one line per violation. With arguments, only the gates named.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { copyProject } from './copy.mjs'
import { run } from './run.mjs'
import { proveClosingLine } from './prove-closing-line.mjs'
import { directionProbes, gates, lintControls, lintProbes } from './violations.mjs'

const copy = await copyProject('prove')
const inCopy = (/** @type {string} */ command, /** @type {ReadonlyArray<string>} */ args) =>
  run(command, args, { cwd: copy })
const script = (/** @type {string} */ name) => inCopy('npm', ['run', '--silent', name])

const named = process.argv.slice(2)
/** @param {string} name */
const wanted = (name) => named.length === 0 || named.includes(name)

let wrong = 0
/** @param {string} gate @param {string} what @param {boolean} holds @param {string} [output] */
const prove = (gate, what, holds, output = '') => {
  console.log(`${holds ? 'ok ' : 'NOT'} ${gate.padEnd(20)} ${what}`)
  if (holds) return
  wrong++
  console.log(output.trimEnd().split('\n').slice(-15).join('\n'))
}

/** @param {ReadonlyArray<import('./violations.mjs').Probe>} probes @param {() => Promise<void>} act */
const withProbes = async (probes, act) => {
  for (const { file, code } of probes) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), code)
  }
  await act()
  for (const { file } of probes) rmSync(join(copy, file))
}

const proveLint = () =>
  withProbes([...lintProbes, ...lintControls], async () => {
    const files = [...lintProbes, ...lintControls].map(({ file }) => file)
    const { output } = await inCopy('node', ['scripts/lint.mjs', ...files])
    // Both name a file before what they find in it: oxlint on each line (`[Error/typescript(RULE)]`), eslint above its lines.
    /** @type {Map<string, string[]>} */
    const found = new Map()
    let under = ''
    for (const line of output.split('\n')) {
      const named = files.find((file) => line.startsWith(`${file}:`) || line.endsWith(`/${file}`))
      if (named !== undefined) under = named
      const rule = /\[Error\/\w+\(([\w-]+)\)\]$/.exec(line)?.[1] ?? /^ +\d+:\d+ +error .* (\S+)$/.exec(line)?.[1]
      if (rule !== undefined) found.set(under, [...(found.get(under) ?? []), rule])
    }
    const rulesOf = (/** @type {string} */ file) => found.get(file) ?? []
    for (const { file, code, says } of lintProbes) {
      const rules = rulesOf(file)
      prove(
        'lint',
        code.split('\n').slice(1, -1).join(' '),
        rules.some((rule) => rule.endsWith(says)),
        rules.join(),
      )
    }
    for (const { file, code } of lintControls) {
      const rules = rulesOf(file)
      prove('lint', `allows ${code.split('\n').slice(1, -1).join(' ')}`, rules.length === 0, rules.join())
    }
  })

const proveDirection = () =>
  withProbes(directionProbes, async () => {
    const cruise = [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'src',
      '--config',
      '.dependency-cruiser.cjs',
    ]
    const { output } = await inCopy('node', [...cruise, '--output-type', 'json'])
    /** @type {ReadonlyArray<{ from: string, rule: { name: string } }>} */
    const violations = JSON.parse(output.slice(output.indexOf('{'))).summary.violations
    for (const { file, says } of directionProbes.filter((probe) => probe.says !== '')) {
      const rules = violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)
      prove('direction', `${file} breaks ${says}`, rules.includes(says), rules.join())
    }
    const others = violations.filter(({ from }) => !directionProbes.some(({ file }) => file === from))
    prove('direction', 'nothing else breaks a rule', others.length === 0, others.map(({ from }) => from).join('\n'))
  })

/** @param {(typeof gates)[number]} of */
const proveGate = async ({ gate, builds = false, edits }) => {
  const untouched = await script(gate)
  prove(gate, 'green without a violation', untouched.code === 0, untouched.output)
  for (const { what, file, edit, says } of edits) {
    const path = join(copy, file)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null
    const after = edit(before ?? '')
    if (after === before) throw new Error(`${what}: the edit changes nothing in ${file}`)
    writeFileSync(path, after)
    if (builds) await inCopy('node', ['scripts/build.mjs', 'esm'])
    const { code, output } = await script(gate)
    prove(gate, what, code !== 0 && output.includes(says), output)
    if (before === null) rmSync(path)
    else writeFileSync(path, before)
  }
  if (builds) await inCopy('node', ['scripts/build.mjs', 'esm'])
}

try {
  const { code, output } = await script('build')
  prove('build', 'green without a violation', code === 0, output)
  if (wanted('lint')) await proveLint()
  if (wanted('direction')) await proveDirection()
  for (const gate of gates) if (wanted(gate.gate)) await proveGate(gate)
  if (wanted('closing')) await proveClosingLine(prove)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(wrong === 0 ? 'every gate can be red' : `${wrong} unproven`)
process.exitCode = wrong === 0 ? 0 : 1
