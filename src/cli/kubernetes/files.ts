/**
 * Answers what the files of a command line hold of a cluster: objects, and kinds that its server serves.
 */
import { either as E } from 'fp-ts'

import type { Scope } from '../../apiserver/index.js'
import type { DecodeError, Listing } from '../../decode/index.js'
import { decodeApiResources, decodeKubectlObjects, identify } from '../../decode/index.js'
import type { FlagGroup, Text } from '../command.js'
import { sayDecodeError } from '../plan/inputs.js'

/** The flags that name files. */
export const fileFlags: FlagGroup = {
  heading: 'Files',
  flags: [
    {
      name: 'file',
      short: 'f',
      value: 'FILE',
      many: true,
      about: 'kubectl get KINDS -o json; left out: standard input',
    },
    {
      name: 'api-resources',
      value: 'FILE',
      many: true,
      about: 'kubectl api-resources -o wide: kinds that are served beside those of Kubernetes 1.36',
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
  /** Tables of kinds as text, for the short names that are in them. */
  readonly tables: ReadonlyArray<string>
}

/** Reads files; those of `tables` are tables of kinds at their word, the others are told apart by what they hold. */
export const readFiles = (lists: ReadonlyArray<Text>, tables: ReadonlyArray<Text>): E.Either<string, Found> => {
  const found = { listed: [] as ListedFile[], scopes: [] as Scope[], tables: [] as string[] }
  const readTable = (file: Text): DecodeError | null => {
    const table = decodeApiResources(file.text)
    if (E.isLeft(table)) return table.left
    found.scopes.push(...table.right)
    found.tables.push(file.text)
    return null
  }
  for (const file of lists) {
    const listing = decodeKubectlObjects(file.text)
    if (E.isRight(listing)) {
      found.listed.push({ name: file.name, listing: listing.right })
      continue
    }
    const kind = listing.left._tag === 'WrongFile' ? identify(file.text) : undefined
    if (kind?._tag === 'KubernetesMetadata') return E.left(`${file.name}: this is ${kind.is}; ${kind.instead}`)
    const wrong = kind?._tag === 'ApiResources' ? readTable(file) : listing.left
    if (wrong !== null) return E.left(sayDecodeError(file)(wrong))
  }
  for (const file of tables) {
    const wrong = readTable(file)
    if (wrong !== null) return E.left(sayDecodeError(file)(wrong))
  }
  return found.listed.length === 0
    ? E.left('no list of objects is given: run kubectl get KINDS -A -o json')
    : E.right(found)
}

/** What a reader should know of lists that were read. */
export const notesOn = (listed: ReadonlyArray<ListedFile>): ReadonlyArray<string> =>
  listed.flatMap(({ name, listing: { lists, relisted, recreated } }) => [
    ...lists
      .filter(({ continues }) => continues)
      .map(({ of, shows }) => {
        const kinds = of === undefined ? shows.map(({ kind }) => kind).join(', ') : of.kind
        return `${name}: a list of ${kinds} goes on: what its last page does not show is not known`
      }),
    ...(relisted === 0
      ? []
      : [
          `${name}: ${relisted === 1 ? '1 object comes' : `${relisted} objects come`} in several versions; the newest counts`,
        ]),
    ...recreated.map(
      ({ kind, namespace, name: called }) =>
        `${name}: ${kind} ${namespace === undefined ? '' : `${namespace}/`}${called} was made anew between two lists; the newer one counts`,
    ),
  ])
