/**
 * The packages that the command line uses, each as a file beside it with what it uses of the package: the command runs
 * wherever it is unpacked, with nothing installed.
 */
import { isBuiltin } from 'node:module'
import { basename, posix } from 'node:path'

import { rolldown } from 'rolldown'

import { COMMAND } from './bundle.mjs'
import { importingFrom, importsOf, reachableIn } from './imports.mjs'
import { root } from './package.mjs'

const FOLDER = 'packages'

/** @param {string} from what is imported @returns {boolean} */
const isPackage = (from) => !from.startsWith('.') && !isBuiltin(from)

/** @param {string} from e.g. `date-fns/isAfter` @returns {string} e.g. `date-fns-isAfter` */
const nameOf = (from) => from.replace(/^@/, '').replaceAll('/', '-')

/** Modules that are on no disk. @param {ReadonlyMap<string, string>} modules code by path @returns {import('rolldown').Plugin} */
const given = (modules) => ({
  name: 'given',
  resolveId: (id, importer) => {
    if (modules.has(id)) return id
    if (importer === undefined || !modules.has(importer)) return undefined
    const path = posix.join(posix.dirname(importer), id)
    // Packages are looked up from the project.
    return id.startsWith('.') && modules.has(path) ? path : undefined
  },
  load: (id) => modules.get(id),
})

/** @param {ReadonlyMap<string, string>} modules @param {Readonly<Record<string, string>>} input */
const options = (modules, input) => ({
  cwd: root,
  platform: /** @type {const} */ ('node'),
  input,
  plugins: [given(modules)],
  // The same paths wherever node_modules is linked from.
  resolve: { symlinks: false, mainFields: ['module', 'main'] },
})

/**
 * @param {ReadonlyMap<string, string>} files
 * @returns {Promise<ReadonlyArray<import('rolldown').OutputChunk>>} them, with their packages inside
 */
const whole = async (files) => {
  const bundle = await rolldown(options(files, { main: COMMAND }))
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk')
}

/** @typedef {ReadonlyMap<string, ReadonlyArray<string>>} Exports those of each file of a package that are used */

/** @param {ReadonlyArray<import('rolldown').OutputChunk>} chunks @returns {Exports} */
const exportsIn = (chunks) =>
  new Map(
    chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([file, { renderedExports, renderedLength }]) =>
        file.includes('/node_modules/') && renderedLength > 0
          ? [/** @type {[string, string[]]} */ ([file, renderedExports.toSorted()])]
          : [],
      ),
    ),
  )

/** fp-ts exports its modules, of which little is used. @param {string} name e.g. `option` @param {Exports} exports */
const moduleOf = (name, exports) =>
  [...exports].find(
    ([file]) => file.includes('/node_modules/fp-ts/es6/') && basename(file, '.js').toLowerCase() === name.toLowerCase(),
  )

/** @param {ReadonlyMap<string, string>} files @returns {ReadonlyMap<string, ReadonlySet<string>>} names that they take from each package */
const taken = (files) => {
  /** @type {Map<string, Set<string>>} */
  const names = new Map()
  for (const code of files.values())
    for (const { from, names: more } of importsOf(code))
      if (isPackage(from)) names.set(from, new Set([...(names.get(from) ?? []), ...more]))
  return new Map([...names].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * @param {string} from
 * @param {ReadonlySet<string>} names
 * @param {Exports} exports
 * @returns {ReadonlyArray<[string, string]>} modules by path, the first of which exports what is used of the package
 */
const passing = (from, names, exports) => {
  const path = `used/${nameOf(from)}`
  if (from === 'fp-ts') {
    const parts = [...names].toSorted().map((name) => {
      const [file, used] = moduleOf(name, exports) ?? []
      if (file === undefined || used === undefined) throw new Error(`fp-ts has no module ${name} that is used`)
      return { name, path: `${path}/${name}`, code: `export { ${used.join(', ')} } from '${file}'` }
    })
    return [
      [path, parts.map((part) => `export * as ${part.name} from './${nameOf(from)}/${part.name}'`).join('\n')],
      ...parts.map((part) => /** @type {[string, string]} */ ([part.path, part.code])),
    ]
  }
  if (!names.has('*')) return [[path, `export { ${[...names].toSorted().join(', ')} } from '${from}'`]]
  const [, used] = [...exports].find(([file]) => file.endsWith(`/node_modules/${from}/es6/index.js`)) ?? []
  return [[path, used === undefined ? `export * from '${from}'` : `export { ${used.join(', ')} } from '${from}'`]]
}

/** @param {ReadonlyMap<string, string>} files @returns {Promise<ReadonlyArray<import('rolldown').OutputChunk>>} the packages that they use */
const packagesOf = async (files) => {
  const exports = exportsIn(await whole(files))
  const names = taken(files)
  const modules = new Map([...names].flatMap(([from, some]) => passing(from, some, exports)))
  const input = Object.fromEntries([...names.keys()].map((from) => [nameOf(from), `used/${nameOf(from)}`]))
  const bundle = await rolldown(options(modules, input))
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    // THIRD_PARTY_NOTICES has them all.
    comments: false,
    entryFileNames: `${FOLDER}/[name].js`,
    chunkFileNames: `${FOLDER}/[name].js`,
  })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk')
}

/** @param {string} file @param {string} code @returns {string} the same, taking packages from the folder beside the command */
const besidePackages = (file, code) => {
  const path = posix.relative(posix.dirname(file), FOLDER)
  const folder = path.startsWith('.') ? path : `./${path}`
  return importingFrom(code, (from) => (isPackage(from) ? `${folder}/${nameOf(from)}.js` : from))
}

/**
 * @param {ReadonlyMap<string, string>} built the files of the whole build
 * @returns {Promise<{ files: ReadonlyMap<string, string>, sources: ReadonlyArray<string> }>} those of the command line,
 *   with its packages, and the paths of files of packages of which something is inside
 */
export const commandLine = async (built) => {
  const own = reachableIn(built, [COMMAND])
  const packages = await packagesOf(own)
  return {
    files: new Map([
      ...[...own].map(([file, code]) => /** @type {[string, string]} */ ([file, besidePackages(file, code)])),
      ...packages.map(({ fileName, code }) => /** @type {[string, string]} */ ([fileName, code])),
    ]),
    sources: [...exportsIn(packages).keys()],
  }
}
