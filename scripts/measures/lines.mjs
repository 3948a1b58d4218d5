/** How long the files of src are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sourcePaths } from './program.mjs'

/** A file longer than this answers more than one question. */
export const LONG = 250

/** @param {string} root @returns {{ lines: number, files: number, median: number, long: number }} */
export const lines = (root) => {
  const lengths = sourcePaths(root)
    .map((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b)
  return {
    lines: lengths.reduce((sum, length) => sum + length, 0),
    files: lengths.length,
    median: lengths[Math.floor(lengths.length / 2)] ?? 0,
    long: lengths.filter((length) => length > LONG).length,
  }
}
