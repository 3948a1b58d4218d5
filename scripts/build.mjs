/**
 * Builds the package: `dist/esm` and its CommonJS twin `dist/cjs` with the compiler, `dist/cli` with the bundler.
 * With arguments, only the named parts: `node scripts/build.mjs cli`.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'

import { manifest, root } from './package.mjs'
import { run } from './run.mjs'

/** The bundle runs as an ES module; some bundled packages are CommonJS and call `require` for modules of Node. */
const requireForBundledCommonJs = [
  "import { createRequire as createRequireOfNode } from 'node:module'",
  'const require = createRequireOfNode(import.meta.url)',
].join('\n')

/** @param {'esm' | 'cjs'} format */
const compile = async (format) => {
  const out = join(root, 'dist', format)
  rmSync(out, { recursive: true, force: true })
  const project = format === 'esm' ? 'tsconfig.json' : 'tsconfig.cjs.json'
  // By path: two compilers are installed and both own the `tsc` command.
  const { code } = await run('node', ['node_modules/typescript-native/bin/tsc', '-p', project], { stdio: 'inherit' })
  if (code !== 0) throw new Error(`compiling ${project} failed`)
  if (format === 'cjs') writeFileSync(join(out, 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n')
}

const bundleCli = async () => {
  if (manifest.bin === undefined) return
  rmSync(join(root, 'dist/cli'), { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outdir: 'dist/cli',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: requireForBundledCommonJs },
    logLevel: 'warning',
  })
  if (!existsSync(join(root, 'dist/cli/main.js'))) throw new Error('the command line has no bundle')
}

/** @type {ReadonlyMap<string, () => Promise<void>>} */
const parts = new Map([
  ['esm', () => compile('esm')],
  ['cjs', () => compile('cjs')],
  ['cli', bundleCli],
])
const named = process.argv.slice(2)
try {
  await Promise.all(
    (named.length === 0 ? [...parts.keys()] : named).map((name) => {
      const part = parts.get(name)
      if (part === undefined) throw new Error(`no part ${name}; there are ${[...parts.keys()].join(', ')}`)
      return part()
    }),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
