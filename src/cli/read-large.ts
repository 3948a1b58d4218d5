/**
 * Reads lists of objects that may be larger than a text can be. JSON of some size is read in parts, so that only its objects
 * are held; everything else is read whole.
 */
import { either as E, function as F, type taskEither as TE } from 'fp-ts'

import { type Keep, type Listing, kubectlObjectsInParts } from '../decode/index.js'
import { sharing } from './alike.js'
import { countingMebibytes, mebibyte, mostBytes, textInParts, textOf } from './bytes.js'
import type { Text } from './command.js'
import { isObject, looksLikeJson, ownField } from './structured.js'
import { sayThrown } from './thrown.js'

/** Where bytes come from, and who hears how far it is. */
export interface Source {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly say: (line: string) => void
}

/** As much is made text at once: longer texts have a place of their own in memory, which takes twenty times as long. */
const piece = 2 ** 15

/** What is smaller is read whole. */
const smallest = 64 * mebibyte

/** Reads a file of objects. */
export const readLarge =
  ({ name, bytes, say }: Source, limit: number = smallest): TE.TaskEither<string, Text> =>
  async () => {
    const parts = bytes[Symbol.asyncIterator]()
    try {
      const start = await gathered(parts, limit)
      const looks = F.pipe(textInParts().add(Buffer.concat(start.chunks.slice(0, 2))), E.exists(looksLikeJson))
      if (!start.isAll && looks) return E.mapLeft(about(name))(await inParts(name, say, start.chunks, parts))
      const rest = start.isAll ? [] : (await gathered(parts, mostBytes)).chunks
      return F.pipe(
        [...start.chunks, ...rest],
        (chunks) => textOf(Buffer.concat(chunks)),
        E.bimap(about(name), (text) => ({ name, text })),
      )
    } catch (thrown) {
      return E.left(`${name}: ${sayThrown(thrown)}`)
    }
  }

type Parts = AsyncIterator<Uint8Array>

const about =
  (name: string) =>
  (wrong: string): string =>
    `${name} ${wrong}`

/** The bytes that come next, until there are more than the limit or no more at all. */
const gathered = async (
  parts: Parts,
  limit: number,
): Promise<{ readonly chunks: Uint8Array[]; readonly isAll: boolean }> => {
  const chunks: Uint8Array[] = []
  for (let length = 0; length <= limit; length += chunks.at(-1)?.length ?? 0) {
    const next = await parts.next()
    if (next.done === true) return { chunks, isAll: true }
    chunks.push(next.value)
  }
  return { chunks, isAll: false }
}

/** The text that is handed on stands for the whole, for what looks at its beginning. */
const inParts = async (
  name: string,
  say: (line: string) => void,
  begun: Uint8Array[],
  parts: Parts,
): Promise<E.Either<string, Text>> => {
  let [objects, beginning] = [0, '']
  const count = countingMebibytes((mebibytes) => say(`reading ${name}: ${objects} objects in ${mebibytes} MiB`))
  const share = sharing()
  const reader = kubectlObjectsInParts((object) => {
    objects++
    return share(withoutManagedFields(object))
  })
  const texts = textInParts()
  const take = (text: string): void => {
    if (beginning.length < mebibyte) beginning += text.slice(0, mebibyte)
    reader.add(text)
  }
  const add = (bytes: Uint8Array): E.Either<string, unknown> => {
    count(bytes.length)
    let added: E.Either<string, unknown> = E.right(undefined)
    for (let at = 0; at < bytes.length && E.isRight(added); at += piece)
      added = E.map(take)(texts.add(bytes.subarray(at, at + piece)))
    return added
  }
  let added: E.Either<string, unknown> = E.right(undefined)
  // Each is let go once it is read.
  for (let chunk = begun.shift(); chunk !== undefined && E.isRight(added); chunk = begun.shift()) added = add(chunk)
  for (let next = await parts.next(); next.done !== true && E.isRight(added); next = await parts.next())
    added = add(next.value)
  return F.pipe(
    added,
    E.chain(() => texts.end()),
    E.map((text) => {
      take(text)
      say(`${name}: deciding on ${objects} objects`)
      return { name, text: beginning, listing: E.map(holdingMetadataOnce)(reader.end()) }
    }),
  )
}

/** They are most of what some servers print of an object, and nothing reads them. */
const withoutManagedFields: Keep = (object) => {
  const metadata = ownField(object, 'metadata')
  return isObject(object) && isObject(metadata) && ownField(metadata, 'managedFields') !== undefined
    ? { ...object, metadata: { ...metadata, managedFields: undefined } }
    : object
}

/** Puts the metadata as they were read in the place of those that they were read from, which nobody else holds. */
const holdingMetadataOnce = (listing: Listing): Listing => {
  for (const { apiVersion, kind, metadata, body } of listing.objects)
    Object.assign(body, { apiVersion, kind, metadata })
  return listing
}
