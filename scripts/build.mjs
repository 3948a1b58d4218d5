/**
 * Builds the package: `dist/esm` and its CommonJS twin `dist/cjs` with the compiler, `dist/cli` with the bundler.
 * With arguments, only the named parts: `node scripts/build.mjs cli`.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'

import { root } from './package.mjs'
import { run } from './run.mjs'

/** The bundle runs as an ES module; some bundled packages are CommonJS and call `require` for modules of Node. */
const requireForBundledCommonJs = [
  "import { createRequire as createRequireOfNode } from 'node:module'",
  'const require = createRequireOfNode(import.meta.url)',
].join('\n')

/**
 * Fills a folder beside the one it is for, then puts it in its place: whoever reads `dist` meanwhile finds all of the
 * old build or all of the new one.
 *
 * @param {string} name folder below `dist`
 * @param {(folder: string) => Promise<void>} fill given the folder's absolute path
 */
const replace = async (name, fill) => {
  const place = join(root, 'dist', name)
  const beside = `${place}.new-${process.pid}`
  const old = `${place}.old-${process.pid}`
  try {
    await fill(beside)
    if (existsSync(place)) renameSync(place, old)
    renameSync(beside, place)
  } finally {
    for (const folder of [beside, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/** What tsconfig.cjs.json says. */
const COMMON_JS = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']

/** @param {'esm' | 'cjs'} format */
const compile = (format) =>
  replace(format, async (folder) => {
    const project = format === 'esm' ? 'tsconfig.json' : 'tsconfig.cjs.json'
    // By path: two compilers are installed and both own the `tsc` command.
    const compiler = ['node_modules/typescript-native/bin/tsc', '--outDir', folder]
    const { code } = await run('node', [...compiler, '-p', project], { stdio: 'inherit' })
    if (code !== 0) throw new Error(`compiling ${project} failed`)
    // What extends a runner needs its types, which bring those of Node along; the rest is compiled without them.
    const runners = [...compiler, '-p', 'tsconfig.runners.json', ...(format === 'esm' ? [] : COMMON_JS)]
    const { code: ofRunners } = await run('node', runners, { stdio: 'inherit' })
    if (ofRunners !== 0) throw new Error('compiling tsconfig.runners.json failed')
    if (format === 'cjs') writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n')
  })

const bundleCli = () =>
  replace('cli', async (folder) => {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/cli/main.ts'],
      outdir: folder,
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
  })

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
