/**
 * Answers what the package publishes: its manifest, its entry points and where each comes from. The exports map of
 * package.json is the one list; the API reports, the documentation, the smoke test and the size check all read it here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Root of the project. */
export const root = join(import.meta.dirname, '..')

/**
 * @typedef {{ types: string, default: string }} Target
 * @typedef {{ import: Target, require?: Target }} DualTarget
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string | DualTarget>} exports what is an ES module alone has no second target
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} dependencies
 * @property {Record<string, string>} peerDependencies
 * @property {Record<string, { optional?: boolean }>} peerDependenciesMeta
 */

/** @type {Manifest} */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * One importable module of the package.
 * @typedef {object} EntryPoint
 * @property {string} specifier what a user imports, e.g. `gcplan/kubelet/image`
 * @property {string} slug the same as a file name, e.g. `gcplan-kubelet-image`
 * @property {string} source e.g. `src/kubelet/image/index.ts`
 * @property {string} declarations e.g. `dist/esm/kubelet/image/index.d.ts`
 * @property {boolean} hasCommonJs false: an ES module alone, which `require` of Node loads and Jest does not
 * @property {string | undefined} peer the optional peer without which it does not load, e.g. `vitest`
 */

/**
 * The files that the exports name below a folder.
 *
 * @param {string} folder e.g. `./dist/esm/`
 * @returns {ReadonlyArray<string>} paths below the folder, e.g. `decode/index.js` and `decode/index.d.ts`
 */
export const targetsIn = (folder) => {
  /** @param {unknown} target @returns {ReadonlyArray<string>} */
  const filesOf = (target) => (typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(filesOf))
  return filesOf(manifest.exports)
    .filter((file) => file.startsWith(folder))
    .map((file) => file.slice(folder.length))
}

/** Entries that extend a package of the user's tests; nothing else may need it. */
const PEERS = new Map([
  ['./adapters/containerd', '@connectrpc/connect-node'],
  ['./adapters/cri', '@connectrpc/connect-node'],
  ['./adapters/node', '@connectrpc/connect-node'],
  ['./testing/arbitrary', 'fast-check'],
  ['./testing/jest', 'jest'],
  ['./testing/vitest', 'vitest'],
])

/** @type {ReadonlyArray<EntryPoint>} */
export const entryPoints = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return []
  const specifier = manifest.name + subpath.slice(1)
  const declarations = (target.import ?? target).types.replace(/^\.\//, '')
  const source = declarations.replace(/^dist\/esm\//, 'src/').replace(/\.d\.ts$/, '.ts')
  const hasCommonJs = target.require !== undefined
  return [
    { hasCommonJs, specifier, slug: specifier.replaceAll('/', '-'), source, declarations, peer: PEERS.get(subpath) },
  ]
})

/** Entry points that hold one collector each; what is published beside a collector only looks at its decisions. */
export const collectorEntryPoints = entryPoints.filter(({ source }) =>
  /^src\/(kubelet\/(container|image)|containerd|controllers\/[^/]+)\/index\.ts$/.test(source),
)
