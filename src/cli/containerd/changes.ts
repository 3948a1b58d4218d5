/**
 * Answers which changes a command line asks for, in the order of its flags by kind: what is removed, what is created, what
 * is leased, labelled, and until when time passes.
 */
import { either as E, option as O } from 'fp-ts'

import type { Change } from '../../containerd/analysis/index.js'
import type { Snapshot } from '../../containerd/index.js'
import type { FlagGroup, Given } from '../command.js'
import { duration, instant, optional } from '../values.js'
import { findIn, findNode, namespaceFlag, nodeUsage } from './node.js'

/** The flags of changes. */
export const changeFlags: FlagGroup = {
  heading: 'Changes, made in this order',
  flags: [
    namespaceFlag,
    { name: 'remove', value: nodeUsage, many: true, about: 'remove an image, a lease, a container, ...' },
    { name: 'create-lease', value: 'ID', many: true, about: 'create a lease; it expires after 24h' },
    { name: 'expires-in', value: 'DURATION', about: 'when created leases expire instead; never: not at all' },
    { name: 'flat', about: 'created leases hold their resources without what those refer to' },
    {
      name: 'lease',
      value: 'ID=TYPE:NAME',
      many: true,
      about: 'add to a lease: content:DIGEST, images:NAME, ingests:REF or snapshots/SNAPSHOTTER:KEY',
    },
    { name: 'unlease', value: 'ID=TYPE:NAME', many: true, about: 'take from a lease' },
    {
      name: 'label',
      value: `${nodeUsage}=KEY=VALUE`,
      many: true,
      about: 'set a label of a record; nothing after the second = deletes it',
    },
    { name: 'until', value: 'TIME', about: 'let time pass until then' },
  ],
}

/** Reads the changes; at least one. */
export const changesOf = (given: Given, snapshot: Snapshot): E.Either<string, ReadonlyArray<Change>> => {
  const changes: Change[] = []
  for (const part of [removals, creations, leasings('lease'), leasings('unlease'), labellings, passing]) {
    const made = part(given, snapshot)
    if (E.isLeft(made)) return made
    changes.push(...made.right)
  }
  return changes.length === 0 ? E.left('expected a change, such as --remove image:NAME') : E.right(changes)
}

type Part = (given: Given, snapshot: Snapshot) => E.Either<string, ReadonlyArray<Change>>

const each = <A>(
  texts: ReadonlyArray<string>,
  read: (text: string) => E.Either<string, A>,
): E.Either<string, ReadonlyArray<A>> => {
  const found: A[] = []
  for (const text of texts) {
    const one = read(text)
    if (E.isLeft(one)) return one
    found.push(one.right)
  }
  return E.right(found)
}

const removals: Part = (given, snapshot) =>
  each(given.values('remove'), (word) =>
    E.map((node: Extract<Change, { readonly _tag: 'Remove' }>['node']): Change => ({ _tag: 'Remove', node }))(
      findNode(given, snapshot)(word),
    ),
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

const creations: Part = (given, snapshot) => {
  if (!given.has('create-lease')) return E.right([])
  const space = spaceOf(given, snapshot)
  if (E.isLeft(space)) return space
  const never = O.isSome(given.value('expires-in')) && O.toUndefined(given.value('expires-in')) === 'never'
  const span = never ? E.right(O.none) : optional(duration)(given, 'expires-in')
  if (E.isLeft(span)) return span
  return E.right(
    given.values('create-lease').map((id) => ({
      _tag: 'CreateLease',
      namespace: space.right,
      id,
      ...(never ? { expiresIn: 'never' } : O.isSome(span.right) ? { expiresIn: span.right.value } : {}),
      ...(given.has('flat') ? { flat: true } : {}),
    })),
  )
}

const leasings =
  (flag: 'lease' | 'unlease'): Part =>
  (given, snapshot) => {
    if (!given.has(flag)) return E.right([])
    const space = spaceOf(given, snapshot)
    if (E.isLeft(space)) return space
    return each(given.values(flag), (text): E.Either<string, Change> => {
      const [, lease, type, id] = /^([^=]+)=([^:]+):(.+)$/.exec(text) ?? []
      if (lease === undefined || type === undefined || id === undefined)
        return E.left(`--${flag}: expected ID=TYPE:NAME, got ${JSON.stringify(text)}`)
      const _tag = flag === 'lease' ? 'AddLeaseResource' : 'DropLeaseResource'
      return E.right({
        _tag,
        namespace: space.right,
        lease,
        resource: { type, id: wholeId(snapshot, space.right)(type, id) },
      })
    })
  }

/** Resources may be cut short as records may; what does not exist is taken as it is, for a lease may hold it before it does. */
const wholeId =
  (snapshot: Snapshot, space: string) =>
  (type: string, id: string): string => {
    const [, snapshotter] = /^snapshots\/(.+)$/.exec(type) ?? []
    const kind = snapshotter === undefined ? kindsOfResources.get(type) : 'snapshot'
    if (kind === undefined) return id
    const found = findIn(snapshot, O.some(space))(`${kind}:${snapshotter === undefined ? id : `${snapshotter}/${id}`}`)
    return E.isRight(found) ? found.right.key : id
  }

const kindsOfResources: ReadonlyMap<string, string> = new Map([
  ['content', 'content'],
  ['images', 'image'],
  ['ingests', 'ingest'],
])

const labellings: Part = (given, snapshot) =>
  each(given.values('label'), (text) => {
    // Names may hold an equals sign, keys may not: the key is what stands before the last one that has a key before it.
    const [, word, key, value = ''] = /^(.+?)=([^=/:]+(?:\/[^=]*)?)=(.*)$/.exec(text) ?? []
    if (word === undefined || key === undefined)
      return E.left(`--label: expected ${nodeUsage}=KEY=VALUE, got ${JSON.stringify(text)}`)
    return E.map((node: Extract<Change, { readonly _tag: 'SetLabels' }>['node']): Change => ({
      _tag: 'SetLabels',
      node,
      labels: [[key, value]],
    }))(findNode(given, snapshot)(word))
  })

const passing: Part = (given) =>
  E.map(
    O.match(
      (): ReadonlyArray<Change> => [],
      (until: Date): ReadonlyArray<Change> => [{ _tag: 'LetTimePass', until }],
    ),
  )(optional(instant)(given, 'until'))
