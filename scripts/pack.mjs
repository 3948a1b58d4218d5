/** Packs the package as users get it, into a folder that the caller names. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './package.mjs'
import { run } from './run.mjs'

/**
 * Packs what lies in `dist`. The scripts of the package do not run: they would build it again under the gates that read it.
 *
 * @param {string} place
 * @param {string} [project] root of the project to pack
 * @returns {Promise<string>} the tarball's path
 */
export const pack = async (place, project = root) => {
  const args = ['pack', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', place]
  const { code, output } = await run('npm', args, { cwd: project })
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || tarball === undefined) throw new Error(`npm pack ended with ${code}\n${output}`)
  return join(place, tarball)
}
