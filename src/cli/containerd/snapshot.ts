/**
 * Answers which snapshot the files of a command line make for containerd.
 */
import { either as E, option as O } from 'fp-ts'

import type { Snapshot } from '../../containerd/index.js'
import type { ContainerdNamespaceParts, CtrNamespace, DecodeError, FileDecoder } from '../../decode/index.js'
import {
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
import { sayProblems } from '../plan/errors.js'
import { sayDecodeError } from '../plan/inputs.js'
import { momentOfFiles, momentOfSnapshot, readAt } from '../plan/time.js'
import type { ContainerdFiles, CtrFile } from './inputs.js'
import { sayNotes } from './notes.js'
import { statementsOf } from './statements.js'

/** A snapshot with notes on how it came about. */
export interface Observed {
  readonly snapshot: Snapshot
  readonly notes: ReadonlyArray<string>
}

/** Reads a snapshot, or puts one together from what `ctr` printed. */
export const observedSnapshot =
  (environment: Environment, given: Given) =>
  (files: ContainerdFiles): E.Either<string, Observed> => {
    const asked = readAt(given)
    if (E.isLeft(asked)) return asked
    if (files._tag === 'Snapshot') {
      const decoded = decodeContainerdSnapshot(files.file.text)
      if (E.isLeft(decoded)) return E.left(sayWrongSnapshot(files.file, decoded.left))
      const at = momentOfSnapshot(asked.right, environment, decoded.right.at)
      return E.right({ snapshot: { ...decoded.right, at }, notes: [] })
    }
    const { at, notes } = momentOfFiles(asked.right, environment)
    return E.map((observed: Observed) => ({ ...observed, notes: [...notes, ...observed.notes] }))(
      assembled(at, given, files),
    )
  }

/** Tables of `ctr` say nothing of their namespace, so they are never taken without one. */
const sayWrongSnapshot = (file: Text, error: DecodeError): string => {
  const { _tag, is } = identify(file.text)
  return tables.has(_tag)
    ? `${file.name}: this is ${is}; give it with its namespace: --ctr NAMESPACE=${file.name},...`
    : sayDecodeError(file)(error)
}

const assembled = (
  at: Date,
  given: Given,
  { listed, files }: Extract<ContainerdFiles, { readonly _tag: 'Ctr' }>,
): E.Either<string, Observed> => {
  const namespaces = readTables(files)
  if (E.isLeft(namespaces)) return namespaces
  const names = namesOf(listed)
  if (E.isLeft(names)) return names
  const made = containerdSnapshot({ at, listed: names.right, namespaces: namespaces.right, ...statementsOf(given) })
  return E.isLeft(made)
    ? E.left(sayProblems('')(made.left))
    : E.right({
        snapshot: made.right.snapshot,
        notes: sayNotes(made.right.notes),
      })
}

const namesOf = (listed: O.Option<Text>): E.Either<string, O.Option<ReadonlyArray<CtrNamespace>>> =>
  O.isNone(listed)
    ? E.right(O.none)
    : E.map((names: ReadonlyArray<CtrNamespace>) => O.some(names))(read(decodeCtrNamespaces)(listed.value))

type Parts = ContainerdNamespaceParts

/** Reads one table into the parts of its namespace. */
type TableReader = (table: CtrFile) => (parts: Parts) => E.Either<string, Parts>

const into =
  <A>(decode: FileDecoder<A>, add: (found: A, table: CtrFile, parts: Parts) => Partial<Parts>): TableReader =>
  (table) =>
  (parts) =>
    E.map((found: A) => ({ ...parts, ...add(found, table, parts) }))(read(decode)(table.file))

const read =
  <A>(decode: FileDecoder<A>) =>
  (file: CtrFile['file']): E.Either<string, A> =>
    E.mapLeft((error: DecodeError) => sayDecodeError(file)(error))(decode(file.text))

type Snapshotter = Parts['snapshotters'][number]

const ofSnapshotter = (parts: Parts, { snapshotter }: CtrFile, change: Partial<Snapshotter>): Partial<Parts> => {
  const before = parts.snapshotters.find(({ name }) => name === snapshotter)
  const after = { ...(before ?? { name: snapshotter, snapshots: [], infos: [], usages: [] }), ...change }
  return { snapshotters: [...parts.snapshotters.filter(({ name }) => name !== snapshotter), after] }
}

/** Tables by the kind of their file, with the command that prints them; the first of them no namespace can do without. */
const tables: ReadonlyMap<string, { readonly run: string; readonly reader: TableReader; readonly isNeeded: boolean }> =
  new Map([
    ['CtrImages', { run: 'images ls', isNeeded: true, reader: into(decodeCtrImages, (images) => ({ images })) }],
    ['CtrContent', { run: 'content ls', isNeeded: true, reader: into(decodeCtrContent, (content) => ({ content })) }],
    [
      'CtrSnapshots',
      {
        run: 'snapshots ls',
        isNeeded: true,
        reader: into(decodeCtrSnapshots, (snapshots, table, parts) => ofSnapshotter(parts, table, { snapshots })),
      },
    ],
    [
      'CtrContainers',
      { run: 'containers ls', isNeeded: true, reader: into(decodeCtrContainers, (containers) => ({ containers })) },
    ],
    ['CtrLeases', { run: 'leases ls', isNeeded: true, reader: into(decodeCtrLeases, (leases) => ({ leases })) }],
    [
      'CtrIngests',
      { run: 'content active', isNeeded: true, reader: into(decodeCtrIngests, (ingests) => ({ ingests })) },
    ],
    [
      'CtrSnapshotInfos',
      {
        run: 'snapshots info KEY',
        isNeeded: false,
        reader: into(decodeCtrSnapshotInfos, (infos, table, parts) => ofSnapshotter(parts, table, { infos })),
      },
    ],
    [
      'CtrSnapshotUsages',
      {
        run: 'snapshots usage -b',
        isNeeded: false,
        reader: into(decodeCtrSnapshotUsages, (usages, table, parts) => ofSnapshotter(parts, table, { usages })),
      },
    ],
    [
      'CtrContainerInfos',
      {
        run: 'containers info ID',
        isNeeded: false,
        reader: into(decodeCtrContainerInfos, (more, _table, { containerInfos }) => ({
          containerInfos: [...containerInfos, ...more],
        })),
      },
    ],
  ])

const readTables = (files: ReadonlyArray<CtrFile>): E.Either<string, ReadonlyArray<Parts>> => {
  const namespaces = new Map<string, { parts: Parts; seen: Set<string> }>()
  for (const table of files) {
    const held = namespaces.get(table.namespace) ?? { parts: emptyParts(table.namespace), seen: new Set() }
    namespaces.set(table.namespace, held)
    // A loop over no keys prints nothing; tables have a heading at least.
    if (table.file.text.trim() === '') continue
    const kind = identify(table.file.text)
    const known = tables.get(kind._tag)
    if (known === undefined)
      return E.left(`${table.file.name}: this is ${kind.is}, not a table of ctr; ${kind.instead}`)
    const key = kind._tag.startsWith('CtrSnapshot') ? `${kind._tag} ${table.snapshotter}` : kind._tag
    if (held.seen.has(key) && kind._tag !== 'CtrContainerInfos')
      return E.left(`${table.file.name}: ctr -n ${table.namespace} ${known.run} is given twice`)
    const parts = known.reader(table)(held.parts)
    if (E.isLeft(parts)) return parts
    namespaces.set(table.namespace, { parts: parts.right, seen: held.seen.add(key).add(kind._tag) })
  }
  for (const [namespace, { seen }] of namespaces)
    for (const [tag, { run, isNeeded }] of tables)
      if (isNeeded && !seen.has(tag))
        return E.left(`nothing says what is in ${namespace}: give the output of ctr -n ${namespace} ${run}`)
  return E.right([...namespaces.values()].map(({ parts }) => parts))
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
