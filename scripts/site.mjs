/**
 * Serves, builds or tests the site: `node scripts/site.mjs serve`, `build`, `test`; what follows goes to it, e.g. `build
 * --base /docs/`. Its packages have a lock of their own, and are installed here when that lock is newer than they are.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

import { root } from './package.mjs'

const site = join(root, 'site')

/** @param {string} file @returns {number} when it was written; before everything where it is not */
const written = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

/** @param {ReadonlyArray<string>} args of npm, in the site's folder @returns {number} its exit code */
const npm = (args) => spawnSync('npm', args, { cwd: site, stdio: 'inherit' }).status ?? 1

const installed = written(join(site, 'node_modules/.package-lock.json'))
const scripts = new Map([
  ['serve', 'dev'],
  ['build', 'build'],
  ['test', 'test'],
])
const [what = '', ...rest] = process.argv.slice(2)
const script = scripts.get(what)
if (script === undefined) throw new Error(`say one of ${[...scripts.keys()].join(', ')}`)
const ready = installed >= written(join(site, 'package-lock.json')) || npm(['ci', '--no-audit', '--no-fund']) === 0
process.exitCode = ready ? npm(['run', '--silent', script, '--', ...rest]) : 1
