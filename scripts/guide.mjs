/**
 * Answers whether the guide for tests of controllers works word by word: the packed tarball is put into an empty project, the
 * files of the guide are written as they stand there, and its commands are run, with vitest and with Jest.
 *
 * A block of the guide says whom it is for (`vitest`, `jest`, `both`) and which file it is. What `npm install` would download is
 * linked, so that no network is needed; that it names the package and its peers is checked.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** @param {string} project @param {string} command @param {string} tarball */
const install = async (project, command, tarball) => {
  const named = command.trim().replace('npm install --save-dev ', '').split(' ')
  const required = Object.keys(manifest.peerDependencies).filter(
    (name) => manifest.peerDependenciesMeta[name]?.optional !== true,
  )
  const missing = [manifest.name, ...required].filter((name) => !named.includes(name))
  if (missing.length > 0) throw new Error(`the guide does not install ${missing.join(', ')}`)
  const installed = join(project, 'node_modules', manifest.name)
  mkdirSync(installed, { recursive: true })
  const unpacked = await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  if (unpacked.code !== 0) throw new Error(unpacked.output)
  for (const name of [...named.filter((other) => other !== manifest.name), ...Object.keys(manifest.dependencies)])
    link(project, name)
  mkdirSync(join(project, 'node_modules/.bin'))
  for (const name of ['vitest', 'jest'].filter((other) => named.includes(other)))
    symlinkSync(join(root, 'node_modules/.bin', name), join(project, 'node_modules/.bin', name))
}

/** @param {string} runner @param {string} tarball */
const follow = async (runner, tarball) => {
  const project = join(place, runner)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "controller", "private": true }\n')
  let said = ''
  for (const { language, file, code } of blocks.filter((block) => block.runner === runner || block.runner === 'both'))
    if (file !== undefined) writeFileSync(join(project, file), code)
    else if (code.startsWith('npm install')) await install(project, code, tarball)
    else if (language === 'sh') {
      // Commands come last: by then every file is there.
      const [, command = '', ...args] = code.trim().split(' ')
      const { code: exit, output } = await run(join(project, 'node_modules/.bin', command), args, { cwd: project, env })
      if (exit !== 0) throw new Error(output)
      said = /Tests:? +(.*)/.exec(output)?.[0] ?? ''
      if (!/\b7 passed/.test(said)) throw new Error(`not all tests of the guide ran\n${output}`)
    }
  if (said === '') throw new Error('the guide runs nothing')
  return said.replace(/\s+/g, ' ')
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
