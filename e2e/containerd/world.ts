/**
 * A random world for containerd: what clients would have made in some namespaces, in an order in which a daemon takes it.
 * Every kind of reference occurs, and references to what is not there.
 */
import { createHash } from 'node:crypto'

import { type Random, randomFrom } from '../random.js'

type Labels = Readonly<Record<string, string>>

/** One call that makes a record. */
export type Step =
  | { readonly _tag: 'Blob'; readonly digest: string; readonly text: string; readonly labels: Labels }
  | {
      readonly _tag: 'Snapshot'
      readonly snapshotter: string
      readonly key: string
      readonly parent: string
      readonly committed: boolean
      readonly labels: Labels
    }
  | { readonly _tag: 'Image'; readonly name: string; readonly target: string; readonly labels: Labels }
  | {
      readonly _tag: 'Container'
      readonly id: string
      readonly snapshotter: string
      readonly key: string
      readonly labels: Labels
    }
  | { readonly _tag: 'Sandbox'; readonly id: string; readonly labels: Labels }
  | {
      readonly _tag: 'Lease'
      readonly id: string
      readonly labels: Labels
      readonly resources: ReadonlyArray<{ readonly type: string; readonly id: string }>
    }
  /** Opened under a lease, which may not be there, or under none. */
  | { readonly _tag: 'Stream'; readonly name: string; readonly lease: string }
  /** Begun under a lease, or under none; then it lives a day. */
  | {
      readonly _tag: 'Ingest'
      readonly ref: string
      readonly expected: string
      /** Bytes that it says it will have. */
      readonly total: number
      readonly lease: string
      /** The blob is in the store, by an earlier namespace: only then the metadata keeps what is expected. */
      readonly recorded: boolean
    }

/** What is made in one namespace. */
export interface Space {
  readonly name: string
  readonly steps: ReadonlyArray<Step>
}

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** What the release understands. */
export interface Abilities {
  readonly snapshotters: ReadonlyArray<string>
  readonly sandboxes: boolean
  readonly leasedImages: boolean
  readonly streams: boolean
}

/** What a release line understands. */
export const abilitiesOf = (line: string): Abilities => ({
  snapshotters: ['native', 'overlayfs'],
  sandboxes: line !== '1.6',
  leasedImages: !line.startsWith('1.'),
  streams: line !== '1.6',
})

const past = '2020-01-01T00:00:00Z'
const future = '2099-01-01T00:00:00Z'

/** The world of a seed. */
export const worldOf = (seed: number, abilities: Abilities): ReadonlyArray<Space> => {
  const random = randomFrom(seed)
  const spaces = 1 + random.below(3)
  const stored = new Set<string>()
  return Array.from({ length: spaces }, (_, at) => {
    const space = spaceOf(random, `w${seed}-${at}`, seed, abilities, stored)
    for (const step of space.steps) if (step._tag === 'Blob') stored.add(step.digest)
    return space
  })
}

const spaceOf = (
  random: Random,
  name: string,
  seed: number,
  abilities: Abilities,
  stored: ReadonlySet<string>,
): Space => {
  const { below, chance, pick } = random
  // Some texts are the same in every namespace, so that blobs are shared.
  const texts = Array.from({ length: 12 + below(8) }, (_, at) =>
    chance(0.3) ? `shared ${seed} ${at}` : `${name} ${at}`,
  )
  const digests = texts.map(digestOf)
  const snapshots = plannedSnapshots(random, abilities)
  const images = Array.from({ length: 1 + below(3) }, (_, at) => `docker.io/library/${name}-${at}:1`)
  const streams = Array.from({ length: abilities.streams ? below(4) : 0 }, (_, at) => `stream-${at}`)
  const missing = digestOf(`${name} missing`)
  const someDigest = (): string => (chance(0.1) ? missing : pick(digests))
  const someSnapshot = (): { readonly snapshotter: string; readonly key: string } =>
    chance(0.1) ? { snapshotter: pick(abilities.snapshotters), key: 'missing' } : pick(snapshots)

  const references = (share: number): Record<string, string> => {
    const labels: Record<string, string> = {}
    if (chance(share)) labels[`containerd.io/gc.ref.content${pick(['', '.0', '.config', '/x'])}`] = someDigest()
    if (chance(share)) labels[`containerd.io/gc.ref.content.m.${below(3)}`] = someDigest()
    if (chance(share)) {
      const { snapshotter, key } = someSnapshot()
      labels[`containerd.io/gc.ref.snapshot.${snapshotter}${pick(['', '/x'])}`] = key
    }
    if (chance(share / 2)) labels['containerd.io/gc.ref.image'] = chance(0.1) ? 'missing:1' : pick(images)
    if (streams.length > 0 && chance(share / 2)) labels['containerd.io/gc.ref.stream'] = pick(streams)
    if (chance(share / 4)) labels['containerd.io/gc.bref.content'] = someDigest()
    if (chance(0.1)) labels['example.com/note'] = 'x'
    return labels
  }
  const rooted = (share: number): Labels => (chance(share) ? { 'containerd.io/gc.root': pick(['true', past]) } : {})
  const expiring = (share: number): Labels =>
    chance(share) ? { 'containerd.io/gc.expire': pick([past, past, past, future, 'not a time']) } : {}

  const blobs = [...new Map(digests.map((digest, at) => [digest, texts[at] ?? ''])).entries()].map(
    ([digest, text]): Step => ({ _tag: 'Blob', digest, text, labels: { ...references(0.2), ...rooted(0.02) } }),
  )
  const trees = snapshots.map((one): Step => ({
    _tag: 'Snapshot',
    ...one,
    labels: { ...references(0.1), ...rooted(0.04) },
  }))
  const named = images.map((image): Step => ({
    _tag: 'Image',
    name: image,
    target: someDigest(),
    labels: { ...references(0.1), ...expiring(0.6) },
  }))
  const containers = Array.from({ length: below(2) }, (_, at): Step => {
    const { snapshotter, key } = someSnapshot()
    const has = chance(0.8)
    return {
      _tag: 'Container',
      id: `c${at}`,
      snapshotter: has ? snapshotter : '',
      key: has ? key : '',
      labels: references(0.2),
    }
  })
  const sandboxes = abilities.sandboxes
    ? Array.from({ length: below(3) }, (_, at): Step => ({ _tag: 'Sandbox', id: `s${at}`, labels: references(0.4) }))
    : []
  const refs = Array.from({ length: below(4) }, (_, at) => `write-${at}`)
  const resource = (): { readonly type: string; readonly id: string } => {
    const kind = below(abilities.leasedImages ? 4 : 3)
    if (kind === 0) return { type: 'content', id: someDigest() }
    if (kind === 3) return { type: 'images', id: pick(images) }
    if (kind === 2 && refs.length > 0) return { type: 'ingests', id: pick(refs) }
    const { snapshotter, key } = someSnapshot()
    return { type: `snapshots/${snapshotter}`, id: key }
  }
  const leases = Array.from({ length: 1 + below(3) }, (_, at): Step & { readonly _tag: 'Lease' } => ({
    _tag: 'Lease',
    id: `lease-${at}`,
    labels: { ...expiring(0.75), ...(chance(0.3) ? { 'containerd.io/gc.flat': 'true' } : {}) },
    resources: distinct(Array.from({ length: below(4) }, resource)),
  }))
  const ingests = refs.map((ref): Step => {
    // A blob that is written later under another reference, since none may be there yet.
    const at = below(texts.length)
    const elsewhere = digests.findIndex((digest) => stored.has(digest))
    const which = elsewhere >= 0 && chance(0.7) ? elsewhere : at
    const expected = chance(0.7) ? (digests[which] ?? '') : ''
    return {
      _tag: 'Ingest',
      ref,
      expected,
      total: texts[which]?.length ?? 0,
      lease: chance(0.7) ? pick(leases).id : '',
      recorded: stored.has(expected),
    }
  })
  const opened = streams.map((stream): Step => ({
    _tag: 'Stream',
    name: stream,
    lease: chance(0.2) ? '' : chance(0.2) ? 'no-lease' : pick(leases).id,
  }))
  return { name, steps: [...leases, ...opened, ...ingests, ...blobs, ...trees, ...named, ...containers, ...sandboxes] }
}

const distinct = <A extends { readonly type: string; readonly id: string }>(
  all: ReadonlyArray<A>,
): ReadonlyArray<A> => [...new Map(all.map((one) => [`${one.type} ${one.id}`, one])).values()]

interface PlannedSnapshot {
  readonly snapshotter: string
  readonly key: string
  readonly parent: string
  readonly committed: boolean
}

/** Trees: only what is committed may have children, and what is active has none. */
const plannedSnapshots = ({ below, chance, pick }: Random, abilities: Abilities): ReadonlyArray<PlannedSnapshot> => {
  const made: PlannedSnapshot[] = []
  for (let at = 0; at < 6 + below(7); at++) {
    const snapshotter = pick(abilities.snapshotters)
    const parents = made.filter((one) => one.snapshotter === snapshotter && one.committed)
    const parent = parents.length > 0 && chance(0.7) ? pick(parents).key : ''
    made.push({ snapshotter, key: chance(0.2) ? `a/${at}` : `k${at}`, parent, committed: chance(0.75) })
  }
  return made
}
