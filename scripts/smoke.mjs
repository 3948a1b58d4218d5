/**
 * Answers whether the package works as users get it: the packed tarball, unpacked beside its peers, is imported and
 * required entry by entry, refuses deep paths, loads in a page without anything of Node, in Jest, and as a command.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { build } from 'esbuild'

import { pack } from './pack.mjs'
import { entryPoints, manifest, root } from './package.mjs'
import { run } from './run.mjs'

const place = mkdtempSync(join(tmpdir(), 'gcplan-smoke-'))
const modules = join(place, 'node_modules')
const installed = join(modules, manifest.name)

/** @param {string} file @param {string} text */
const write = (file, text) => writeFileSync(join(place, file), text)

/** @param {string} command @param {ReadonlyArray<string>} args */
const here = async (command, args) => {
  const { code, output } = await run(command, args, { cwd: place })
  if (code !== 0) throw new Error(output)
  return output
}

/** Optional peers stay away: what needs none of them has to load without. @param {string} name */
const isNeeded = (name) => manifest.peerDependenciesMeta[name]?.optional !== true

const install = async () => {
  const tarball = await pack(place)
  mkdirSync(installed, { recursive: true })
  await here('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  // What npm would download beside it; linked, so that no network is needed.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(isNeeded))
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir')
  write('package.json', '{ "name": "consumer", "private": true }')
}

/** Entries for a runner are loaded in it, by the guide. */
const specifiers = entryPoints.filter(({ peer }) => peer === undefined).map(({ specifier }) => specifier)

/** Inside the package, and nobody's business. */
const deepPaths = [
  ...['dist/esm/index.js', 'dist/cjs/index.js', 'src/index.ts', 'core', 'core/time', 'internal/lists'],
  ...specifiers.filter((specifier) => specifier !== manifest.name).map((specifier) => `${specifier.slice(7)}/index.js`),
].map((path) => `${manifest.name}/${path}`)

/** Loads each entry by `load` and prints its names; then sees that deep paths are refused. */
const loader = (/** @type {string} */ load) => `
const names = {}
for (const specifier of ${JSON.stringify(specifiers)}) {
  const entry = ${load}(specifier)
  names[specifier] = Object.keys(entry).filter((name) => name !== '__esModule' && name !== 'default' && name !== 'module.exports').sort()
}
for (const path of ${JSON.stringify(deepPaths)}) {
  let code = 'resolved'
  try { ${load}(path) } catch (error) { code = error.code }
  if (code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw new Error(path + ': ' + code)
}
const { version } = ${load === 'require' ? `require('${manifest.name}/package.json')` : `JSON.parse((await import('node:fs')).readFileSync('node_modules/${manifest.name}/package.json'))`}
if (version !== '${manifest.version}') throw new Error('version ' + version)
console.log(JSON.stringify(names))
`

const loadsInNode = async () => {
  write('import.mjs', loader('await import'))
  write('require.cjs', loader('require'))
  const imported = await here('node', ['import.mjs'])
  const required = await here('node', ['require.cjs'])
  if (imported !== required) throw new Error(`import and require differ\n${imported}\n${required}`)
  return `${specifiers.length} entries, ${Object.values(JSON.parse(imported)).flat().length} names, ${deepPaths.length} deep paths refused`
}

const gRpc = ['@bufbuild/protobuf', '@connectrpc/connect', '@connectrpc/connect-node']

/** An entry and the packages without which it does not load. @type {ReadonlyArray<[string, ReadonlyArray<string>]>} */
const needy = [
  ['testing/arbitrary', ['fast-check']],
  ...['adapters/containerd', 'adapters/cri', 'adapters/node'].map(
    (entry) => /** @type {[string, string[]]} */ ([entry, gRpc]),
  ),
]

const loadWithPeers = async () => {
  for (const [entry, peers] of needy) await loadsWithPeers(`${manifest.name}/${entry}`, peers)
  return `${needy.map(([entry]) => entry).join(', ')}: with their packages, not without`
}

/** @param {string} specifier @param {ReadonlyArray<string>} peers */
const loadsWithPeers = async (specifier, peers) => {
  const load = `names = Object.keys(entry).filter((name) => !/^(__esModule|default|module.exports)$/.test(name)); console.log(names.sort().join())`
  const refused = await run('node', ['-e', `require('${specifier}')`], { cwd: place })
  if (!peers.some((peer) => refused.output.includes(`'${peer}`)))
    throw new Error(`without ${peers.join()}: ${refused.output}`)
  for (const peer of peers) {
    mkdirSync(join(modules, peer, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', peer), join(modules, peer), 'dir')
  }
  const imported = await here('node', [
    '--input-type=module',
    '-e',
    `const entry = await import('${specifier}'); let ${load}`,
  ])
  const required = await here('node', ['-e', `const entry = require('${specifier}'); let ${load}`])
  for (const peer of peers) rmSync(join(modules, peer))
  if (imported !== required || imported === '') throw new Error(`import and require differ: ${imported} ${required}`)
}

/** Adapters talk to a daemon or a server, which no page does. */
const inPages = specifiers.filter(
  (specifier) => !specifier.startsWith(`${manifest.name}/adapters/`) && specifier !== `${manifest.name}/testing/http`,
)

const loadsInPages = async () => {
  write('page.js', inPages.map((specifier, at) => `export * as e${at} from '${specifier}'`).join('\n'))

  const { outputFiles } = await build({
    bundle: true,
    write: false,
    platform: 'browser',
    absWorkingDir: place,
    entryPoints: ['page.js'],
    format: 'iife',
    globalName: 'page',
    logLevel: 'silent',
  })
  // A fresh context has the language and nothing of Node: no process, no Buffer, no require.
  const context = createContext({})
  const loaded = runInContext(`${outputFiles[0]?.text}\n;Object.keys(page).length`, context)
  if (loaded !== inPages.length) throw new Error(`${loaded} of ${inPages.length} entries loaded`)
  return `${inPages.length} entries without Node`
}

const loadsInJest = async () => {
  const dual = entryPoints.filter(({ peer, hasCommonJs }) => peer === undefined && hasCommonJs)
  const tests = dual
    .map(({ specifier }) => specifier)
    .map((specifier) => `test('${specifier}', () => { expect(Object.keys(require('${specifier}'))).toBeDefined() })`)
  write('entries.test.js', tests.join('\n'))
  write('jest.config.json', '{ "testEnvironment": "node", "transform": {} }')
  await here('node', [join(root, 'node_modules/jest/bin/jest.js'), '--config', 'jest.config.json', '--no-cache'])
  return `${tests.length} tests`
}

/** What the command does without any package beside it, from recorded output. @type {ReadonlyArray<[string, string]>} */
const jobs = [
  ['retained containerd SNAPSHOT -n k8s.io --top 1', '+1 record'],
  ['plan kubelet-image IMAGES --cri /no/such.sock', 'there is no such socket'],
  ['plan containerd --containerd /no/such.sock', 'there is no such socket'],
  ['plan kubelet-image --docker /no/such.sock', 'there is no such socket'],
  ['gather --now --cri /no/such.sock', 'there is no such socket'],
  ['gather', '#!/bin/sh'],
  ['lint kubelet SETTINGS', 'advice'],
  ['cascade delete deploy/d-foreground LISTS', 'ReplicaSet cascade/d-foreground'],
]

/** @type {Readonly<Record<string, string>>} */
const recorded = {
  SNAPSHOT: 'containerd-2.1.9/metadata/0-initial.json',
  IMAGES: 'kubelet-1.36.2/1-running.crictl-images.json',
  SETTINGS: 'kubelet-1.36.2/config-1.yaml',
  LISTS: 'kubectl/cascade-foreground.0-before.json',
}

/** @param {string} file */
const doesJobs = async (file) => {
  for (const [words, says] of jobs) {
    const args = words
      .split(' ')
      .map((word) => (recorded[word] === undefined ? word : join(root, 'captures', recorded[word])))
    const { output } = await run('node', [file, ...args], { cwd: place })
    if (!output.includes(says)) throw new Error(`gcplan ${words}: expected ${says}, got ${output}`)
  }
}

/** The help of every command that the help names. @param {string} file */
const helps = async (file) => {
  const listed = (await here('node', [file, '--help'])).matchAll(/^ {2}gcplan ([a-z-]+(?: [a-z-]+)?) {2,}/gm)
  const commands = [...listed].map(([, words]) => words ?? '')
  if (commands.length < 30) throw new Error(`--help names ${commands.length} commands`)
  for (const words of commands)
    if (!(await here('node', [file, ...words.split(' '), '--help'])).includes(`gcplan ${words}`))
      throw new Error(`${words} --help`)
  return commands.length
}

const runsAsCommand = async () => {
  if (manifest.bin === undefined) return 'none'
  const bare = join(place, 'bare')
  let commands = 0
  for (const [name, file] of Object.entries(manifest.bin)) {
    if (!existsSync(join(installed, file))) throw new Error(`${name}: ${file} is not in the tarball`)
    // Alone in an empty folder, the bundle shows that it needs no package at run time.
    cpSync(join(installed, 'dist/cli'), join(bare, 'dist/cli'), { recursive: true })
    cpSync(join(installed, 'package.json'), join(bare, 'package.json'))
    const version = (await here('node', [join(bare, file), '--version'])).trim()
    if (!version.includes(manifest.version)) throw new Error(`${name} --version prints ${version}`)
    if (commands === 0) {
      commands = await helps(join(bare, file))
      await doesJobs(join(bare, file))
    }
    await here('node', [join(bare, file), '--help'])
  }
  return `${Object.keys(manifest.bin).join(', ')}; help of ${commands} commands, ${jobs.length} jobs`
}

const holdsWhatItShould = async () => {
  for (const file of ['README.md', 'LICENSE', 'dist/esm/index.js', 'dist/cjs/package.json', 'THIRD_PARTY_NOTICES'])
    if (!existsSync(join(installed, file))) throw new Error(`${file} is missing`)
  for (const file of ['src', 'test', 'vectors', 'captures', 'scripts', 'node_modules', 'conformance', 'atlas', 'bench'])
    if (existsSync(join(installed, file))) throw new Error(`${file} does not belong there`)
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  return `version ${version}`
}

/** @type {ReadonlyArray<[string, () => Promise<string>]>} */
const checks = [
  ['contents', holdsWhatItShould],
  ['Node', loadsInNode],
  ['peers', loadWithPeers],
  ['pages', loadsInPages],
  ['Jest', loadsInJest],
  ['command', runsAsCommand],
]

try {
  await install()
  for (const [name, check] of checks) {
    try {
      console.log(`${name}: ${await check()}`)
    } catch (error) {
      console.log(`${name}: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
