/** Reads and replaces a file that somebody keeps up to date. */
import { open, readFile, rename, rm } from 'node:fs/promises'

import { option as O, taskEither as TE } from 'fp-ts'

import { isNoSuchFile } from '../no-such-file.js'
import { type FileError, fileError } from './error.js'

/**
 * The text of a file; none where nothing is at the path.
 *
 * Fails: `FileError` for what can't be read, and for bytes that are not UTF-8.
 */
export const readIfThere = (path: string): TE.TaskEither<FileError, O.Option<string>> =>
  TE.tryCatch(async () => {
    const bytes = await readFile(path).catch((thrown: unknown) => {
      if (isNoSuchFile(thrown)) return undefined
      throw thrown
    })
    return bytes === undefined
      ? O.none
      : O.some(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  }, fileError(path))

/**
 * Replaces a file at once: it writes beside it, and puts that in its place once it is on the disk, so that a reader finds the old text
 * or the new one, whole, whenever the program or the machine ends.
 *
 * Fails: `FileError`; then the file is as it was, and nothing is left beside it.
 */
export const writeWhole =
  (path: string) =>
  (text: string): TE.TaskEither<FileError, void> => {
    const beside = `${path}.${process.pid}.tmp`
    return TE.tryCatch(async () => {
      // One that ended while it wrote left its own: in a container every program has the same number.
      await rm(beside, { force: true })
      try {
        const file = await open(beside, 'wx')
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(beside, path)
      } catch (thrown) {
        await rm(beside, { force: true })
        throw thrown
      }
    }, fileError(path))
  }
