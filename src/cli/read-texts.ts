/** Reads the texts that a command is given: files, and what is piped in. */
import { type either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import type { Text } from './command.js'
import { readLarge } from './read-large.js'

/** Where texts come from. */
export interface TextHost {
  /** Text of a file, or why it cannot be read. */
  readonly readFile: (path: string) => Promise<E.Either<string, string>>
  readonly readStdin: () => Promise<E.Either<string, string>>
  /** The bytes of a file, or of standard input for `-`, for lists of any size; nothing where a path has only a text. */
  readonly open?: (path: string) => AsyncIterable<Uint8Array> | undefined
  /** Hears how far reading is. */
  readonly say?: (line: string) => void
  /** Standard input is a terminal, or nothing at all: no pipe and no file. */
  readonly stdinIsTerminal: boolean
}

/** The texts of the files by path, read one after the other; some may be lists of any size. */
export const readTexts = (
  host: TextHost,
  paths: ReadonlyArray<string>,
  lists: ReadonlyArray<string> = [],
): TE.TaskEither<string, ReadonlyMap<string, Text>> =>
  F.pipe(
    paths,
    TE.traverseSeqArrayWithIndex((index, path) =>
      paths.indexOf(path) < index
        ? TE.left(`${path} is given twice`)
        : TE.map((text: Text) => [path, text] as const)(readText(host, path, lists)),
    ),
    TE.map((texts) => new Map(texts)),
  )

const readText = (host: TextHost, path: string, lists: ReadonlyArray<string>): TE.TaskEither<string, Text> => {
  const name = path === '-' ? 'standard input' : path
  const bytes = lists.includes(path) ? host.open?.(path) : undefined
  if (bytes !== undefined) return TE.map(withoutMark)(readLarge({ name, bytes, say: host.say ?? F.constVoid }))
  return TE.map((text: string) => withoutMark({ name, text }))(() =>
    path === '-' ? host.readStdin() : host.readFile(path),
  )
}

/** What is piped in, unless files are named or it is blank. */
export const readPiped = (
  host: TextHost,
  paths: ReadonlyArray<string>,
  lists: ReadonlyArray<string> = [],
): TE.TaskEither<string, O.Option<Text>> =>
  paths.length > 0 || host.stdinIsTerminal
    ? TE.right(O.none)
    : F.pipe(readText(host, '-', lists), TE.map(O.fromPredicate(({ text }) => text.trim() !== '')))

/** Some editors and shells begin a file with a byte order mark, which goes. */
const withoutMark = (file: Text): Text =>
  file.text.startsWith('\uFEFF') ? { ...file, text: file.text.slice(1) } : file
