/**
 * Bundles one TypeScript program of the project and runs it: `node scripts/run-ts.mjs conformance/main.ts FILE...`.
 * The bundle lies in node_modules/.cache/gcplan; packages stay outside it, the package's own name means its sources.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'esbuild'

import { entryPoints, root } from './package.mjs'

const [program, ...args] = process.argv.slice(2)
if (program === undefined) {
  console.error('usage: node scripts/run-ts.mjs PROGRAM.ts [ARGUMENT...]')
  process.exit(2)
}

const cache = join(root, 'node_modules/.cache/gcplan')
const bundle = join(cache, `${program.replace(/\W+/g, '-')}.mjs`)

const result = await build({
  absWorkingDir: root,
  entryPoints: [program],
  bundle: true,
  write: false,
  packages: 'external',
  alias: Object.fromEntries(entryPoints.map(({ specifier, source }) => [specifier, join(root, source)]).reverse()),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'inline',
  logLevel: 'error',
}).catch(() => process.exit(1))

mkdirSync(cache, { recursive: true })
// Two runs at once must not see half a file: write aside, then move into place.
const aside = `${bundle}.${process.pid}`
writeFileSync(aside, result.outputFiles[0]?.contents ?? '')
renameSync(aside, bundle)

process.argv = [process.argv[0] ?? 'node', bundle, ...args]
process.setSourceMapsEnabled(true)
await import(pathToFileURL(bundle).href)
