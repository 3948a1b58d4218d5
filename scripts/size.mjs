/**
 * Holds every entry point to its budget of bytes after gzip in etc/budgets.json, bundled for pages (adapters: for Node) with what it
 * needs of its packages. A row is a path of the package, or a path and one of its names: `gcplan/simulate/cascade planCascade`. Every path has a
 * row. A budget rises only with a measured reason in its commit.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

import { entryPoints, root } from './package.mjs'

/** @type {Readonly<Record<string, number>>} */
const budgets = JSON.parse(readFileSync(join(root, 'etc/budgets.json'), 'utf8')).bundles

/** @param {string} contents @param {ReadonlyArray<string>} external @param {'browser' | 'node'} platform @returns {Promise<{ bytes: number, zipped: number }>} */
const weigh = async (contents, external, platform) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    // The paths of tsconfig.json lead to the sources; users get what was built.
    tsconfigRaw: {},
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform,
    mainFields: ['module', 'main'],
    logLevel: 'error',
    external: [...external],
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array()
  return { bytes: bytes.length, zipped: gzipSync(bytes, { level: 9 }).length }
}

/** @param {string} row @param {number} budget @returns {Promise<boolean>} whether it fits */
const holds = async (row, budget) => {
  const [path, name] = row.split(' ')
  const entry = entryPoints.find(({ specifier }) => specifier === path)
  if (entry === undefined) {
    console.log(`${row}: the package publishes no such path`)
    return false
  }
  const { bytes, zipped } = await weigh(
    `export ${name === undefined ? '*' : `{ ${name} }`} from '${path}'`,
    entry.peer === undefined ? [] : [entry.peer, '@bufbuild/*', '@connectrpc/*'],
    path?.startsWith('gcplan/adapters/') || path === 'gcplan/testing/http' ? 'node' : 'browser',
  )
  const fits = zipped < budget
  console.log(`${row}: ${bytes} bytes, ${zipped} after gzip, ${fits ? 'below' : 'NOT below'} ${budget}`)
  return fits
}

let red = 0
for (const [row, budget] of Object.entries(budgets)) if (!(await holds(row, budget))) red++
for (const { specifier } of entryPoints)
  if (budgets[specifier] === undefined) {
    console.log(`${specifier}: no budget`)
    red++
  }
process.exitCode = red === 0 && entryPoints.length > 0 ? 0 : 1
