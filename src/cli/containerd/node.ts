/** Finds the record that an argument names by kind and name, in the only namespace that has it. */
import { either as E, option as O } from 'fp-ts'

import { type Namespace, type Node, type Snapshot, keyOf, recordOf } from '../../containerd/index.js'
import type { Flag, Given } from '../command.js'
import { askNearest } from '../nearest.js'

/** How a record is named on the command line. */
export const nodeUsage = 'KIND:NAME'

/** Its help text. */
export const nodeAbout =
  'KIND:NAME is one of image:NAME, content:DIGEST, snapshot:SNAPSHOTTER/KEY, lease:ID, container:ID, ingest:REF, sandbox:ID, stream:NAME, mount:NAME. Digests, ids and keys may be shortened while unique; KIND: may be omitted, and NAME may be an id as plans print it, NAMESPACE/NAME.'

/** The flag that says in which namespace. */
export const namespaceFlag: Flag = {
  name: 'namespace',
  short: 'n',
  value: 'NAME',
  about: 'namespace of the named records (default: the only one that has them)',
}

/** Records of one namespace by the kind that the command line calls them. */
const kinds: Readonly<Record<string, (namespace: Namespace) => ReadonlyArray<Node>>> = {
  image: ({ name, images }) => images.map((image) => recordOf.images(name, image)),
  content: ({ name, content }) => content.map((blob) => recordOf.content(name, blob)),
  snapshot: ({ name, snapshots }) => snapshots.map((snapshot) => recordOf.snapshots(name, snapshot)),
  lease: ({ name, leases }) => leases.map((lease) => recordOf.leases(name, lease)),
  container: ({ name, containers }) => containers.map((container) => recordOf.containers(name, container)),
  ingest: ({ name, ingests }) => ingests.map((ingest) => recordOf.ingests(name, ingest)),
  sandbox: ({ name, sandboxes }) => sandboxes.map((sandbox) => recordOf.sandboxes(name, sandbox)),
  stream: ({ name, streams }) => streams.map((stream) => recordOf.streams(name, stream)),
  mount: ({ name, mounts }) => mounts.map((mount) => recordOf.mounts(name, mount)),
}

/** The records of a namespace, kind by kind. */
export const allRecords = (namespace: Namespace): ReadonlyArray<Node> =>
  Object.values(kinds).flatMap((every) => every(namespace))

/** The word for the kind of a record on the command line. */
export const sayKind = ({ _tag }: Node): string => (_tag === 'FsSnapshot' ? 'snapshot' : _tag.toLowerCase())

/** The word for a record on the command line. */
export const sayNode = (node: Node): string => `${sayKind(node)}:${keyOf(node)}`

/** Finds the record that a word means; the error says what is wrong with the word, or which records it could mean. */
export const findNode = (given: Given, snapshot: Snapshot): ((word: string) => E.Either<string, Node>) =>
  findIn(snapshot, given.value(namespaceFlag.name))

/** The same in one namespace, or in all. */
export const findIn =
  (snapshot: Snapshot, wanted: O.Option<string>) =>
  (word: string): E.Either<string, Node> => {
    const colon = word.indexOf(':')
    const kind = word.slice(0, Math.max(colon, 0))
    const recordsOf = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    const spaces = snapshot.namespaces.filter(({ name }) => O.isNone(wanted) || wanted.value === name)
    if (spaces.length === 0) return E.left(unknownNamespace(snapshot, O.getOrElse(() => '')(wanted)))
    return recordsOf === undefined
      ? only(word, spaces.flatMap(allRecords), word)
      : only(word, spaces.flatMap(recordsOf), word.slice(colon + 1))
  }

/** The record of exactly this name, else the only one whose name begins so, counted in digests from the hash. */
const only = (word: string, records: ReadonlyArray<Node>, name: string): E.Either<string, Node> => {
  const exact = records.filter((record) => namesOf(record, name).includes(keyOf(record)) || record.id === name)
  const near = exact.length > 0 || name === '' ? exact : records.filter((record) => beginsWith(record, name))
  const [first, ...others] = near
  if (first === undefined) return E.left(`there is no ${word}${askNearest(records.slice(0, 10_000).map(keyOf), name)}`)
  if (others.length === 0) return E.right(first)
  const shown = near.slice(0, 5).map((record) => `${sayNode(record)} in ${record.namespace}`)
  const more = near.length > shown.length ? ` and ${near.length - shown.length} more` : ''
  const advice = near.some(({ namespace }) => namespace !== first.namespace)
    ? `; say which with --${namespaceFlag.name}`
    : ''
  return E.left(`${word} could be ${shown.join(', ')}${more}${advice}`)
}

/** Images may go by the names that Docker Hub's have elsewhere, without their registry. */
const namesOf = ({ _tag }: Node, name: string): ReadonlyArray<string> =>
  _tag === 'Image' ? [name, `docker.io/${name}`, `docker.io/library/${name}`] : [name]

const beginsWith = (record: Node, name: string): boolean => {
  const full = keyOf(record)
  if (record._tag === 'Image' || record._tag === 'Ingest') return isCut(full, name) || isCut(record.id, name)
  return (
    record.id.startsWith(name) ||
    full.startsWith(name) ||
    full.startsWith(`sha256:${name}`) ||
    full.includes(`/${name}`)
  )
}

/** Other names are whole, `base:1` is not `base:1.0`; but a digest at their end is printed short. */
const isCut = (full: string, name: string): boolean =>
  full.startsWith(name) && /(?<![0-9a-f])[0-9a-f]{12,}$/.test(name) && /^[0-9a-f]*$/.test(full.slice(name.length))

const unknownNamespace = ({ namespaces }: Snapshot, name: string): string =>
  `--${namespaceFlag.name}: expected ${namespaces.map((namespace) => namespace.name).join(', ') || 'nothing, there is none'}, got ${JSON.stringify(name)}`
