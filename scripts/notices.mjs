/**
 * Writes THIRD_PARTY_NOTICES: every package of which code is inside the library or the command line, as the bundler reports it,
 * with its version, its license and the text of its license file. `--check` compares instead of writing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundled } from './bundle.mjs'
import { commandLine } from './cli-packages.mjs'
import { root } from './package.mjs'

const page = 'THIRD_PARTY_NOTICES'

/** @param {ReadonlyArray<string>} files @returns {ReadonlyMap<string, string>} names of their packages by folder */
const packagesOf = (files) => {
  /** @type {Map<string, string>} */
  const folders = new Map()
  for (const file of files) {
    const [, folder, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file) ?? []
    if (folder !== undefined && name !== undefined) folders.set(folder, name)
  }
  return folders
}

/** @param {{ name: string, folder: string }} of */
const noticeOf = ({ name, folder }) => {
  /** @type {{ version: string, license?: string }} */
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  if (files.length === 0 && license?.includes('Apache-2.0') === true)
    return [
      `${name} ${version} (${license})`,
      'The text of the Apache License 2.0 is in LICENSE.',
      ...bsdNotice(folder),
    ].join('\n\n')
  if (license === undefined || files.length === 0)
    throw new Error(`${name} ${version} has no license or no license file`)
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n')
}

/** What protobuf-es took over stands under a license of its own, in that file. @param {string} folder */
const bsdNotice = (folder) => {
  const file = join(folder, 'dist/esm/wire/varint.js')
  if (!existsSync(file)) return []
  const [head = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(file, 'utf8')) ?? []
  return [head.replaceAll(/^\/\/ ?/gm, '').trim()]
}

const RULE = `\n\n${'-'.repeat(80)}\n\n`
const built = await bundled()
const library = packagesOf(built.sources)
const command = packagesOf((await commandLine(built.files)).sources)
const packages = [...new Map([...library, ...command])]
  .map(([folder, name]) => ({ name, folder }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))
/** @param {ReadonlyMap<string, string>} of */
const namesIn = (of) => [...of.values()].sort().join(', ')
const head = `The library and the gcplan command contain code of these packages: ${namesIn(library)}; the command (dist/cli)
also of these: ${namesIn(command)}. Their licenses follow.`
const text = `${[head, ...packages.map(noticeOf)].join(RULE)}\n`

if (process.argv.includes('--check')) {
  let written = ''
  try {
    written = readFileSync(join(root, page), 'utf8')
  } catch {
    // Not written yet: out of date like any other text.
  }
  if (written !== text) {
    console.error(`${page} is out of date: run npm run notices`)
    process.exitCode = 1
  }
} else writeFileSync(join(root, page), text)
