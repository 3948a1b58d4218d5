/**
 * Reads the changes of a what-if from the flags: records removed, created, leased or labelled, and time passing.
 * Changes are made in the order of the help, not of the command line.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Change } from '../../containerd/analysis/index.js'
import { type Snapshot, recordOf } from '../../containerd/index.js'
import type { Millis } from '../../index.js'
import type { FlagGroup, Given } from '../command.js'
import { all, each, present } from '../fp.js'
import { duration, instant, optional } from '../values.js'
import { findIn, findNode, namespaceFlag, nodeUsage } from './node.js'

/** The flags of changes. */
export const changeFlags: FlagGroup = {
  heading: 'Changes, made in this order',
  flags: [
    namespaceFlag,
    { name: 'remove', value: nodeUsage, many: true, about: 'remove an image, a lease, a container, ...' },
    {
      name: 'remove-image',
      value: 'NAME',
      many: true,
      about: 'remove every record of an image, as crictl rmi does; CRI keeps three: name, digest and id',
    },
    { name: 'create-lease', value: 'ID', many: true, about: 'create a lease; it expires after 24h' },
    { name: 'expires-in', value: 'DURATION', about: 'when created leases expire, instead of after 24h; or never' },
    { name: 'flat', about: 'created leases are flat: they hold their resources, but not what those refer to' },
    {
      name: 'lease',
      value: 'ID=TYPE:NAME',
      many: true,
      about: 'add to a lease: content:DIGEST, images:NAME, ingests:REF or snapshots/SNAPSHOTTER:KEY',
    },
    { name: 'unlease', value: 'ID=TYPE:NAME', many: true, about: 'remove from a lease' },
    {
      name: 'label',
      value: `${nodeUsage}=KEY=VALUE`,
      many: true,
      about: 'set a label of a record; with an empty VALUE, delete it',
    },
    { name: 'until', value: 'TIME', about: 'let time pass until then' },
  ],
}

/** Reads the changes; at least one. */
export const changesOf = (given: Given, snapshot: Snapshot): E.Either<string, ReadonlyArray<Change>> =>
  F.pipe(
    [removals, imageRemovals, creations, leasings('lease'), leasings('unlease'), labellings, passing],
    each((part) => part(given, snapshot)),
    E.map((made) => made.flat()),
    E.filterOrElse(
      (changes) => changes.length > 0,
      () => 'expected a change, such as --remove image:NAME',
    ),
  )

type Part = (given: Given, snapshot: Snapshot) => E.Either<string, ReadonlyArray<Change>>

const removals: Part = (given, snapshot) =>
  F.pipe(
    given.values('remove'),
    each((word) =>
      F.pipe(
        findNode(given, snapshot)(word),
        E.map((node) => ({ _tag: 'Remove', node })),
      ),
    ),
  )

/** The images of the same target in its namespace. */
const imageRemovals: Part = (given, snapshot) =>
  F.pipe(
    given.values('remove-image'),
    each((word) =>
      F.pipe(
        findNode(given, snapshot)(`image:${word}`),
        E.map((node) => {
          const images = snapshot.namespaces.find(({ name }) => name === node.namespace)?.images ?? []
          const target = images.find(({ name }) => name === node.key)?.target
          return images
            .filter((image) => image.target === target)
            .map((image): Change => ({ _tag: 'Remove', node: recordOf.images(node.namespace, image) }))
        }),
      ),
    ),
    E.map((all) => all.flat()),
  )

/** Leases are created and filled in the namespace that is named, else in the only one there is. */
const spaceOf = (given: Given, { namespaces }: Snapshot): E.Either<string, string> => {
  const named = given.value(namespaceFlag.name)
  if (O.isSome(named)) return E.right(named.value)
  const [only, another] = namespaces
  return only !== undefined && another === undefined
    ? E.right(only.name)
    : E.left(`say with --${namespaceFlag.name} in which namespace: ${namespaces.map(({ name }) => name).join(', ')}`)
}

const creations: Part = (given, snapshot) =>
  given.has('create-lease')
    ? F.pipe(
        all({ namespace: spaceOf(given, snapshot), expiresIn: expiryOf(given) }),
        E.map(({ namespace, expiresIn }) =>
          given.values('create-lease').map((id) => ({
            _tag: 'CreateLease',
            namespace,
            id,
            ...present({ expiresIn }),
            ...(given.has('flat') ? { flat: true } : {}),
          })),
        ),
      )
    : E.right([])

const expiryOf = (given: Given): E.Either<string, O.Option<Millis | 'never'>> =>
  optional(durationOrNever)(given, 'expires-in')

const durationOrNever = (flag: string, value: string): E.Either<string, Millis | 'never'> =>
  value === 'never' ? E.right(value) : duration(flag, value)

const leasings =
  (flag: 'lease' | 'unlease'): Part =>
  (given, snapshot) =>
    given.has(flag)
      ? F.pipe(
          spaceOf(given, snapshot),
          E.flatMap((namespace) => each(leasing(flag, snapshot, namespace))(given.values(flag))),
        )
      : E.right([])

const leasing =
  (flag: 'lease' | 'unlease', snapshot: Snapshot, namespace: string) =>
  (text: string): E.Either<string, Change> => {
    const [, lease, type, id] = /^([^=]+)=([^:]+):(.+)$/.exec(text) ?? []
    if (lease === undefined || type === undefined || id === undefined)
      return E.left(`--${flag}: expected ID=TYPE:NAME, got ${JSON.stringify(text)}`)
    return E.right({
      _tag: flag === 'lease' ? 'AddLeaseResource' : 'DropLeaseResource',
      namespace,
      lease,
      resource: { type, id: wholeId(snapshot, namespace)(type, id) },
    })
  }

/** Resources may be cut short as records may; what does not exist is taken as it is, for a lease may hold it before it does. */
const wholeId =
  (snapshot: Snapshot, space: string) =>
  (type: string, id: string): string => {
    const [, snapshotter] = /^snapshots\/(.+)$/.exec(type) ?? []
    const kind = snapshotter === undefined ? kindsOfResources.get(type) : 'snapshot'
    if (kind === undefined) return id
    return F.pipe(
      findIn(snapshot, O.some(space))(`${kind}:${snapshotter === undefined ? id : `${snapshotter}/${id}`}`),
      E.match(
        () => id,
        ({ key }) => key,
      ),
    )
  }

const kindsOfResources: ReadonlyMap<string, string> = new Map([
  ['content', 'content'],
  ['images', 'image'],
  ['ingests', 'ingest'],
])

const labellings: Part = (given, snapshot) => F.pipe(given.values('label'), each(labelling(given, snapshot)))

const labelling =
  (given: Given, snapshot: Snapshot) =>
  (text: string): E.Either<string, Change> => {
    // Names may hold an equals sign, keys may not: the key is what stands before the last one that has a key before it.
    const [, word, key, value = ''] = /^(.+?)=([^=/:]+(?:\/[^=]*)?)=(.*)$/.exec(text) ?? []
    if (word === undefined || key === undefined)
      return E.left(`--label: expected ${nodeUsage}=KEY=VALUE, got ${JSON.stringify(text)}`)
    return F.pipe(
      findNode(given, snapshot)(word),
      E.map((node) => ({ _tag: 'SetLabels', node, labels: [[key, value]] })),
    )
  }

const passing: Part = (given) =>
  F.pipe(
    optional(instant)(given, 'until'),
    E.map(
      O.match(
        () => [],
        (until) => [{ _tag: 'LetTimePass', until }],
      ),
    ),
  )
