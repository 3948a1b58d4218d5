/**
 * The packages that the command line uses, each as a file beside it with what it uses of the package: the command runs
 * wherever it is unpacked, with nothing installed.
 */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

import { rolldown } from 'rolldown'

import { COMMAND, packageFilesIn, resolve } from './bundle.mjs'
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
  resolve,
})

/** @param {ReadonlyMap<string, string>} files @returns {ReadonlyMap<string, ReadonlySet<string>>} names that they take from each package */
const taken = (files) => {
  /** @type {Map<string, Set<string>>} */
  const names = new Map()
  for (const code of files.values())
    for (const { from, names: more } of importsOf(code))
      if (isPackage(from)) names.set(from, new Set([...(names.get(from) ?? []), ...more]))
  return new Map([...names].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {string} from @param {ReadonlySet<string>} names @returns {string} a module that exports what is used of the package */
const passing = (from, names) =>
  names.has('*') ? `export * from '${from}'` : `export { ${[...names].toSorted().join(', ')} } from '${from}'`

/** @param {ReadonlyMap<string, string>} files @returns {Promise<ReadonlyArray<import('rolldown').OutputChunk>>} the packages that they use */
const packagesOf = async (files) => {
  const names = taken(files)
  const modules = new Map(
    [...names].map(([from, some]) => /** @type {[string, string]} */ ([`used/${nameOf(from)}`, passing(from, some)])),
  )
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
    sources: packageFilesIn(packages),
  }
}
