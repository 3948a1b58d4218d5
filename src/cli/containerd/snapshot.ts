/** Builds the containerd snapshot from the files of a command line. */
import { either as E, function as F, option as O, readonlyArray } from 'fp-ts'

import type { Snapshot } from '../../containerd/index.js'
import {
  type ContainerdNamespaceParts,
  type DecodeError,
  type FileDecoder,
  containerdSnapshot,
  decodeContainerdSnapshot,
  decodeCtrContainerInfos,
  decodeCtrContainers,
  decodeCtrContent,
  decodeCtrImages,
  decodeCtrIngests,
  decodeCtrLeases,
  decodeCtrNamespaces,
  decodeCtrSnapshotInfos,
  decodeCtrSnapshots,
  decodeCtrSnapshotUsages,
  identify,
} from '../../decode/index.js'
import type { Given, Text, Environment } from '../command.js'
import { all, each } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { sayDecodeError } from '../plan/inputs.js'
import { momentOfFiles, momentOfSnapshot, readAt } from '../plan/time.js'
import type { ContainerdFiles, CtrFile } from './inputs.js'
import { sayNotes, statementsOf } from './statements.js'

/** A snapshot with notes on how it came about. */
export interface Observed {
  readonly snapshot: Snapshot
  readonly notes: ReadonlyArray<string>
}

/** Reads a snapshot, or puts one together from what `ctr` printed. */
export const observedSnapshot =
  (environment: Environment, given: Given) =>
  (files: ContainerdFiles): E.Either<string, Observed> =>
    F.pipe(
      readAt(given),
      E.flatMap((at) =>
        files._tag === 'Snapshot'
          ? wholeSnapshot(files.file, at, environment)
          : assembled(at, environment, given, files),
      ),
    )

type At = O.Option<O.Option<Date>>

const wholeSnapshot = (file: Text, at: At, environment: Environment): E.Either<string, Observed> =>
  F.pipe(
    decodeContainerdSnapshot(file.value ?? file.text),
    E.bimap(sayWrongSnapshot(file), (own) => ({
      snapshot: { ...own, at: momentOfSnapshot(at, environment, own.at) },
      notes: [],
    })),
  )

/** Tables of `ctr` say nothing of their namespace, so they are never taken without one. */
const sayWrongSnapshot =
  (file: Text) =>
  (error: DecodeError): string => {
    const { _tag, is } = identify(file.text)
    return tables.has(_tag)
      ? `${file.name}: this is ${is}; give it with its namespace: --ctr NAMESPACE=${file.name},...`
      : sayDecodeError(file)(error)
  }

const assembled = (
  asked: At,
  environment: Environment,
  given: Given,
  { listed, files }: Extract<ContainerdFiles, { readonly _tag: 'Ctr' }>,
): E.Either<string, Observed> => {
  const { at, notes: timeNotes } = momentOfFiles(asked, environment)
  return F.pipe(
    all({
      namespaces: readTables(files),
      listed: F.pipe(listed, O.traverse(E.Applicative)(read(decodeCtrNamespaces))),
    }),
    E.flatMap((parts) =>
      F.pipe(containerdSnapshot({ at, ...parts, ...statementsOf(given) }), E.mapLeft(sayProblems(''))),
    ),
    E.map(({ snapshot, notes }) => ({ snapshot, notes: [...timeNotes, ...sayNotes(notes)] })),
  )
}

type Parts = ContainerdNamespaceParts

/** One table: the command that prints it, how it is read into the parts of its namespace, and whether each needs it. */
interface CtrTable {
  readonly run: string
  readonly reader: (table: CtrFile) => (parts: Parts) => E.Either<string, Parts>
  readonly isNeeded: boolean
}

/** What a table adds to the parts of its namespace. */
type Add<A> = (found: A, parts: Parts, table: CtrFile) => Partial<Parts>

const tableOf =
  (isNeeded: boolean) =>
  <A>(run: string, decode: FileDecoder<A>, add: Add<A>): CtrTable => ({
    run,
    isNeeded,
    reader: (table) => (parts) =>
      F.pipe(
        read(decode)(table.file),
        E.map((found) => ({ ...parts, ...add(found, parts, table) })),
      ),
  })

const needed = tableOf(true)
const further = tableOf(false)

const read =
  <A>(decode: FileDecoder<A>) =>
  (file: CtrFile['file']): E.Either<string, A> =>
    F.pipe(decode(file.text), E.mapLeft(sayDecodeError(file)))

type Snapshotter = Parts['snapshotters'][number]

const ofSnapshotter =
  <A>(change: (found: A) => Partial<Snapshotter>): Add<A> =>
  (found, { snapshotters }, { snapshotter }) => {
    const before = snapshotters.find(({ name }) => name === snapshotter)
    const after = { ...(before ?? { name: snapshotter, snapshots: [], infos: [], usages: [] }), ...change(found) }
    return { snapshotters: [...snapshotters.filter(({ name }) => name !== snapshotter), after] }
  }

/** Tables by the kind of their file, with the command that prints them. */
const tables: ReadonlyMap<string, CtrTable> = new Map([
  ['CtrImages', needed('images ls', decodeCtrImages, (images) => ({ images }))],
  ['CtrContent', needed('content ls', decodeCtrContent, (content) => ({ content }))],
  [
    'CtrSnapshots',
    needed(
      'snapshots ls',
      decodeCtrSnapshots,
      ofSnapshotter((snapshots) => ({ snapshots })),
    ),
  ],
  ['CtrContainers', needed('containers ls', decodeCtrContainers, (containers) => ({ containers }))],
  ['CtrLeases', needed('leases ls', decodeCtrLeases, (leases) => ({ leases }))],
  ['CtrIngests', needed('content active', decodeCtrIngests, (ingests) => ({ ingests }))],
  [
    'CtrSnapshotInfos',
    further(
      'snapshots info KEY',
      decodeCtrSnapshotInfos,
      ofSnapshotter((infos) => ({ infos })),
    ),
  ],
  [
    'CtrSnapshotUsages',
    further(
      'snapshots usage -b',
      decodeCtrSnapshotUsages,
      ofSnapshotter((usages) => ({ usages })),
    ),
  ],
  [
    'CtrContainerInfos',
    further('containers info ID', decodeCtrContainerInfos, (more, { containerInfos }) => ({
      containerInfos: [...containerInfos, ...more],
    })),
  ],
])

/** What was read of one namespace, and of which kinds of table. */
interface Held {
  readonly parts: Parts
  readonly seen: ReadonlySet<string>
}

type Namespaces = ReadonlyMap<string, Held>

const readTables = (files: ReadonlyArray<CtrFile>): E.Either<string, ReadonlyArray<Parts>> =>
  F.pipe(
    files,
    readonlyArray.reduce(E.right<string, Namespaces>(new Map()), (before, table) =>
      F.pipe(before, E.flatMap(readTable(table))),
    ),
    E.flatMap((namespaces) => each(complete)([...namespaces])),
  )

const readTable =
  (table: CtrFile) =>
  (before: Namespaces): E.Either<string, Namespaces> => {
    const { namespace, snapshotter, file } = table
    const held = before.get(namespace) ?? { parts: emptyParts(namespace), seen: new Set() }
    // A loop over no keys prints nothing; tables have a heading at least.
    if (file.text.trim() === '') return E.right(new Map([...before, [namespace, held]]))
    const { _tag, is, instead } = identify(file.text)
    const known = tables.get(_tag)
    if (known === undefined) return E.left(`${file.name}: this is ${is}, not a table of ctr; ${instead}`)
    const key = _tag.startsWith('CtrSnapshot') ? `${_tag} ${snapshotter}` : _tag
    if (held.seen.has(key) && _tag !== 'CtrContainerInfos')
      return E.left(`${file.name}: ctr -n ${namespace} ${known.run} is given twice`)
    return F.pipe(
      known.reader(table)(held.parts),
      E.map((parts) => new Map([...before, [namespace, { parts, seen: new Set([...held.seen, key, _tag]) }]])),
    )
  }

const complete = ([namespace, { parts, seen }]: readonly [string, Held]): E.Either<string, Parts> => {
  const lacking = [...tables].filter(([tag, { isNeeded }]) => isNeeded && !seen.has(tag)).map(([, { run }]) => run)
  return lacking.length === 0
    ? E.right(parts)
    : E.left(`nothing says what is in ${namespace}: give the output of ctr -n ${namespace} ${lacking.join(', ')}`)
}

const emptyParts = (name: string): Parts => ({
  name,
  images: [],
  content: [],
  snapshotters: [],
  containers: [],
  containerInfos: [],
  leases: [],
  ingests: [],
})
