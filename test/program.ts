/** A program of the project as a process: bundled once, however often a test starts it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

type Ended = { readonly code: number | null; readonly lines: ReadonlyArray<string> }

const ended = (words: ReadonlyArray<string>): Ended => {
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  return { code: status, lines: stdout.split('\n').slice(0, -1) }
}

/** @returns what runs it with words, e.g. `programAt('atlas/main.ts')('--block', '3')` */
export const programAt = (program: string): ((...words: ReadonlyArray<string>) => Ended) => {
  const bundle = join(root, 'node_modules/.cache/gcplan', `${program.replace(/\W+/g, '-')}.mjs`)
  let fresh = false
  return (...words) => {
    const first = fresh && existsSync(bundle) ? [bundle] : ['scripts/run-ts.mjs', program]
    fresh = true
    return ended([...first, ...words])
  }
}
