/**
 * Answers whether the plugin for Headlamp holds: types and build against the published SDK, and the built file in Chromium, in a
 * page of Headlamp's own parts (`npm run headlamp:test`). The SDK is large, and nothing installs it unasked: where it is not
 * there, or Chromium is not, the tests are skipped by name. With `--install` it is installed first, if the disk has room.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { root } from './package.mjs'
import { run } from './run.mjs'
import { lackOfRoom, skip } from './skipped.mjs'

const plugin = join(root, 'plugins/headlamp')
const sdk = join(plugin, 'node_modules/@kinvolk/headlamp-plugin/package.json')
const chromium = '/usr/bin/chromium'

/** Bytes that the SDK takes when it is installed, with what npm needs beside; and that a build and the tests take. */
const room = { install: 2_000_000_000, test: 300_000_000 }

const { values } = parseArgs({
  options: {
    install: { type: 'boolean' },
    // As vitest has them, since its reports are read in the same way.
    reporter: { type: 'string', multiple: true },
    'outputFile.json': { type: 'string' },
  },
})
const report = values['outputFile.json'] === undefined ? undefined : resolve(root, values['outputFile.json'])

/** Ends with the code of a command that fails. @param {string} cwd @param {ReadonlyArray<string>} command */
const must = async (cwd, [program = '', ...args]) => {
  const { code } = await run(program, args, { cwd, stdio: 'inherit' })
  if (code !== 0) process.exit(code)
}

/** When anything in a folder was changed last. @param {string} folder */
const changedAt = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)).mtimeMs),
  )

const isStale = () => {
  const built = join(root, 'dist/esm/view/index.js')
  return !existsSync(built) || statSync(built).mtimeMs < changedAt(join(root, 'src'))
}

const why = () => {
  if (!existsSync(sdk)) return 'its SDK is not installed (npm run headlamp:test -- --install)'
  if (!existsSync(chromium)) return `${chromium} is not there`
  return lackOfRoom(room.test)
}

if (values.install === true && !existsSync(sdk)) {
  const lack = lackOfRoom(room.install)
  if (lack !== undefined) throw new Error(lack)
  await must(plugin, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'])
}
const because = why()
if (because !== undefined) skip('headlamp plugin', because, report)
else {
  // The plugin is built on the package as it is packed, so that a stale one would be tested in its place.
  if (isStale()) await must(root, ['node', 'scripts/build.mjs', 'esm'])
  await must(plugin, ['npm', 'run', '--silent', 'tsc'])
  await must(plugin, ['npm', 'run', '--silent', 'build'])
  const reporting = report === undefined ? [] : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await must(plugin, ['npm', 'run', '--silent', 'test', '--', ...reporting])
}
