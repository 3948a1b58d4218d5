/** Opens what was gathered: a directory, or a tar of it. Loaded only where one is given. */
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { either as E, function as F } from 'fp-ts'

import { textOf } from '../bytes.js'
import type { Bundle } from '../gathered/files.js'
import { manifestName } from '../gathered/gathered.js'
import { bundleOfTar } from '../gathered/bundle.js'
import { sayThrown } from '../thrown.js'

/** The largest archive, unpacked, in bytes. */
const largest = 2 ** 30

/** The files of a directory; nothing where it has no manifest, and so was not gathered. */
export const openDirectory = async (path: string): Promise<E.Either<string, Bundle | undefined>> => {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(path, '/').length).replaceAll('\\', '/'))
    return E.right(
      names.includes(manifestName)
        ? { names: names.sort(), read: (name) => readTextOf(join(path, name), () => readFile(join(path, name))) }
        : undefined,
    )
  } catch (thrown) {
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** Names in a directory without a manifest, in order; nothing for anything else. */
export const membersOf = async (path: string): Promise<E.Either<string, ReadonlyArray<string> | undefined>> => {
  try {
    if (!(await stat(path)).isDirectory()) return E.right(undefined)
    const names = await readdir(path)
    return E.right(names.includes(manifestName) ? undefined : names.filter((name) => !name.startsWith('.')).sort())
  } catch (thrown) {
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** The files of a tar, plain or compressed by gzip, all in one directory or in none. */
export const openTar = async (path: string): Promise<E.Either<string, Bundle>> => {
  try {
    return E.mapLeft((wrong: string) => `${path} ${wrong}`)(bundleIn(path, await readFile(path)))
  } catch (thrown) {
    return E.left(`${path}: ${sayThrown(thrown)}`)
  }
}

/** The same for the bytes of a tar. */
export const bundleIn = (path: string, bytes: Uint8Array): E.Either<string, Bundle> =>
  F.pipe(unzipped(bytes), E.flatMap(bundleOfTar(path)))

const unzipped = (bytes: Uint8Array): E.Either<string, Uint8Array> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? E.tryCatch(
        () => gunzipSync(bytes, { maxOutputLength: largest }),
        (thrown) => `cannot be decompressed: ${sayThrown(thrown)}`,
      )
    : E.right(bytes)

const readTextOf = async (name: string, read: () => Promise<Uint8Array>): Promise<E.Either<string, string>> => {
  try {
    return E.mapLeft((wrong: string) => `${name} ${wrong}`)(textOf(await read()))
  } catch (thrown) {
    return E.left(`${name}: ${sayThrown(thrown)}`)
  }
}
