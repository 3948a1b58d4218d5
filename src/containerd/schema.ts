/** Schemas of what containerd's collector reads. */
import { type InvalidInput, type Problem, show } from '../core/problem.js'
import { elementAt } from '../internal/lists.js'
import {
  type Schema,
  checked,
  flag,
  instant,
  leaf,
  oneOf,
  optional,
  problemsOf,
  text,
  where,
} from '../internal/schema/schema.js'
import { distinct, knowledge, list, object, option, readByName } from '../internal/schema/object.js'
import { size } from '../internal/schema/size.js'
import { parseTimestamp } from './labels/timestamp.js'
import type {
  Container,
  Content,
  FsSnapshot,
  Image,
  Ingest,
  Labels,
  Lease,
  LeaseResource,
  Mount,
  Namespace,
  Sandbox,
  Snapshot,
  Stream,
  Unseen,
} from './snapshot.js'

const name = leaf(
  'a name that is not empty and has no "/"',
  (value): value is string => typeof value === 'string' && value !== '' && !value.includes('/'),
)

const expiry = where(
  text,
  'an RFC 3339 timestamp or ""',
  (value) => value === '' || parseTimestamp(value) !== undefined,
)

const resourceType = leaf(
  '"content", "ingests", "images" or "snapshots/<snapshotter>"',
  (value): value is string => typeof value === 'string' && /^(content|ingests|images|snapshots\/[^/]*)$/.test(value),
)

const isPair = (value: unknown): value is Labels[number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'

const pairs = list(leaf('a pair of two strings', isPair))

const repeatedKey = (labels: Labels): number | undefined => {
  if (labels.length > 8) return repeatedKeyOfMany(labels)
  for (let index = 1; index < labels.length; index++)
    for (let before = 0; before < index; before++) if (labels[before]?.[0] === labels[index]?.[0]) return index
  return undefined
}

const repeatedKeyOfMany = (labels: Labels): number | undefined => {
  const seen = new Set<string>()
  const index = labels.findIndex(([key]) => seen.size === seen.add(key).size)
  return index < 0 ? undefined : index
}

const none: ReadonlyArray<Problem> = []

/** Pairs of key and value, each key once. Every item has labels, so their quick check is one loop. */
export const labels: Schema<Labels> = {
  ...checked<Labels>(pairs, (found) => {
    const index = repeatedKey(found)
    if (index === undefined) return none
    const [key] = elementAt(found, index)
    return [{ path: `[${index}][0]`, expected: 'a unique key', actual: show(key) }]
  }),
  form: { _tag: 'Pairs' },
  holds: (value): value is Labels => {
    if (!Array.isArray(value)) return false
    for (let index = 0; index < value.length; index++) if (!isPair(value[index])) return false
    return value.length < 2 || repeatedKey(value) === undefined
  },
}

const lease = object<Lease>({
  id: text,
  createdAt: optional(instant),
  labels,
  resources: knowledge(list(object<LeaseResource>({ type: resourceType, id: text }))),
})

const fsSnapshot = readByName(
  object<FsSnapshot>({
    ...{ snapshotter: name, key: text, parent: text, labels, usage: optional(knowledge(size)) },
    goneChildren: optional(knowledge(list(text))),
  }),
  ({ snapshotter, key, parent, labels: held, usage, goneChildren }) =>
    name.holds(snapshotter) &&
    text.holds(key) &&
    text.holds(parent) &&
    labels.holds(held) &&
    usage === undefined &&
    goneChildren === undefined,
)

const content = readByName(
  object<Content>({ digest: text, size, labels }),
  ({ digest, size: bytes, labels: held }) => text.holds(digest) && size.holds(bytes) && labels.holds(held),
)

const image = readByName(
  object<Image>({ name: text, target: text, labels }),
  ({ name: called, target, labels: held }) => text.holds(called) && text.holds(target) && labels.holds(held),
)

const container = object<Container>({ id: text, snapshotter: text, snapshotKey: text, image: text, labels })
const ingest = object<Ingest>({ ref: text, expected: knowledge(text), expireAt: knowledge(expiry) })
const unseen = object<Unseen>({ kind: oneOf('Sandboxes', 'Others'), what: text, holdsNothing: option(text) })

const metadataLists = ['content', 'snapshots', 'images', 'containers', 'leases', 'ingests', 'sandboxes'] as const

const outsideMetadata = (namespace: Namespace): ReadonlyArray<Problem> =>
  metadataLists
    .filter((held) => namespace[held].length > 0)
    .map((held) => ({ path: `.${held}`, expected: 'no items outside the metadata', actual: show(namespace[held]) }))

type Keyed = <A>(item: Schema<A>, keyOf: (item: A) => string) => Schema<ReadonlyArray<A>>

const namespacesOf = (keyed: Keyed): Schema<ReadonlyArray<Namespace>> => {
  const namespace = object<Namespace>({
    name,
    inMetadata: flag,
    content: keyed(content, ({ digest }) => digest),
    snapshots: keyed(fsSnapshot, ({ snapshotter, key }) => `${snapshotter}/${key}`),
    images: keyed(image, (held) => held.name),
    containers: keyed(container, ({ id }) => id),
    leases: keyed(lease, ({ id }) => id),
    ingests: keyed(ingest, ({ ref }) => ref),
    sandboxes: keyed(object<Sandbox>({ id: text, labels }), ({ id }) => id),
    streams: keyed(object<Stream>({ name: text, lease: text }), (stream) => stream.name),
    mounts: keyed(object<Mount>({ name: text, lease: knowledge(text), labels }), (mount) => mount.name),
    unseen: optional(list(unseen)),
  })
  const whole = checked(namespace, (held) => (held.inMetadata ? none : outsideMetadata(held)))
  return keyed(whole, (held) => held.name)
}

/** Namespaces in which no key comes twice. */
export const namespaces: Schema<ReadonlyArray<Namespace>> = namespacesOf((item, keyOf) =>
  distinct(list(item), { keyOf, expected: 'a unique key' }),
)

export const snapshot: Schema<Snapshot> = object<Snapshot>({ at: instant, namespaces })

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (value: unknown) => InvalidInput | null = problemsOf('containerd snapshot', snapshot)

/** True when {@link snapshotProblems} finds nothing but perhaps keys that repeat within a list. */
export const looksSound: (value: unknown) => boolean = object<Snapshot>({
  at: instant,
  namespaces: namespacesOf(list),
}).holds
