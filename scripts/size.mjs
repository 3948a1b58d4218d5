/** Answers whether a collector stays small in a bundle for pages: all its names, what it needs of fp-ts included. */
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

import { collectorEntryPoints, root } from './package.mjs'

/** Bytes after gzip. */
const LIMIT = 20_000

/**
 * The lifecycle brings its table of references along, one row for each field of the API that names another object, and the
 * findings of its policies.
 */
const LIMITS = new Map([['gcplan/controllers/lifecycle', 23_000]])

/** @param {string} title @param {string} contents @param {number} limit */
const weigh = async (title, contents, limit) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array()
  const zipped = gzipSync(bytes, { level: 9 }).length
  const fits = zipped < limit
  console.log(`${title}: ${bytes.length} bytes, ${zipped} after gzip, ${fits ? 'below' : 'NOT below'} ${limit}`)
  if (!fits) process.exitCode = 1
}

for (const { specifier } of collectorEntryPoints) {
  await weigh(specifier, `export * from '${specifier}'`, LIMITS.get(specifier) ?? LIMIT)
}
if (collectorEntryPoints.length === 0) {
  console.log('no collector is published')
  process.exitCode = 1
}
