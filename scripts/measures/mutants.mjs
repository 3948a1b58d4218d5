/**
 * The mutants of a chapter, and a draw of some of them. A mutant's place in the draw depends on the seed and on its text, its
 * line and its mutator, not on where its file lies: the same code gets the same mutants wherever it has moved to.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { Instrumenter } from '@stryker-mutator/instrumenter'
import ts from 'typescript'

/**
 * @typedef {{ name: string, sources: ReadonlyArray<string>, tests: ReadonlyArray<string>, share?: number }} Chapter folders
 *   where it lies or has lain, those below included; how many times the count is drawn from it
 * @typedef {{ file: string, line: number, start: number, end: number, mutator: string, original: string,
 *   replacement: string }} Mutant
 */

/** @param {string} was @param {string} is @param {Partial<Chapter>} [more] @returns {Chapter} */
const chapter = (was, is, more = {}) => ({
  name: is,
  sources: [`src/${was}`, `src/${is}`],
  tests: [`test/${was}`, `test/${is}`],
  ...more,
})

/** @param {string} folder @param {...string} others folders of tests beside its own @returns {Chapter} */
const here = (folder, ...others) => ({
  name: folder,
  sources: [`src/${folder}`],
  tests: [folder, ...others].map((of) => `test/${of}`),
})

/** Controllers that make pods and Jobs; what they share has no tests of its own. */
const MAKERS = ['cronjob', 'daemonset', 'deployment', 'job', 'replicaset', 'statefulset', 'endpoints', 'endpointslice']
  .map((controller) => `test/controllers/${controller}`)
  .concat('test/controllers/workload')

/** Code moves between the API server and the cascade; the two are one chapter here. */
const CASCADE = [
  ...['collectors/kubernetes/*', 'collectors/kubernetes/api', 'collectors/kubernetes/scopes'],
  ...['collectors/kubernetes/cascade', 'testing/cluster'],
  ...['apiserver', 'simulate/cascade', 'simulate/engine', 'controllers/namespace'],
]

/** @type {ReadonlyArray<Chapter>} */
export const CHAPTERS = [
  chapter('collectors/kubelet-image', 'kubelet/image'),
  chapter('collectors/kubelet-container', 'kubelet/container'),
  chapter('node/eviction', 'kubelet/eviction'),
  chapter('collectors/containerd', 'containerd', { share: 2 }),
  chapter('collectors/kubernetes/owner', 'controllers/owner', { share: 2 }),
  chapter('collectors/kubernetes/pod', 'controllers/pod'),
  chapter('collectors/kubernetes/ttl', 'controllers/ttl'),
  chapter('collectors/kubernetes/history', 'controllers/history'),
  chapter('collectors/kubernetes/lifecycle', 'controllers/lifecycle'),
  {
    name: 'apiserver and simulate/cascade',
    sources: CASCADE.map((folder) => `src/${folder}`),
    tests: CASCADE.map((folder) => `test/${folder}`),
    share: 2,
  },
  chapter('collectors/kubernetes/together', 'simulate/control-plane'),
  chapter('node/forecast', 'simulate/node'),
  chapter('node/lab', 'simulate/tuning'),
  {
    name: 'reclaim',
    sources: ['src/node/reclaim', 'src/node/layers', 'src/internal/forest-knapsack', 'src/reclaim'],
    tests: ['test/node/reclaim', 'test/node/layers', 'test/internal/forest-knapsack', 'test/reclaim'],
  },
  { name: 'controllers/workload', sources: ['src/controllers/workload'], tests: MAKERS },
  here('simulate/outcomes'),
  here('simulate/consequence', 'simulate/cascade'),
  here('guard'),
  here('execute'),
]

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} folders `x/*` is x without the folders below it
 * @param {string} ending
 * @returns {ReadonlyArray<string>}
 */
export const filesIn = (root, folders, ending) =>
  folders
    .map((folder) => ({ folder: folder.replace(/\/\*$/, ''), recursive: !folder.endsWith('/*') }))
    .filter(({ folder }) => existsSync(join(root, folder)))
    .flatMap(({ folder, recursive }) =>
      readdirSync(join(root, folder), { recursive, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith(ending))
    .sort()

/** Nothing is reported while mutants are made. */
const silent = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {} }

/** @type {import('@stryker-mutator/instrumenter').InstrumenterOptions} */
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }

/** @param {string} root @param {string} file @returns {Promise<ReadonlyArray<Mutant>>} */
const mutantsOf = async (root, file) => {
  const content = readFileSync(join(root, file), 'utf8')
  const lines = content.split('\n')
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  /** @param {{ line: number, column: number }} at @returns {number} */
  const offset = ({ line, column }) => (starts[line] ?? 0) + column
  const instrumenter = new Instrumenter(/** @type {any} */ (silent))
  const { mutants } = await instrumenter.instrument([{ name: file, mutate: true, content }], OPTIONS)
  return mutants.map(({ location, replacement, mutatorName }) => {
    const [start, end] = [offset(location.start), offset(location.end)]
    return {
      file,
      line: location.start.line + 1,
      start,
      end,
      mutator: mutatorName,
      original: content.slice(start, end),
      replacement,
    }
  })
}

/** @param {string} text @param {Mutant} mutant @returns {boolean} whether the changed file can be loaded at all */
const compiles = (text, { start, end, replacement }) =>
  (ts.transpileModule(text.slice(0, start) + replacement + text.slice(end), {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).diagnostics?.length ?? 0) === 0

/**
 * @param {string} root
 * @param {Chapter} of
 * @param {number} seed
 * @param {number} count
 * @returns {Promise<{ drawn: ReadonlyArray<{ mutant: Mutant, rank: string }>, all: number }>} in the order of their ranks
 */
export const draw = async (root, { sources, share = 1 }, seed, count) => {
  /** @type {Map<string, { mutant: Mutant, text: string }>} */
  const ranked = new Map()
  for (const file of filesIn(root, sources, '.ts').filter((path) => basename(path) !== 'index.ts')) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const mutant of await mutantsOf(root, file)) {
      const line = text.split('\n')[mutant.line - 1]?.trim()
      const identity = [seed, mutant.mutator, mutant.original, mutant.replacement, line].join('\0')
      // The same text may stand twice; its second mutant is another.
      for (let nth = 0; ; nth++) {
        const rank = createHash('sha256').update(`${identity}\0${nth}`).digest('hex')
        if (ranked.has(rank)) continue
        ranked.set(rank, { mutant, text })
        break
      }
    }
  }
  const inOrder = [...ranked].sort(([a], [b]) => (a < b ? -1 : 1))
  /** @type {{ mutant: Mutant, rank: string }[]} */
  const drawn = []
  for (const [rank, { mutant, text }] of inOrder) {
    if (drawn.length === count * share) break
    if (compiles(text, mutant)) drawn.push({ mutant, rank })
  }
  return { drawn, all: inOrder.length }
}
