/** Sorts the input files of a containerd command: a whole snapshot, or the output of `ctr` for each namespace. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { FlagGroup, Given, Text, Environment } from '../command.js'
import { all, each } from '../fp.js'
import type { SocketAsk } from '../live-node.js'
import { socketsIn } from '../sockets.js'

/** What `ctr` printed, and of what. */
export interface CtrFile {
  readonly namespace: string
  /** The snapshotter of a snapshot table; `ctr` itself asks `overlayfs` unless told otherwise. */
  readonly snapshotter: string
  readonly file: Text
}

/** The files of one command. */
export type ContainerdFiles =
  | { readonly _tag: 'Snapshot'; readonly file: Text }
  | { readonly _tag: 'Ctr'; readonly listed: O.Option<Text>; readonly files: ReadonlyArray<CtrFile> }

/** The flags that name files. */
export const fileFlags: FlagGroup = {
  heading: 'Files, and where they come from',
  flags: [
    {
      name: 'snapshot',
      value: 'FILE',
      about: 'a containerd snapshot as JSON, instead of the other files (default: standard input)',
    },
    {
      name: 'ctr',
      value: 'NS[/SNAPSHOTTER]=FILE,...',
      many: true,
      about: 'what ctr -n NS printed: images ls, content ls, content active, snapshots ls, containers ls, leases ls',
    },
    { name: 'namespaces', value: 'FILE', about: 'ctr namespaces ls' },
  ],
}

interface Source {
  readonly namespace: string
  readonly snapshotter: string
  readonly paths: ReadonlyArray<string>
}

/** Where the files are; the error is one sentence. */
export interface Sources {
  readonly paths: ReadonlyArray<string>
  readonly sockets: ReadonlyArray<SocketAsk>
  readonly gather: (environment: Environment, stdin: O.Option<Text>) => E.Either<string, ContainerdFiles>
}

/** Reads the flags that name files; positional arguments from `skip` on are snapshots. */
export const fileSources = (given: Given, skip: number = 0): E.Either<string, Sources> =>
  F.pipe(
    all({ sources: each(sourceOf)(given.values('ctr')), snapshot: snapshotPath(given, skip) }),
    E.let('sockets', () => socketsIn(given)),
    E.filterOrElse(
      ({ sources, snapshot }) => sources.length === 0 || O.isNone(snapshot),
      () => 'expected a snapshot or tables of ctr, got both',
    ),
    E.filterOrElse(
      ({ sources, snapshot, sockets }) => sockets.length === 0 || (sources.length === 0 && O.isNone(snapshot)),
      () => 'expected files or --containerd, got both',
    ),
    E.map(({ sources, snapshot, sockets }) => {
      if (sockets.length > 0) return ofDaemon(sockets)
      return sources.length === 0 ? wholeFile(snapshot) : tablesOf(given, sources)
    }),
  )

const snapshotPath = (given: Given, skip: number): E.Either<string, O.Option<string>> => {
  const paths = [...given.values('snapshot'), ...given.files.slice(skip)]
  return paths.length > 1
    ? E.left(`expected one snapshot, got ${paths.join(' and ')}; tables of ctr are given with --ctr`)
    : E.right(O.fromNullable(paths[0]))
}

const ofDaemon = (sockets: ReadonlyArray<SocketAsk>): Sources => ({
  paths: [],
  sockets,
  gather: ({ live }) =>
    F.pipe(
      O.fromNullable(live?.files[0]),
      E.fromOption(() => 'the daemon said nothing'),
      E.map(({ file }) => ({ _tag: 'Snapshot', file })),
    ),
})

const tablesOf = (given: Given, sources: ReadonlyArray<Source>): Sources => ({
  sockets: [],
  paths: [...sources.flatMap(({ paths }) => paths), ...given.values('namespaces')],
  gather: ({ read }) =>
    E.right({
      _tag: 'Ctr',
      listed: O.map(read)(given.value('namespaces')),
      files: sources.flatMap(({ namespace, snapshotter, paths }) =>
        paths.map((path) => ({ namespace, snapshotter, file: read(path) })),
      ),
    }),
})

const wholeFile = (path: O.Option<string>): Sources => ({
  sockets: [],
  paths: O.match(
    () => [],
    (one: string) => [one],
  )(path),
  gather: ({ read }, stdin) =>
    F.pipe(
      path,
      O.map(read),
      O.alt(() => stdin),
      E.fromOption(() => 'no files given: --snapshot FILE, or --ctr NS=FILE,... for every namespace'),
      E.map((file) => ({ _tag: 'Snapshot', file })),
    ),
})

const sourceOf = (text: string): E.Either<string, Source> => {
  const [, namespace, snapshotter = 'overlayfs', list = ''] = /^([^=/]+)(?:\/([^=/]+))?=(.+)$/.exec(text) ?? []
  const paths = list.split(',').filter((path) => path !== '')
  return namespace === undefined || paths.length === 0
    ? E.left(`--ctr: expected NAMESPACE=FILE,... or NAMESPACE/SNAPSHOTTER=FILE,..., got ${JSON.stringify(text)}`)
    : E.right({ namespace, snapshotter, paths })
}
