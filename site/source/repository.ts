/** Where the files of the repository are. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** The text of a file, named from the root. */
export const textOf = (file: string): string => readFileSync(join(repository, file), 'utf8')

/** Whether the root has a file or folder of this name. */
export const isThere = (file: string): boolean => existsSync(join(repository, file))

/** Whether the root has a folder of this name. */
export const isFolder = (file: string): boolean => isThere(file) && statSync(join(repository, file)).isDirectory()

/** Files below a folder that end so, named from the root, sorted. */
export const filesIn = (folder: string, ending: string): ReadonlyArray<string> =>
  isThere(folder)
    ? readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(ending))
        .map((file) => join(folder, file))
        .sort()
    : []
