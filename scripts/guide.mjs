/**
 * Answers whether the guide for tests of controllers works word by word: the packed tarball is put into an empty project, the
 * files of the guide are written as they stand there, and its commands are run in their order, with vitest and with Jest.
 *
 * A block of the guide says whom it is for (`vitest`, `jest`, `both`) and which file it is. A command sees the files above it.
 * What `npm install` would download is linked, so that no network is needed; that it names the archive, as `npm pack` calls
 * it, and the peers is checked.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { pack } from './pack.mjs'
import { manifest, root } from './package.mjs'
import { run } from './run.mjs'

const text = readFileSync(join(root, 'docs/guide-testing.md'), 'utf8')
const blocks = [...text.matchAll(/^```(\w+) (vitest|jest|both)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', runner = '', file, code = '']) => ({ language, runner, file, code }),
)

/** Plain text, so that what a runner says can be read. */
const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }

const place = mkdtempSync(join(tmpdir(), 'gcplan-guide-'))

/** @param {string} project @param {string} name */
const link = (project, name) => {
  const at = join(project, 'node_modules', name)
  mkdirSync(dirname(at), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), at)
}

/** What a package brings along that npm puts beside it, where what is typed looks for it. */
const broughtAlong = new Map([['jest', ['expect', '@jest/globals']]])

/** Commands by the package that has them; two packages own `tsc`, so each is called by its file. */
const commands = new Map([
  ['vitest', 'vitest/vitest.mjs'],
  ['jest', 'jest/bin/jest.js'],
  ['tsc', 'typescript/bin/tsc'],
])

/** How the guide names what `npm pack` makes; nothing is published under the name of the package. */
const archive = `./${manifest.name}-${manifest.version}.tgz`

/** @param {string} project @param {string} command */
const namesIn = (project, command) => {
  const names = command
    .trim()
    .replace('npm install --save-dev ', '')
    .split(' ')
    .map((name) => (name === archive ? manifest.name : name))
  for (const name of names.flatMap((each) => [each, ...(broughtAlong.get(each) ?? [])]))
    if (name !== manifest.name) link(project, name)
  return names
}

/** @param {string} project @param {string} command @param {string} tarball */
const install = async (project, command, tarball) => {
  const named = namesIn(project, command)
  if (existsSync(join(project, 'node_modules', manifest.name))) return
  const required = Object.keys(manifest.peerDependencies).filter(
    (name) => manifest.peerDependenciesMeta[name]?.optional !== true,
  )
  const missing = [manifest.name, ...required].filter((name) => !named.includes(name))
  if (missing.length > 0) throw new Error(`the guide does not install ${missing.join(', ')}`)
  const installed = join(project, 'node_modules', manifest.name)
  mkdirSync(installed, { recursive: true })
  const unpacked = await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  if (unpacked.code !== 0) throw new Error(unpacked.output)
  for (const name of Object.keys(manifest.dependencies)) link(project, name)
}

/** @param {string} project @param {string} line */
const runIn = async (project, line) => {
  const [, command = '', ...args] = line.trim().split(' ')
  const file = commands.get(command)
  if (file === undefined) throw new Error(`the guide runs ${command}, which nothing it installs is known to have`)
  const { code, output } = await run('node', [join(project, 'node_modules', file), ...args], { cwd: project, env })
  if (code !== 0) throw new Error(`${line.trim()}\n${output}`)
  return { command, output }
}

/** @param {string} runner @param {string} tarball */
const follow = async (runner, tarball) => {
  const project = join(place, runner)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "controller", "private": true }\n')
  const said = []
  for (const { language, file, code } of blocks.filter((block) => block.runner === runner || block.runner === 'both'))
    if (file !== undefined) writeFileSync(join(project, file), code)
    else if (code.startsWith('npm install')) await install(project, code, tarball)
    else if (language === 'sh') {
      const { command, output } = await runIn(project, code)
      const tests = /Tests:? +(.*)/.exec(output)?.[0] ?? ''
      if (command === runner && !/\b9 passed/.test(tests)) throw new Error(`not all tests of the guide ran\n${output}`)
      said.push(command === runner ? tests.replace(/\s+/g, ' ') : `${command} agrees`)
    }
  for (const command of [runner, 'tsc'])
    if (!said.some((line) => line.startsWith(command === runner ? 'Tests' : command)))
      throw new Error(`the guide does not run ${command}`)
  return said.join(', ')
}

try {
  const tarball = await pack(place)
  for (const runner of ['vitest', 'jest'])
    try {
      console.log(`${runner}: ${await follow(runner, tarball)}`)
    } catch (error) {
      console.log(`${runner}: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
} finally {
  rmSync(place, { recursive: true, force: true })
}
