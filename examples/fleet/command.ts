/** The command `gcplan` of the installed package. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The folder of the package. */
export const packageFolder = dirname(createRequire(import.meta.url).resolve('gcplan/package.json'))

const program = join(packageFolder, 'dist/cli/main.js')

/** With what the whole fleet is planned: no process may have other flags than the next. */
const flags = [
  ...['--growth', '400000', '--lists-at', '2026-03-01T12:30:00Z'],
  // Only the kubelet remembers when it first and last saw an image used.
  ...['--assume-first-detected', 'long-ago', '--assume-last-used', 'never', '--assume-no-image-volumes'],
]

const run = async (args: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'fleet', ...args], { maxBuffer: 2 ** 30 })
  return stdout
}

/** The shard that members or directories of them make, all in one process: a line about it, then a row of each member. */
export const planned = (paths: ReadonlyArray<string>, more: ReadonlyArray<string> = []): Promise<string> =>
  run(['plan', ...flags, ...more, ...paths])

/** The rows of whole fleets, by name. */
export const merged = (file: string): Promise<string> => run(['merge', file])

/** The lines of a text. */
export const linesOf = (text: string): ReadonlyArray<string> => text.split('\n').filter((line) => line !== '')
