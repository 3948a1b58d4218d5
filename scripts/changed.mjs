/** Lists the files that differ from a commit, with those that git does not know yet, and the tests that read them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

/** @param {ReadonlyArray<string>} args @returns {Promise<ReadonlyArray<string>>} */
const git = async (...args) => {
  const { code, output } = await run('git', args)
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`)
  return output.split('\n').filter((line) => line !== '')
}

/**
 * Files that stand, changed since `base`.
 *
 * @param {string} base
 */
export const changedSince = async (base) => [
  ...(await git('diff', '--name-only', '--diff-filter=d', base)),
  ...(await git('ls-files', '--others', '--exclude-standard')),
]

/**
 * Tests that may read one of the files without an import that says so: those that name it, or walk through a folder.
 *
 * @param {ReadonlyArray<string>} files
 */
export const readersOf = async (files) => {
  const tests = await git('ls-files', 'test/**/*.test.ts', 'test/*.test.ts')
  return tests.filter((test) => {
    const text = readFileSync(join(root, test), 'utf8')
    return text.includes('readdirSync') || files.some((file) => text.includes(file))
  })
}
