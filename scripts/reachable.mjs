/** The files that compiled modules import, directly or through others: JavaScript of both formats, and declarations. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A relative import as the compiler writes it: `from './a.js'`, `import './a.js'`, `import('./a.js')`, `require("./a.js")`. */
const IMPORT = /\b(?:from|import|require) ?\(?['"](\.[^'"]+)['"]/g

/**
 * @param {Iterable<string>} entries paths of compiled files
 * @returns {Set<string>} the entries and all that they import by relative path
 */
export const reachableFrom = (entries) => {
  const reached = new Set(entries)
  for (const file of reached)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
      reached.add(join(dirname(file), file.endsWith('.d.ts') ? name.replace(/\.js$/, '.d.ts') : name))
  return reached
}
