/**
 * Builds the package: `dist/esm` and its CommonJS twin `dist/cjs` with the compiler, `dist/cli` with the bundler.
 * With arguments, only the named parts: `node scripts/build.mjs cli`.
 */
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, transformSync } from 'esbuild'

import { cliBundle } from './cli-bundle.mjs'
import { asCommonJs } from './commonjs.mjs'
import { exportedFrom, withoutComments, withoutExamples, withoutHidden, withoutSources } from './declarations.mjs'
import { root, targetsIn } from './package.mjs'
import { reachableFrom } from './reachable.mjs'
import { run } from './run.mjs'

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

/**
 * Everything but the command line, checked against the types of Node, which the entries for runners need.
 * `npm run typecheck` checks the rest without them.
 */
const PROJECTS = { esm: 'tsconfig.runners.json', cjs: 'tsconfig.cjs.json' }

/** Editors show the comments of declarations. In the JavaScript they would be a sixth of the package. */
const JAVASCRIPT = ['--removeComments', '--declaration', 'false', '--isolatedDeclarations', 'false']
/** Their maps are not packed; in a linked clone they lead editors to the sources, in API reports reviewers. */
const DECLARATIONS = ['--emitDeclarationOnly', '--declarationMap']

/** @param {string} project @param {string} folder @param {ReadonlyArray<string>} options */
const compile = async (project, folder, options) => {
  // By path: two compilers are installed and both own the `tsc` command.
  const compiler = 'node_modules/typescript-native/bin/tsc'
  const { code } = await run('node', [compiler, '-p', project, '--outDir', folder, ...options], { stdio: 'inherit' })
  if (code !== 0) throw new Error(`compiling ${project} with ${options.join(' ')} failed`)
}

/** @param {'esm' | 'cjs'} format */
const library = (format) =>
  replace(format, async (folder) => {
    await compile(PROJECTS.esm, folder, JAVASCRIPT)
    await compile(PROJECTS[format], folder, DECLARATIONS)
    keepReachable(folder, targetsIn(`./dist/${format}/`))
    rewrite(folder, '.js', compact)
    if (format === 'esm') {
      const shown = exportedFrom(targetsIn('./dist/esm/').map((file) => join(folder, file)))
      rewrite(folder, '.d.ts', (code) => withoutHidden(shown)(withoutExamples(withoutSources(code))))
    }
    if (format === 'cjs') {
      rewrite(folder, '.js', (code) => compact(asCommonJs(code), false))
      rewrite(folder, '.d.ts', withoutComments)
    }
    if (format === 'cjs') writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n')
  })

/** Removes what no entry point needs. @param {string} folder @param {ReadonlyArray<string>} entries paths below it */
const keepReachable = (folder, entries) => {
  const reachable = reachableFrom(entries.map((file) => join(folder, file)))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(js|d\.ts|map)$/.test(file) && !reachable.has(join(folder, file.replace(/\.map$/, ''))))
      rmSync(join(folder, file))
}

/** @param {string} folder @param {string} ending @param {(code: string) => string} written a file as it is to be */
const rewrite = (folder, ending, written) => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith(ending)) writeFileSync(join(folder, file), written(readFileSync(join(folder, file), 'utf8')))
}

/**
 * Blanks would be a twentieth of the package, long forms a fiftieth, names that nobody imports a thirtieth. What is exported
 * keeps its name in a stack trace. Both formats get the same short names, or they would not lie side by side as one.
 *
 * @param {string} code @param {boolean} [names]
 */
const compact = (code, names = true) =>
  transformSync(code, { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: names }).code

const cli = () =>
  replace('cli', async (folder) => {
    await build({ ...cliBundle, outdir: folder })
  })

/** @type {ReadonlyMap<string, () => Promise<void>>} */
const parts = new Map([
  ['esm', () => library('esm')],
  ['cjs', () => library('cjs')],
  ['cli', cli],
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
