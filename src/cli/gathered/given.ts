/** Finds what was gathered among the arguments of a command, and reads its files when they are wanted. */
import { type either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import type { TextHost } from '../read-texts.js'
import type { Command, Flag, FlagGroup, Given } from '../command.js'
import { flagsOf } from '../exit-codes.js'
import { clusterFlags } from '../kubernetes/cluster-flags.js'
import { expanded, readsDisk } from './expand.js'
import type { Bundle } from './files.js'
import { type Gathered, manifestIn, manifestName } from './gathered.js'
import { diskFile } from './layout.js'

/** A command line without anything gathered in it, and how the files are read that took its place. */
export interface Unpacked {
  readonly given: Given
  readonly notes: ReadonlyArray<string>
  readonly files: ReadonlyMap<string, () => Promise<E.Either<string, string>>>
}

type Open = (path: string) => Promise<E.Either<string, Bundle | undefined>>

/** Opens each argument that gives many files, and puts those that the command reads in its place. */
export const gatheredIn = (open: Open, command: Command, given: Given): TE.TaskEither<string, Unpacked> => {
  const start: TE.TaskEither<string, Unpacked> = TE.right({ given, notes: [], files: new Map() })
  return given.files.reduce(
    (before, path) =>
      F.pipe(
        before,
        TE.bindTo('before'),
        TE.bind('bundle', () => (path === '-' ? TE.right(undefined) : () => open(path))),
        TE.flatMap(({ before, bundle }) =>
          bundle === undefined
            ? TE.right(before)
            : F.pipe(gatheredOf(path, bundle), TE.flatMap(unpacked(command, before, path))),
        ),
      ),
    start,
  )
}

const gatheredOf = (path: string, bundle: Bundle): TE.TaskEither<string, Gathered> =>
  F.pipe(
    () => bundle.read(manifestName),
    TE.flatMapEither((text) => manifestIn({ name: `${path}/${manifestName}`, text })),
    TE.map((manifest) => ({ ...bundle, manifest, notes: [] })),
  )

/** Puts the files of something gathered in the place of its name. */
const unpacked =
  (command: Command, { given, notes, files }: Unpacked, path: string) =>
  (gathered: Gathered): TE.TaskEither<string, Unpacked> =>
    F.pipe(
      readsDisk(command, gathered)
        ? F.pipe(() => gathered.read(diskFile), TE.map(O.some))
        : TE.right<string, O.Option<string>>(O.none),
      TE.flatMapEither((disk) => expanded(command, given, { path, gathered, disk })),
      TE.map((made) => ({
        given: made.given,
        notes: [...notes, ...made.notes],
        files: new Map([
          ...files,
          ...gathered.names.map((name) => [`${path}/${name}`, () => gathered.read(name)] as const),
        ]),
      })),
    )

/** The flag that names a node to read through its API server. */
const nodeFlag: Flag = {
  name: 'node',
  value: 'NAME',
  about: 'read this node through the API server, where no files are given',
}

/** Flags of the layer stores, of which there is one. */
const stores = ['metadata', 'storage-layers', 'docker-images']

const without = (file: string, seen: Gathered): Gathered => ({
  ...seen,
  names: seen.names.filter((name) => name !== file),
})

/** The flags of a command that reads a node. */
export const nodeFlags: FlagGroup = { ...clusterFlags, heading: 'A node', flags: [nodeFlag, ...clusterFlags.flags] }

/** Reads the node that a flag names, and puts what it shows in the place of files. */
export const nodeIn =
  (read: (name: string) => Promise<E.Either<string, Gathered>>, command: Command) =>
  (before: Unpacked): TE.TaskEither<string, Unpacked> =>
    F.pipe(
      flagsOf(command).includes(nodeFlag) ? before.given.value(nodeFlag.name) : O.none,
      O.match(
        () => TE.right(before),
        (name) => {
          const { given } = before
          const path = `node/${name}`
          // Whether such an image is in use or pinned, nobody knows.
          if (given.has('assume-last-used') && !(given.has('images') && given.has('containers')))
            return TE.left(
              `--assume-last-used: node/${name} does not show which images are in use or pinned; gather on the node (gcplan gather)`,
            )
          return F.pipe(
            () => read(name),
            TE.map((seen) => (stores.some(given.has) ? without('inspecti.json', seen) : seen)),
            TE.flatMap(unpacked(command, { ...before, given: { ...given, files: [...given.files, path] } }, path)),
          )
        },
      ),
    )

/** Reads gathered files, and others as before. */
export const readingFrom = (
  { files }: Pick<Unpacked, 'files'>,
  { readFile, open }: Pick<TextHost, 'readFile' | 'open'>,
): Pick<TextHost, 'readFile' | 'open'> => ({
  readFile: (path) => (files.get(path) ?? (() => readFile(path)))(),
  open: (path) => (files.has(path) ? undefined : open?.(path)),
})
