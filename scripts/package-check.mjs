/** Answers whether the packed package is declared as its users' tools read it: manifest, module formats, types. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pack } from './pack.mjs'
import { root } from './package.mjs'
import { run } from './run.mjs'

const place = mkdtempSync(join(tmpdir(), 'gcplan-package-'))

try {
  const tarball = await pack(place)
  const checks = [
    ['publint', 'run', tarball, '--strict'],
    // vitest is an ES module alone, so what extends it is too; a project whose tests count as CommonJS for the compiler
    // is given the types all the same, since vitest runs them as ES modules.
    ['attw', tarball, '--profile', 'node16', '--exclude-entrypoints', './testing/vitest'],
  ]
  for (const [command = '', ...args] of checks) {
    const { code, output } = await run(join(root, 'node_modules/.bin', command), args)
    console.log(output.trimEnd())
    if (code !== 0) process.exitCode = 1
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
