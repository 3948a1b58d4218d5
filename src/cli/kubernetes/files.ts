/** Reads objects and served kinds from the files of a command line. */
import { either as E, function as F } from 'fp-ts'

import type { Scope } from '../../apiserver/index.js'
import {
  type Listing,
  decodeApiResources,
  type StatedVersion,
  decodeKubectlObjects,
  type WrongFile,
  statedVersions,
} from '../../decode/index.js'
import type { FlagGroup, Text } from '../command.js'
import { all, each } from '../fp.js'
import { sayDecodeError } from '../plan/inputs.js'
import { kindOf } from '../takers.js'
import type { LiveCluster } from '../world.js'
import type { Stated } from './statements.js'

/** The flags that name files. */
export const fileFlags: FlagGroup = {
  heading: 'Files',
  flags: [
    {
      name: 'file',
      short: 'f',
      value: 'FILE',
      many: true,
      about: 'output of kubectl get KINDS -o json (default: what is piped in, else the cluster)',
    },
    {
      name: 'api-resources',
      value: 'FILE',
      many: true,
      about: 'kubectl api-resources -o wide: served kinds besides those of Kubernetes 1.36',
    },
  ],
}

/** A listing under the name of its file. */
export interface ListedFile {
  readonly name: string
  readonly listing: Listing
}

/** What files hold. */
export interface Found {
  readonly listed: ReadonlyArray<ListedFile>
  readonly scopes: ReadonlyArray<Scope>
  /** Those that an API server states. */
  readonly versions: ReadonlyArray<StatedVersion>
  /** Tables of kinds as text, for the short names that are in them. */
  readonly tables: ReadonlyArray<string>
  /** What a cluster that was read says of itself. */
  readonly live?:
    | { readonly stated: ReadonlyArray<Stated>; readonly notes: ReadonlyArray<string>; readonly namespace: string }
    | undefined
}

/** What a cluster holds that was read. */
export const foundIn = ({ name, listings, scopes, versions, table, covers, notes, namespace }: LiveCluster): Found => ({
  ...{ listed: listings.map((listing) => ({ name, listing })), scopes, versions, tables: [table] },
  live: { stated: covers.map((statement) => ({ flag: name, statement })), notes, namespace },
})

/** Reads files; those of `tables` are tables of kinds at their word, the others are told apart by what they hold. */
export const readFiles = (lists: ReadonlyArray<Text>, tables: ReadonlyArray<Text>): E.Either<string, Found> =>
  F.pipe(
    all({ lists: each(readList)(lists), tables: each(readTable)(tables) }),
    E.map((read) => joined([...read.lists, ...read.tables])),
    E.filterOrElse(
      ({ listed }) => listed.length > 0,
      () => 'no list of objects given: run kubectl get KINDS -A -o json',
    ),
  )

const nothing: Found = { listed: [], scopes: [], versions: [], tables: [] }

const joined = (found: ReadonlyArray<Found>): Found => ({
  listed: found.flatMap(({ listed }) => listed),
  scopes: found.flatMap(({ scopes }) => scopes),
  versions: found.flatMap(({ versions }) => versions),
  tables: found.flatMap(({ tables }) => tables),
})

const readList = (file: Text): E.Either<string, Found> =>
  F.pipe(
    // An array that was parsed would be taken for pages.
    file.listing ?? decodeKubectlObjects(Array.isArray(file.value) ? file.text : (file.value ?? file.text)),
    E.map((listing) => ({ ...nothing, listed: [{ name: file.name, listing }] })),
    E.orElse((error) => (error._tag === 'WrongFile' ? readOther(file, error) : E.left(sayDecodeError(file)(error)))),
  )

/** Reads a file that is no list: a table of kinds, or the server's version. */
const readOther = (file: Text, error: WrongFile): E.Either<string, Found> => {
  const { _tag, is, instead } = kindOf(file, error)
  const versions = statedVersions(file.text)
  if (_tag === 'ApiResources') return readTable(file)
  if (_tag === 'KubectlVersion' && versions.length > 0) return E.right({ ...nothing, versions })
  return E.left(_tag === 'KubernetesMetadata' ? `${file.name}: this is ${is}; ${instead}` : sayDecodeError(file)(error))
}

const readTable = (file: Text): E.Either<string, Found> =>
  F.pipe(
    decodeApiResources(file.text),
    E.bimap(sayDecodeError(file), (scopes) => ({ ...nothing, scopes, tables: [file.text] })),
  )

/** Each list by its last page: a further page of the same kind follows the one that announces it. */
const withoutFurtherPages = (lists: Listing['lists']): Listing['lists'] =>
  lists.filter(({ continues, of, remaining }, index) => {
    const next = lists[index + 1]
    const follows =
      continues &&
      of !== undefined &&
      next?.of?.kind === of.kind &&
      next.of.apiVersion === of.apiVersion &&
      (remaining === undefined || next.count === remaining - (next.remaining ?? 0))
    return !follows
  })

/** What a reader should know of lists that were read. */
export const notesOn = (listed: ReadonlyArray<ListedFile>): ReadonlyArray<string> =>
  listed.flatMap(({ name, listing: { lists, relisted, recreated } }) => [
    ...withoutFurtherPages(lists)
      .filter(({ continues }) => continues)
      .map(({ of, shows }) => {
        const kinds = of === undefined ? shows.map(({ kind }) => kind).join(', ') : of.kind
        return `${name}: a list of ${kinds} is incomplete (it has a continue token); unlisted objects are unknown`
      }),
    ...(relisted === 0
      ? []
      : [
          `${name}: ${relisted === 1 ? '1 object comes' : `${relisted} objects come`} in several versions; the newest counts`,
        ]),
    ...recreated.map(
      ({ kind, namespace, name: called }) =>
        `${name}: ${kind} ${namespace === undefined ? '' : `${namespace}/`}${called} was recreated between two lists; the newer one counts`,
    ),
  ])
