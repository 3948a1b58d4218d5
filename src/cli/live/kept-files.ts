/** Reads and writes the files that a command keeps up to date. Loaded only by those. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'

import { either as E } from 'fp-ts'

import { isNoSuchFile } from '../../adapters/no-such-file.js'
import { textOf } from '../bytes.js'
import { sayThrown } from '../thrown.js'
import type { KeptFiles } from '../world.js'

/** The text of a file; nothing where there is none. */
export const readIfThere: KeptFiles['readIfThere'] = async (path) => {
  try {
    return E.mapLeft((wrong: string) => `${path} ${wrong}`)(textOf(await readFile(path)))
  } catch (thrown) {
    return isNoSuchFile(thrown) ? E.right(undefined) : E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** Makes a directory for its owner alone. */
export const makeDirectory: KeptFiles['makeDirectory'] = async (path) => {
  try {
    await mkdir(path, { mode: 0o700 })
    return E.right(undefined)
  } catch (thrown) {
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** Writes beside the file and then puts it in its place, so that a reader finds the old text or the new one, whole. */
export const write: KeptFiles['write'] = async (path, text) => {
  const beside = `${path}.${process.pid}.tmp`
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    return E.right(undefined)
  } catch (thrown) {
    await rm(beside, { force: true })
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}
