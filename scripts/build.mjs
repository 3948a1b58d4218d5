/**
 * Builds the package: `dist/esm`, its CommonJS twin `dist/cjs` and `dist/cli` from one build of the bundler, declarations
 * with the compiler.
 * With arguments, only the named parts: `node scripts/build.mjs cli`.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { COMMAND, bundled } from './bundle.mjs'
import { commandLine } from './cli-packages.mjs'
import { asCommonJs } from './commonjs.mjs'
import { exportedFrom, withoutComments, withoutExamples, withoutHidden, withoutSources } from './declarations.mjs'
import { reachableIn } from './imports.mjs'
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

/** Holds the declarations while this build runs. */
const TYPES = join(root, 'dist', `types.new-${process.pid}`)

/** Editors show the comments of declarations. Their maps are not packed; in a linked clone they lead editors to the sources, in API reports reviewers. */
const DECLARATIONS = ['--emitDeclarationOnly', '--declarationMap']

/**
 * Writes the declarations of everything but the command line, checked against the types of Node, which the entries for runners need.
 * `npm run typecheck` checks the rest without them.
 */
const declare = async () => {
  // By path: two compilers are installed and both own the `tsc` command.
  const compiler = 'node_modules/typescript-native/bin/tsc'
  const options = ['-p', 'tsconfig.runners.json', '--outDir', TYPES, ...DECLARATIONS]
  const { code } = await run('node', [compiler, ...options], { stdio: 'inherit' })
  if (code !== 0) throw new Error(`compiling with ${options.join(' ')} failed`)
}

/** @type {{ declarations?: Promise<void>, code?: Promise<ReadonlyMap<string, string>> }} all parts are made of these */
const made = {}

const declarations = () => (made.declarations ??= declare())

const code = () => (made.code ??= bundled().then(({ files }) => files))

/** Copies the declarations that entry points need, with their maps. @param {string} folder @param {ReadonlyArray<string>} entries */
const copyReachable = (folder, entries) => {
  for (const file of reachableFrom(entries.map((entry) => join(TYPES, entry))))
    for (const each of [file, `${file}.map`]) cpSync(each, join(folder, relative(TYPES, each)))
}

/** @param {string} folder @param {(code: string) => string} written a declaration as it is to be */
const rewrite = (folder, written) => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts')) writeFileSync(join(folder, file), written(readFileSync(join(folder, file), 'utf8')))
}

/** @param {string} folder @param {ReadonlyMap<string, string>} files code by path */
const write = (folder, files) => {
  for (const [file, code] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
}

/** @param {'esm' | 'cjs'} format @returns {(folder: string) => Promise<void>} */
const library = (format) => async (folder) => {
  const targets = targetsIn(`./dist/${format}/`)
  const types = targets.filter((file) => file.endsWith('.d.ts'))
  await declarations()
  copyReachable(folder, types)
  if (format === 'esm') {
    const shown = exportedFrom(types.map((file) => join(folder, file)))
    rewrite(folder, (text) => withoutHidden(shown)(withoutExamples(withoutSources(text))))
  } else rewrite(folder, withoutComments)
  const files = reachableIn(
    await code(),
    targets.filter((file) => file.endsWith('.js')),
  )
  write(folder, format === 'esm' ? files : new Map([...files].map(([file, text]) => [file, asCommonJs(text)])))
  if (format === 'cjs') writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n')
}

/** @param {string} folder */
const command = async (folder) => {
  write(folder, (await commandLine(await code())).files)
  chmodSync(join(folder, COMMAND), 0o755)
}

/** @type {ReadonlyMap<string, () => Promise<void>>} */
const parts = new Map([
  ['esm', () => replace('esm', library('esm'))],
  ['cjs', () => replace('cjs', library('cjs'))],
  ['cli', () => replace('cli', command)],
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
} finally {
  rmSync(TYPES, { recursive: true, force: true })
}
