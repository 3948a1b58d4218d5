/**
 * Builds the entries of the library and the command line at once, as ES modules that share files: what a module remembers
 * and the symbols that it makes are there once, whichever entry is loaded. What is used of the packages that the library is
 * written with lies in its files; all other packages are left out.
 */
import { isAbsolute, relative } from 'node:path'

import { rolldown } from 'rolldown'

import { chunksOf } from './chunks.mjs'
import { entryPoints, root } from './package.mjs'
import { marked } from './pure.mjs'

/** The command line's file; all others are named as their entry, or lie in `chunks`. */
export const COMMAND = 'main.js'

/**
 * Loading them from where they are installed, file by file and whole, takes most of what an import takes
 * (`npm run measure:import`). Their types are still taken from there.
 */
const INSIDE = ['date-fns', 'fp-ts', 'io-ts']

/** @param {string} name e.g. `date-fns/isAfter`, `./core/time.js` @returns {boolean} whether it is loaded from elsewhere */
const isOutside = (name) =>
  !name.startsWith('.') && !isAbsolute(name) && !INSIDE.some((each) => name === each || name.startsWith(`${each}/`))

/** The same paths wherever node_modules is linked from; files of packages of which parts can be taken. */
export const resolve = { symlinks: false, mainFields: ['module', 'main'] }

/** @type {import('rolldown').InputOptions} */
const input = {
  cwd: root,
  tsconfig: 'tsconfig.core.json',
  input: {
    ...Object.fromEntries(entryPoints.map(({ source }) => [source.replace(/^src\/|\.ts$/g, ''), source])),
    main: 'src/cli/main.ts',
  },
  external: isOutside,
  resolve,
  treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
  preserveEntrySignatures: 'allow-extension',
  // What is small may lie with what is loaded at once.
  checks: { ineffectiveDynamicImport: false },
}

/** @param {ReadonlyArray<import('rolldown').OutputChunk>} files @returns {ReadonlyArray<import('./chunks.mjs').Part>} */
const partsOf = (files) => {
  const named = new Map(files.map((file) => [file.fileName, file]))
  /** @type {Map<string, Set<string>>} */
  const entries = new Map()
  for (const { fileName, isEntry, isDynamicEntry } of files)
    if (isEntry || isDynamicEntry) {
      const reached = new Set([fileName])
      for (const each of reached) {
        entries.set(each, new Set([...(entries.get(each) ?? []), fileName]))
        for (const next of named.get(each)?.imports ?? []) if (named.has(next)) reached.add(next)
      }
    }
  return files.map(({ fileName, moduleIds, modules, imports }) => ({
    modules: moduleIds,
    size: Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0),
    entries: entries.get(fileName) ?? new Set(),
    packages: new Set(imports.filter((name) => !named.has(name))),
    needs: new Set(imports.flatMap((name) => named.get(name)?.moduleIds ?? [])),
  }))
}

/** @param {string} module @returns {string} e.g. `kubelet-image-plan`, `fp-ts-es6-Option` */
const nameOf = (module) =>
  relative(root, module)
    .replace(/^(src|node_modules)\/|\.[jt]s$/g, '')
    .replaceAll('/', '-')

/** @param {ReadonlyArray<import('rolldown').OutputChunk>} files as the bundler would write them @returns {ReadonlyMap<string, string>} */
const sharedFiles = (files) => {
  const entries = new Set(files.flatMap(({ isEntry, facadeModuleId }) => (isEntry ? [facadeModuleId] : [])))
  /** An entry's own module stays in the entry's own file, and what the bundler adds in one of its own. @param {string} module */
  const isShared = (module) => !entries.has(module) && isAbsolute(module)
  const sizes = new Map(
    files.flatMap(({ modules }) =>
      Object.entries(modules).map(
        ([module, { renderedLength }]) => /** @type {[string, number]} */ ([module, renderedLength]),
      ),
    ),
  )
  const parts = partsOf(files).map((part) => ({ ...part, modules: part.modules.filter(isShared) }))
  return chunksOf(
    parts.filter(({ modules }) => modules.length > 0),
    sizes,
  )
}

/** What others took from an entry's file, the entry would export. @param {ReadonlyArray<import('rolldown').OutputChunk>} files */
const checkEntries = (files) => {
  const entries = new Set(files.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const { fileName, imports } of files)
    for (const name of imports) if (entries.has(name)) throw new Error(`${fileName} imports the entry ${name}`)
}

/** @param {ReadonlyArray<import('rolldown').OutputChunk>} chunks @returns {ReadonlyArray<string>} paths of the files of packages of which something is inside */
export const packageFilesIn = (chunks) =>
  chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([file, { renderedLength }]) =>
      file.includes('/node_modules/') && renderedLength > 0 ? [file] : [],
    ),
  )

/**
 * @returns {Promise<{ files: ReadonlyMap<string, string>, sources: ReadonlyArray<string> }>} code by path, e.g.
 *   `decode/index.js`, `chunks/core-go-duration.js`, and the paths of files of packages of which something is inside
 */
export const bundled = async () => {
  const bundle = await rolldown(input)
  const alone = (await bundle.generate({ format: 'esm' })).output.filter((file) => file.type === 'chunk')
  const shared = sharedFiles(alone)
  /** @param {string} module */
  const name = (module) => {
    const largest = shared.get(module)
    return largest === undefined ? null : nameOf(largest)
  }
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: { annotation: true, legal: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'shared', name }] },
  })
  await bundle.close()
  const files = output.filter((file) => file.type === 'chunk')
  checkEntries(files)
  // What an entry does when it is loaded, as those for runners do, stays as it is.
  return {
    files: new Map(files.map(({ fileName, isEntry, code }) => [fileName, isEntry ? code : marked(code)])),
    sources: packageFilesIn(files),
  }
}
