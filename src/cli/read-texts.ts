/** Reads the texts that a command is given: files, and what is piped in. */
import { type either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import type { Text } from './command.js'

/** Where texts come from. */
export interface TextHost {
  /** Text of a file, or why it cannot be read. */
  readonly readFile: (path: string) => Promise<E.Either<string, string>>
  readonly readStdin: () => Promise<E.Either<string, string>>
  /** Standard input is a terminal, or nothing at all: no pipe and no file. */
  readonly stdinIsTerminal: boolean
}

/** The texts of the files by path, read one after the other. */
export const readTexts = (
  host: TextHost,
  paths: ReadonlyArray<string>,
): TE.TaskEither<string, ReadonlyMap<string, Text>> =>
  F.pipe(
    paths,
    TE.traverseSeqArrayWithIndex((index, path) =>
      paths.indexOf(path) < index
        ? TE.left(`${path} is given twice`)
        : TE.map((text: Text) => [path, text] as const)(readText(host, path)),
    ),
    TE.map((texts) => new Map(texts)),
  )

const readText = (host: TextHost, path: string): TE.TaskEither<string, Text> =>
  path === '-'
    ? TE.map(textNamed('standard input'))(host.readStdin)
    : TE.map(textNamed(path))(() => host.readFile(path))

/** What is piped in, unless files are named or it is blank. */
export const readPiped = (host: TextHost, paths: ReadonlyArray<string>): TE.TaskEither<string, O.Option<Text>> =>
  paths.length > 0 || host.stdinIsTerminal
    ? TE.right(O.none)
    : F.pipe(readText(host, '-'), TE.map(O.fromPredicate(({ text }) => text.trim() !== '')))

/** Some editors and shells begin a file with a byte order mark, which goes. */
const textNamed =
  (name: string) =>
  (text: string): Text => ({ name, text: text.startsWith('\uFEFF') ? text.slice(1) : text })
