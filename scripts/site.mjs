/**
 * Serves, builds, tests or measures the site: `node scripts/site.mjs serve`, `build`, `test`, `bench`; what follows goes to VitePress, or
 * to vitest. `build --base /docs/` builds for another base. The site's packages have a lock of their own, and are installed here when that
 * lock is newer.
 *
 * `test` checks types, builds for a base that is not the root, and drives what was built in Chromium; `bench` builds and measures it there.
 * Where packages or Chromium are out of reach, or the disk has no room for them, both are skipped by name.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { findChromium } from './chromium.mjs'
import { root } from './package.mjs'
import { lackOfRoom, skip } from './skipped.mjs'

const site = join(root, 'site')

/** The base for which tests build: what works below two folders works at the root. */
const BASE = '/x/y/'

/** Packages, Chromium and what is built take less than this, in bytes. */
const ROOM = 2e9

const OUT_OF_REACH =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Could not (resolve|connect)|Failed to fetch|Temporary failure|Unable to locate package|ENOENT/

/** @param {string} file @returns {number} when it was written; before everything where it is not */
const written = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

/**
 * Runs a command in the site's folder.
 *
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether it went well
 */
const runs = (command, args, env = process.env) =>
  spawnSync(command, args, { cwd: site, stdio: 'inherit', env }).status === 0

/** @returns {string | null} why packages could not be installed */
const install = () => {
  if (written(join(site, 'node_modules/.package-lock.json')) >= written(join(site, 'package-lock.json'))) return null
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: site, encoding: 'utf8' })
  return status === 0 ? null : `npm ci of the site: ${stderr.trim()}`
}

/** @param {string} because @param {ReadonlyArray<string>} args @returns {true} */
const skipped = (because, args) => {
  const report = args.find((arg) => arg.startsWith('--outputFile.json='))?.split('=')[1]
  skip('site', because, report === undefined ? undefined : join(root, report))
  return true
}

/** @param {string} because @param {ReadonlyArray<string>} args */
const skipOrFail = (because, args) => {
  if (OUT_OF_REACH.test(because)) return skipped(because.split('\n')[0] ?? because, args)
  console.log(because)
  return false
}

/** @param {ReadonlyArray<string>} args */
const build = (args) => runs('npm', ['run', '--silent', 'build', '--', ...args])

/** @param {string} config @param {ReadonlyArray<string>} args @param {NodeJS.ProcessEnv} env */
const vitest = (config, args, env) =>
  runs('node', [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root, '--config', config, ...args], env)

/**
 * Builds and drives the site in Chromium.
 *
 * @param {string} config of vitest
 * @param {ReadonlyArray<string>} args
 * @param {() => boolean} isSound whether the sources are worth to be built
 */
const drive = (config, args, isSound) => {
  const lack = lackOfRoom(ROOM)
  if (lack !== undefined) return skipped(lack, args)
  const missing = install()
  if (missing !== null) return skipOrFail(missing, args)
  const chromium = findChromium()
  if ('lacking' in chromium) return skipOrFail(chromium.lacking, args)
  const env = { ...process.env, GCPLAN_SITE_CHROMIUM: JSON.stringify(chromium) }
  return isSound() && build(['--base', BASE, '--outDir', 'dist/tested']) && vitest(config, args, env)
}

/** @param {ReadonlyArray<string>} args */
const test = (args) =>
  drive(
    'site/vitest.config.ts',
    args,
    () =>
      runs('node', [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'unix', '.']) &&
      runs('npm', ['run', '--silent', 'typecheck']),
  )

/** @param {ReadonlyArray<string>} args */
const bench = (args) => drive('site/bench/vitest.config.ts', args, () => true)

/** @param {string} script @param {ReadonlyArray<string>} args */
const npmScript = (script, args) => {
  const missing = install()
  if (missing !== null) console.log(missing)
  return missing === null && runs('npm', ['run', '--silent', script, '--', ...args])
}

const [what = '', ...rest] = process.argv.slice(2)
/** @type {Readonly<Record<string, () => boolean>>} */
const commands = {
  serve: () => npmScript('dev', rest),
  build: () => npmScript('build', rest),
  test: () => test(rest),
  bench: () => bench(rest),
}
const command = commands[what]
if (command === undefined) throw new Error(`say one of ${Object.keys(commands).join(', ')}`)
process.exitCode = command() ? 0 : 1
