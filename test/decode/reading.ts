/**
 * Answers what the captures hold, and what became of a reading: its value, its problems, its lines.
 */
import { readdirSync, readFileSync } from 'node:fs'

import { either as E } from 'fp-ts'

import type { DecodeError } from '../../src/decode/error.js'
import { linesOf } from '../../src/decode/error.js'

const captures = new URL('../../captures/', import.meta.url)

/** The text of a capture, e.g. `kubelet-1.36.2/configz.json`. */
export const capture = (path: string): string => readFileSync(new URL(path, captures), 'utf8')

/** The JSON of a capture; a fresh copy on each call. */
export const captureJson = (path: string): unknown => JSON.parse(capture(path))

/** Names of the captures in a folder, sorted. */
export const capturesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(new URL(`${folder}/`, captures))
    .map((file) => `${folder}/${file}`)
    .sort()

/** The value that was read; fails the test if nothing was. */
export const right = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
  return read.right
}

/** The lines of what was wrong; none when the value was read. */
export const wrongIn = (read: E.Either<DecodeError, unknown>): ReadonlyArray<string> =>
  E.isLeft(read) ? linesOf(read.left) : []
