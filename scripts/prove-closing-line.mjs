/** Answers whether the closing line of the gates and of .ci/run counts what it says, in a project of one file. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

const green =
  "import { expect, it } from 'vitest'\nimport { twice } from '../src/twice.js'\nit('doubles', () => { expect(twice(2)).toBe(4) })\n"

/** @param {string} cell */
const page = (cell) => `| rule | test |\n| --- | --- |\n| twice | ${cell} |\n`

/** @type {ReadonlyArray<{ what: string, test: string | null, page?: string, says: string }>} */
const cases = [
  {
    what: 'a page that names a passing test',
    test: green,
    page: page('`twice.test.ts` doubles'),
    says: '1 passed, 0 failed',
  },
  { what: 'a page that names no test at all', test: green, page: page('-'), says: '1 passed, 0 failed' },
  {
    what: 'a page that names a missing test',
    test: green,
    page: page('`twice.test.ts` halves'),
    says: '1 passed, 1 failed',
  },
  { what: 'a page that names a missing file', test: green, page: page('`half.test.ts`'), says: '1 passed, 1 failed' },
  { what: 'a page with a test that can not be read', test: green, page: page('by hand'), says: '1 passed, 1 failed' },
  {
    what: 'a page that names a test that was skipped',
    test: `${green}it.skip('halves', () => undefined)\n`,
    page: page('`twice.test.ts` halves'),
    says: '1 passed, 1 failed',
  },
  { what: 'a passing test', test: green, says: '1 passed, 0 failed' },
  { what: 'a failing test', test: `${green}it('fails', () => { expect(1).toBe(2) })\n`, says: '1 passed, 1 failed' },
  {
    what: 'a rejection nobody handles',
    test: `${green}it('rejects', () => { void Promise.reject(new Error('lost')) })\n`,
    says: '2 passed, 1 failed',
  },
  { what: 'a test file that does not load', test: "import './missing.js'\n", says: '0 passed, 1 failed' },
  { what: 'no test', test: null, says: '0 passed, 1 failed' },
  {
    what: 'too little coverage',
    test: "import { it } from 'vitest'\nit('does nothing', () => undefined)\n",
    says: '1 passed, 1 failed',
  },
]

/** @param {(gate: string, what: string, holds: boolean, output?: string) => void} prove */
export const proveClosingLine = async (prove) => {
  const place = mkdtempSync(join(tmpdir(), 'gcplan-closing-'))
  const lastLine = (/** @type {string} */ output) => output.trimEnd().split('\n').at(-1) ?? ''
  try {
    for (const file of [
      'scripts',
      'vitest.config.ts',
      'test/setup.ts',
      'test/host.ts',
      'test/caller.ts',
      'test/runs.ts',
      '.ci/run',
    ])
      cpSync(join(root, file), join(place, file), { recursive: true })
    /** @param {string} file @param {object} content */
    const write = (file, content) => writeFileSync(join(place, file), JSON.stringify(content))
    const project = { name: 'one', version: '1.0.0', type: 'module', exports: {} }
    mkdirSync(join(place, 'src'))
    writeFileSync(join(place, 'src/twice.ts'), 'export const twice = (n: number): number => {\n  return 2 * n\n}\n')

    // First without packages: installing must fail here, and must not touch those that are linked below.
    write('package-lock.json', { name: 'one', version: '1.0.0', lockfileVersion: 3, packages: {} })
    write('package.json', { ...project, scripts: { test: 'exit 0' }, dependencies: { stranger: '1' } })
    const ci = await run('bash', ['.ci/run'], { cwd: place })
    prove('.ci/run', 'an install that fails', ci.code !== 0 && lastLine(ci.output) === '0 passed, 1 failed', ci.output)

    write('package.json', project)
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'), 'dir')
    mkdirSync(join(place, 'docs'))
    for (const { what, test, page: text = '', says } of cases) {
      writeFileSync(join(place, 'docs/page.md'), text)
      const file = join(place, 'test/twice.test.ts')
      if (test === null) rmSync(file, { force: true })
      else writeFileSync(file, test)
      const { code, output } = await run('node', ['scripts/gates.mjs', 'tests'], { cwd: place })
      const red = !says.endsWith(' 0 failed')
      prove('closing line', `${what}: ${says}`, lastLine(output) === says && (code !== 0) === red, output)
    }
    const gate = await run('node', ['scripts/gates.mjs', 'size'], { cwd: place })
    prove(
      'closing line',
      'a red gate: 0 passed, 1 failed',
      lastLine(gate.output) === '0 passed, 1 failed' && gate.code !== 0,
      gate.output,
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
