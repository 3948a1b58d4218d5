/** Answers whether a collector stays small in a bundle for pages: all its names, what it needs of fp-ts included. */
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

import { collectorEntryPoints, root } from './package.mjs'

/** Bytes after gzip. */
const LIMIT = 20_000

for (const { specifier } of collectorEntryPoints) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${specifier}'`, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array()
  const zipped = gzipSync(bytes, { level: 9 }).length
  const fits = zipped < LIMIT
  console.log(`${specifier}: ${bytes.length} bytes, ${zipped} after gzip, ${fits ? 'below' : 'NOT below'} ${LIMIT}`)
  if (!fits) process.exitCode = 1
}
if (collectorEntryPoints.length === 0) {
  console.log('no collector is published')
  process.exitCode = 1
}
