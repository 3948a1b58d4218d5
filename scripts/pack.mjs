/** Answers the package as users get it: the tarball of what was built, in a folder that the caller names. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { run } from './run.mjs'

/**
 * Packs what stands in `dist`. Without the scripts of the package: they would build it again under the gates that read it.
 *
 * @param {string} place
 * @returns {Promise<string>} the tarball's path
 */
export const pack = async (place) => {
  const { code, output } = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--loglevel',
    'error',
    '--pack-destination',
    place,
  ])
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || tarball === undefined) throw new Error(`npm pack ended with ${code}\n${output}`)
  return join(place, tarball)
}
