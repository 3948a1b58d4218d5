/**
 * Answers what a collection keeps, the slow way: a set of texts grown until nothing is added. It shares no code with the
 * collector but the readers of label values.
 */
import { parseCondition } from '../../src/containerd/labels/condition.js'
import { epochNanos, parseTimestamp } from '../../src/containerd/labels/timestamp.js'
import type { Labels, LeaseResource, Namespace, Policy, Snapshot } from '../../src/containerd/index.js'
import type { Knowledge } from '../../src/core/index.js'

/** Ids (`_tag namespace/key`) of the records that go; with a root named, those that this root alone does not keep. */
export const removedByModel = (policy: Policy, { at, namespaces }: Snapshot, only?: string): ReadonlySet<string> =>
  new Set(namespaces.flatMap((held) => removedFrom(policy, BigInt(at.getTime()) * 1_000_000n, held, only)))

type Edge = readonly [from: string, to: string]

const prefix = 'containerd.io/gc.'

const present = (labels: Labels): ReadonlyArray<readonly [string, string]> =>
  labels.flatMap(([key, value]) =>
    value !== '' && key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
  )

const stated = (fact: Knowledge<string>): string => (fact._tag === 'Unknown' ? '' : fact.value)

const isPast = (now: bigint, text: string): boolean => {
  const timestamp = parseTimestamp(text)
  return timestamp !== undefined && now > epochNanos(timestamp)
}

const hasExpired = (now: bigint, labels: Labels): boolean =>
  present(labels).some(([key, value]) => key === 'expire' && isPast(now, value))

const referred = (policy: Policy, labels: Labels, word: 'ref' | 'bref'): ReadonlyArray<string> =>
  present(labels).flatMap(([key, value]) => {
    const match =
      /^(ref|bref)\.(?:(content|image|stream|mount|container)(?:[./].*)?|snapshot\.([^/]*)(?:\/.*)?)$/s.exec(key)
    if (match === null || match[1] !== word) return []
    if (match[3] !== undefined) return [`snapshot ${match[3]}/${value}`]
    const kind = match[2] ?? ''
    const counts =
      word === 'ref'
        ? kind === 'content' ||
          (kind === 'image' && policy.imagesCollected) ||
          (kind === 'stream' && policy.streams) ||
          (kind === 'mount' && policy.mounts)
        : kind === 'content' ||
          (kind === 'image' && policy.imagesCollected) ||
          (kind === 'container' && policy.containersAreNodes)
    return counts ? [`${kind} ${value}`] : []
  })

const resourceNode = ({ type, id }: LeaseResource): string =>
  type === 'content'
    ? `content ${id}`
    : type === 'ingests'
      ? `ingest ${id}`
      : type === 'images'
        ? `image ${id}`
        : `snapshot ${type.slice(10)}/${id}`

const removedFrom = (policy: Policy, now: bigint, held: Namespace, only?: string): ReadonlyArray<string> => {
  const roots: string[] = []
  const edges: Edge[] = []
  const refer = (from: string, labels: Labels): void => {
    for (const to of referred(policy, labels, 'ref')) edges.push([from, to])
  }
  const referBack = (to: string, labels: Labels): void => {
    if (policy.backReferences) for (const from of referred(policy, labels, 'bref')) edges.push([from, to])
  }
  const rootLabel = (node: string, labels: Labels): void => {
    if (present(labels).some(([key]) => key === 'root' || (policy.rootByPrefix && key.startsWith('root'))))
      roots.push(node)
  }
  const conditions = (from: string, labels: Labels): void => {
    if (!policy.conditions) return
    for (const [key, value] of present(labels)) {
      if (!key.startsWith('cond.snapshot')) continue
      const by = key
        .slice('cond.snapshot'.length)
        .replace(/^[./]+/, '')
        .split('/')[0]
      const condition = parseCondition(value)
      const target = held.snapshots.find((one) => one.snapshotter === by && one.key === condition?.snapshotKey)
      for (const [name, used] of target === undefined ? [] : present(target.labels)) {
        const timestamp = name.startsWith('cond.value-usedat') ? parseTimestamp(used) : undefined
        if (timestamp === undefined || condition === undefined) continue
        const age = now - epochNanos(timestamp)
        if (
          (condition.longestUnder !== undefined && age < condition.longestUnder) ||
          (condition.shortestOver !== undefined && age > condition.shortestOver)
        )
          edges.push([from, `snapshot ${by ?? ''}/${condition.snapshotKey}`])
      }
    }
  }
  if (held.inMetadata) {
    for (const { digest, labels } of held.content) {
      refer(`content ${digest}`, labels)
      referBack(`content ${digest}`, labels)
      rootLabel(`content ${digest}`, labels)
      conditions(`content ${digest}`, labels)
    }
    for (const { snapshotter, key, parent, labels } of held.snapshots) {
      const node = `snapshot ${snapshotter}/${key}`
      if (parent !== '')
        edges.push(
          [node, `snapshot ${snapshotter}/${parent}`],
          [`flat ${node}`, `flat snapshot ${snapshotter}/${parent}`],
        )
      refer(node, labels)
      referBack(node, labels)
      rootLabel(node, labels)
    }
    for (const { name, target, labels } of held.images) {
      const node = `image ${name}`
      edges.push([node, `content ${target}`], [`flat ${node}`, `flat content ${target}`])
      refer(node, labels)
      conditions(node, labels)
      if (policy.imagesCollected && hasExpired(now, labels)) referBack(node, labels)
      else roots.push(node)
    }
    for (const { id, snapshotter, snapshotKey, labels } of held.containers) {
      roots.push(`container ${id}`)
      if (snapshotter !== '') edges.push([`container ${id}`, `snapshot ${snapshotter}/${snapshotKey}`])
      refer(`container ${id}`, labels)
    }
    for (const { id, labels, resources } of held.leases) {
      if (hasExpired(now, labels)) continue
      roots.push(`lease ${id}`)
      const isFlat = present(labels).some(([key]) => key === 'flat')
      for (const one of resources._tag === 'Unknown' ? [] : resources.value)
        if (one.type !== 'images' || policy.imagesCollected)
          edges.push([
            `lease ${id}`,
            isFlat && one.type !== 'ingests' ? `flat ${resourceNode(one)}` : resourceNode(one),
          ])
    }
    for (const { ref, expected, expireAt } of held.ingests) {
      const [digest, time] = [stated(expected), stated(expireAt)]
      if (time !== '' && !isPast(now, time)) roots.push(`ingest ${ref}`)
      if (digest !== '') edges.push([`ingest ${ref}`, `content ${digest}`])
    }
    for (const { id, labels } of policy.sandboxLabels ? held.sandboxes : []) {
      roots.push(`sandbox ${id}`)
      refer(`sandbox ${id}`, labels)
    }
    for (const { name, lease } of held.streams)
      if (lease === '') roots.push(`stream ${name}`)
      else edges.push([`lease ${lease}`, `stream ${name}`])
    for (const { name, lease: under, labels } of held.mounts) {
      const lease = under._tag === 'Unknown' ? '' : under.value
      if (lease !== '') edges.push([`lease ${lease}`, `mount ${name}`])
      referBack(`mount ${name}`, labels)
    }
  }
  const reached = new Set(only === undefined ? roots : roots.filter((root) => `${held.name} ${root}` === only))
  for (let before = -1; before < reached.size;) {
    before = reached.size
    for (const [from, to] of edges) if (reached.has(from)) reached.add(to)
  }
  const goes = (node: string): boolean => !reached.has(node) && !reached.has(`flat ${node}`)
  const at = (tag: string, kind: string, keys: ReadonlyArray<string>): ReadonlyArray<string> =>
    keys.filter((key) => goes(`${kind} ${key}`)).map((key) => `${tag} ${held.name}/${key}`)
  return [
    ...at(
      'Lease',
      'lease',
      held.leases.map(({ id }) => id),
    ),
    ...at(
      'FsSnapshot',
      'snapshot',
      held.snapshots.map(({ snapshotter, key }) => `${snapshotter}/${key}`),
    ),
    ...at(
      'Ingest',
      'ingest',
      held.ingests.map(({ ref }) => ref),
    ),
    ...at(
      'Content',
      'content',
      held.content.map(({ digest }) => digest),
    ),
    ...(policy.imagesCollected
      ? at(
          'Image',
          'image',
          held.images.map(({ name }) => name),
        )
      : []),
    ...(policy.streams
      ? at(
          'Stream',
          'stream',
          held.streams.map(({ name }) => name),
        )
      : []),
    ...(policy.mounts
      ? at(
          'Mount',
          'mount',
          held.mounts.map(({ name }) => name),
        )
      : []),
  ]
}
