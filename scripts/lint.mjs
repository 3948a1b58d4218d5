/**
 * Lints everything, or the files named, with both linters: oxlint answers what types tell (.oxlintrc.json), eslint holds the
 * style of the house and its fences (eslint.config.js). Each prints what it finds; either makes it red.
 */
import { run } from './run.mjs'

const files = process.argv.slice(2)
const runs = [
  ['oxlint', '--disable-nested-config', '--format', 'unix', '--no-error-on-unmatched-pattern', ...files],
  ['eslint', '--no-warn-ignored', ...(files.length === 0 ? ['.'] : files)],
]
let red = 0
for (const args of runs) {
  const { code, output } = await run('npx', ['--no-install', ...args])
  process.stdout.write(output)
  if (code !== 0) red++
}
process.exitCode = red === 0 ? 0 : 1
