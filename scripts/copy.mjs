/** Copies the project, so that something can be broken in it. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

/**
 * Copies every file that git tracks or would track to a new folder, with the dependencies behind a link.
 *
 * @param {string} purpose part of the name of the folder
 * @returns {Promise<string>} the folder
 */
export const copyProject = async (purpose) => {
  const copy = mkdtempSync(join(tmpdir(), `gcplan-${purpose}-`))
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'])
  for (const file of output.trim().split('\n')) {
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return copy
}
