/**
 * Checks the packed package: its manifest, module formats and types, its size, the links of its README, and that the
 * same sources give the same bytes again, built and packed in another folder.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pack } from './pack.mjs'
import { entryPoints, manifest, root } from './package.mjs'
import { brokenReadmeLinks } from './readme-links.mjs'
import { run } from './run.mjs'

/** Bytes of the tarball. docs/decisions/0012-what-the-package-holds.md says what to leave out next. */
const LIMIT = 1_500_000

/** What a build reads beside the packed files. */
const SOURCES = ['src', 'scripts', 'tsconfig.core.json', 'tsconfig.runners.json']

const place = mkdtempSync(join(tmpdir(), 'gcplan-package-'))

/** @param {string} name */
const folder = (name) => {
  mkdirSync(join(place, name))
  return join(place, name)
}

/** @param {boolean} holds @param {string} output */
const report = (holds, output) => {
  console.log(output.trimEnd())
  if (!holds) process.exitCode = 1
}

/** @param {string} tarball */
const filesIn = async (tarball) => {
  const { code, output } = await run('tar', ['-tzf', tarball])
  if (code !== 0) throw new Error(output)
  return output
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
}

/** @param {string} tarball */
const checkDeclarations = async (tarball) => {
  const checks = [
    ['publint', 'run', tarball, '--strict'],
    // vitest is an ES module alone, so what extends it is too; a project whose tests count as CommonJS for the compiler
    // is given the types all the same, since vitest runs them as ES modules.
    [
      'attw',
      tarball,
      '--profile',
      'node16',
      '--exclude-entrypoints',
      ...entryPoints
        .filter(({ hasCommonJs }) => !hasCommonJs)
        .map(({ specifier }) => specifier.replace(manifest.name, '.')),
    ],
  ]
  for (const [command = '', ...args] of checks) {
    const { code, output } = await run(join(root, 'node_modules/.bin', command), args)
    report(code === 0, output)
  }
}

/** @param {string} tarball @param {ReadonlyArray<string>} files */
const checkSize = (tarball, files) => {
  const { size } = statSync(tarball)
  report(
    size < LIMIT,
    `size: ${size} bytes packed, ${files.length} files, ${size < LIMIT ? 'below' : 'NOT below'} ${LIMIT}`,
  )
}

/** @param {ReadonlyArray<string>} files */
const checkReadme = (files) => {
  const broken = brokenReadmeLinks(new Set(files))
  report(broken.length === 0, broken.length === 0 ? 'README: every link leads to a packed file' : broken.join('\n'))
}

/** @param {string} tarball @param {ReadonlyArray<string>} files */
const checkReproducible = async (tarball, files) => {
  const again = folder('again')
  for (const file of [...SOURCES, ...files.filter((each) => !each.startsWith('dist/'))])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(again, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(again, 'node_modules'), 'dir')
  const { code, output } = await run('node', ['scripts/build.mjs'], { cwd: again })
  if (code !== 0) return report(false, output)
  const second = await pack(folder('second'), again)
  const same = readFileSync(tarball).equals(readFileSync(second))
  report(same, same ? 'reproducible: built and packed twice, the same bytes' : await differences(tarball, second))
}

/** @param {string} first @param {string} second */
const differences = async (first, second) => {
  for (const [name, tarball] of [
    ['first', first],
    ['other', second],
  ])
    if (tarball !== undefined) await run('tar', ['-xzf', tarball, '-C', folder(`${name}-files`)])
  const { output } = await run('diff', ['-rq', 'first-files', 'other-files'], { cwd: place })
  return `not reproducible: a second build differs from dist; is dist up to date?\n${output}`
}

try {
  const tarball = await pack(folder('first'))
  const files = await filesIn(tarball)
  await checkDeclarations(tarball)
  checkSize(tarball, files)
  checkReadme(files)
  await checkReproducible(tarball, files)
} finally {
  rmSync(place, { recursive: true, force: true })
}
