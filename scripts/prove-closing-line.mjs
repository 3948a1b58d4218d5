/** Answers whether the closing line of the gates and of .ci/run counts what it says, in a project of one file. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

/** What of this project the other one consists of. */
const FILES = [
  ...['scripts', '.ci/run', 'vitest.config.ts', 'vitest.quick.config.ts'],
  ...['test/setup.ts', 'test/host.ts', 'test/caller.ts', 'test/runs.ts'],
]

const green =
  "import { expect, it } from 'vitest'\nimport { twice } from '../src/twice.js'\nit('doubles', () => { expect(twice(2)).toBe(4) })\n"

/** Steps that are enough for a page, its tests and their coverage. */
const FULL = 'tests:full documented'

/** What somebody may have set while he worked on the tests, or wants to be green. */
const ambient = { GCPLAN_CHAOS: '0', GCPLAN_UPDATE_PAGES: '1', NODE_OPTIONS: '--no-warnings', VITEST_POOL: 'none' }

const ofTheEnvironment = `${green}
for (const name of ${JSON.stringify(Object.keys(ambient))}) if (process.env[name] !== undefined) throw new Error(name)
`

/** @param {number} times */
const ofTheSpeed = (times) =>
  `import { runs } from './runs.js'\n${green.replace('twice(2)).toBe(4)', `[twice(2), runs(300)]).toEqual([4, ${times}])`)}`

/** @param {string} cell */
const page = (cell) => `| rule | test |\n| --- | --- |\n| twice | ${cell} |\n`

/** @type {ReadonlyArray<{ what: string, test: string | null, page?: string, steps?: string, says: string }>} */
const cases = [
  ...[
    { what: 'a page that names a passing test', page: page('`twice.test.ts` doubles'), red: 0 },
    { what: 'a page that names no test at all', page: page('-'), red: 0 },
    { what: 'a page that names a missing test', page: page('`twice.test.ts` halves'), red: 1 },
    { what: 'a page that names a missing file', page: page('`half.test.ts`'), red: 1 },
    { what: 'a page with a test that cannot be read', page: page('by hand'), red: 1 },
  ].map(({ red, ...of }) => ({ ...of, test: green, steps: FULL, says: `1 passed, ${red} failed, 0 skipped` })),
  {
    what: 'a page that names a test that was skipped',
    test: `${green}it.skip('halves', () => undefined)\n`,
    page: page('`twice.test.ts` halves'),
    steps: FULL,
    says: '1 passed, 1 failed, 1 skipped',
  },
  {
    what: 'a step that needs a red one',
    test: `${green}it('fails', () => { expect(1).toBe(2) })\n`,
    steps: FULL,
    says: '1 passed, 1 failed, 1 skipped',
  },
  {
    what: 'too little coverage, and a step that needs it',
    test: "import { it } from 'vitest'\nit('does nothing', () => undefined)\n",
    steps: FULL,
    says: '1 passed, 1 failed, 1 skipped',
  },
  { what: 'a passing test', test: green, says: '1 passed, 0 failed, 0 skipped' },
  {
    what: 'a skipped test',
    test: `${green}it.skip('halves', () => undefined)\nit.todo('thirds')\n`,
    says: '1 passed, 0 failed, 2 skipped',
  },
  {
    what: 'a failing test',
    test: `${green}it('fails', () => { expect(1).toBe(2) })\n`,
    says: '1 passed, 1 failed, 0 skipped',
  },
  {
    what: 'a rejection nobody handles',
    test: `${green}it('rejects', () => { void Promise.reject(new Error('lost')) })\n`,
    says: '2 passed, 1 failed, 0 skipped',
  },
  { what: 'a test file that does not load', test: "import './missing.js'\n", says: '0 passed, 1 failed, 0 skipped' },
  { what: 'no test', test: null, says: '0 passed, 1 failed, 0 skipped' },
  {
    what: 'a variable that would check less is not passed on to the quick tests',
    test: ofTheEnvironment,
    says: '1 passed, 0 failed, 0 skipped',
  },
  {
    what: 'a variable that would check less is not passed on to all tests',
    test: ofTheEnvironment,
    steps: FULL,
    says: '1 passed, 0 failed, 0 skipped',
  },
  {
    what: 'laws run in full with the full tests',
    test: ofTheSpeed(300),
    steps: FULL,
    says: '1 passed, 0 failed, 0 skipped',
  },
  { what: 'laws run less often with the quick tests', test: ofTheSpeed(15), says: '1 passed, 0 failed, 0 skipped' },
]

/** @type {ReadonlyArray<{ what: string, scripts: Record<string, string>, dependencies?: Record<string, string>, says: string }>} */
const runs = [
  {
    what: 'an install that fails',
    scripts: { test: 'exit 0', verify: 'exit 0' },
    dependencies: { stranger: '1' },
    says: '0 passed, 1 failed, 0 skipped',
  },
  {
    what: 'the sum of two speeds',
    scripts: { test: 'echo 3 passed, 0 failed, 2 skipped', verify: 'echo 4 passed, 0 failed, 1 skipped' },
    says: '7 passed, 0 failed, 3 skipped',
  },
  {
    what: 'a red speed',
    scripts: { test: 'echo 3 passed, 2 failed, 0 skipped; exit 1', verify: 'echo 4 passed, 0 failed, 0 skipped' },
    says: '7 passed, 2 failed, 0 skipped',
  },
  {
    what: 'a speed that ends without a word, and one that fails for another reason',
    scripts: { test: 'exit 0', verify: 'echo 4 passed, 0 failed, 0 skipped; exit 1' },
    says: '4 passed, 2 failed, 0 skipped',
  },
]

/**
 * Whether a command closed with a line, and ended as that line says.
 *
 * @param {string} says @param {number} code @param {string} output
 */
const isOf = (says, code, output) =>
  output.trimEnd().split('\n').at(-1) === says && (code === 0) === says.includes(' 0 failed')

/** @param {(gate: string, what: string, holds: boolean, output?: string) => void} prove */
export const proveClosingLine = async (prove) => {
  const place = mkdtempSync(join(tmpdir(), 'gcplan-closing-'))
  try {
    for (const file of FILES) cpSync(join(root, file), join(place, file), { recursive: true })
    /** @param {string} file @param {object} content */
    const write = (file, content) => writeFileSync(join(place, file), JSON.stringify(content))
    const project = { name: 'one', version: '1.0.0', type: 'module', exports: {} }
    mkdirSync(join(place, 'src'))
    writeFileSync(join(place, 'src/twice.ts'), 'export const twice = (n: number): number => {\n  return 2 * n\n}\n')

    // First without packages: an install must not touch those that are linked below.
    write('package-lock.json', { name: 'one', version: '1.0.0', lockfileVersion: 3, packages: {} })
    for (const { what, scripts, dependencies, says } of runs) {
      write('package.json', { ...project, scripts, dependencies })
      const { code, output } = await run('bash', ['.ci/run'], { cwd: place })
      prove('.ci/run', `${what}: ${says}`, isOf(says, code, output), output)
    }

    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    write('package.json', { ...project, scripts })
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'), 'dir')
    mkdirSync(join(place, 'docs'))
    for (const { what, test, page: text = '', steps = 'tests', says } of cases) {
      writeFileSync(join(place, 'docs/page.md'), text)
      const file = join(place, 'test/twice.test.ts')
      if (test === null) rmSync(file, { force: true })
      else writeFileSync(file, test)
      const env = { ...process.env, ...ambient }
      const { code, output } = await run('node', ['scripts/gates.mjs', 'quick', ...steps.split(' ')], {
        cwd: place,
        env,
      })
      prove('closing line', `${what}: ${says}`, isOf(says, code, output), output)
    }
    const gate = await run('node', ['scripts/gates.mjs', 'quick', 'size'], { cwd: place })
    prove(
      'closing line',
      'a red gate: 0 passed, 1 failed',
      isOf('0 passed, 1 failed, 0 skipped', gate.code, gate.output),
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
