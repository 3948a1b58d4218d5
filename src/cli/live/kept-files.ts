/** Reads and writes the files that a command keeps up to date. Loaded only by those. */
import { mkdir } from 'node:fs/promises'

import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { explainError, readIfThere as readFileIfThere, writeWhole } from '../../adapters/files/index.js'
import { sayThrown } from '../thrown.js'
import type { KeptFiles } from '../world.js'

/** The text of a file; nothing where there is none. */
export const readIfThere: KeptFiles['readIfThere'] = (path) =>
  F.pipe(readFileIfThere(path), TE.bimap(explainError, O.toUndefined))()

/** Makes a directory for its owner alone. */
export const makeDirectory: KeptFiles['makeDirectory'] = async (path) => {
  try {
    await mkdir(path, { mode: 0o700 })
    return E.right(undefined)
  } catch (thrown) {
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** Replaces a file at once or not at all. */
export const write: KeptFiles['write'] = (path, text) =>
  F.pipe(
    writeWhole(path)(text),
    TE.bimap(explainError, () => undefined),
  )()
