/**
 * Answers which graph the containerd benchmarks decide: units of an image, its manifest, config, layers and snapshots,
 * tied together by random references, made from seeded numbers; and the metadata database that it is.
 */
import type { Content, FsSnapshot, Image, Labels, Snapshot } from '../src/containerd/index.js'

/** Nodes are numbers; the thirteen of a unit are an image, seven blobs and five snapshots, bottom first. */
export interface Graph {
  readonly nodes: number
  readonly from: ReadonlyArray<number>
  readonly to: ReadonlyArray<number>
  readonly roots: ReadonlyArray<number>
}

/** What the graph of each size is known to hold. */
export const recorded: ReadonlyMap<
  number,
  Readonly<Record<'nodes' | 'edges' | 'roots' | 'reachable', number>>
> = new Map([
  [10_000, { nodes: 9_997, edges: 19_225, roots: 534, reachable: 9_210 }],
  [100_000, { nodes: 99_996, edges: 192_300, roots: 5_355, reachable: 91_977 }],
  [1_000_000, { nodes: 999_999, edges: 1_923_075, roots: 53_807, reachable: 918_761 }],
])

/** Mulberry32: a stream of numbers in [0, 1). */
const mulberry = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The graph of an asked size. */
export const graphOf = (size: number): Graph => {
  const units = Math.floor(size / 13)
  const next = mulberry(42)
  const from: number[] = []
  const to: number[] = []
  const roots: number[] = []
  const add = (source: number, target: number): void => {
    from.push(source)
    to.push(target)
  }
  for (let base = 0; base < units * 13; base += 13) {
    if (next() < 0.7) roots.push(base)
    add(base, base + 1)
    for (let blob = 2; blob <= 7; blob++) add(base + 1, base + blob)
    add(base + 2, base + 12)
    for (let snapshot = 12; snapshot > 8; snapshot--) add(base + snapshot, base + snapshot - 1)
    for (let edge = 0; edge < 13; edge++) {
      const source = base + Math.floor(next() * 13)
      add(source, Math.floor(next() * (base + 13)))
    }
  }
  return { nodes: units * 13, from, to, roots }
}

/** Text of its own, in one piece, as a decoder gives it; a template alone would still be in parts. */
const text = (parts: string): string => Buffer.from(parts, 'latin1').toString('latin1')

const hex = (node: number): string => text(`sha256:${node.toString(16).padStart(64, '0')}`)

const imageName = (node: number): string => text(`docker.io/library/img-${node / 13}:latest`)

/** What a node is written as: its kind and its key. */
export const keyOf = (node: number): readonly [kind: 'image' | 'content' | 'snapshot', key: string] =>
  node % 13 === 0 ? ['image', imageName(node)] : node % 13 <= 7 ? ['content', hex(node)] : ['snapshot', hex(node)]

/** The graph as a metadata database of one namespace; images that are no roots have expired. */
export const databaseOf = ({ nodes, from, to, roots }: Graph): Snapshot => {
  const isRoot = new Set(roots)
  const targets: number[][] = Array.from({ length: nodes }, () => [])
  from.forEach((source, index) => targets[source]?.push(to[index] ?? 0))
  const content: Content[] = []
  const snapshots: FsSnapshot[] = []
  const images: Image[] = []
  targets.forEach((held, node) => {
    const [kind, key] = keyOf(node)
    const [first = 0, ...rest] = held
    const isStructural = kind === 'image' || (kind === 'snapshot' && node % 13 > 8)
    const labels: Labels = [
      ...(kind === 'image' && !isRoot.has(node) ? [['containerd.io/gc.expire', '2026-01-01T00:00:00Z'] as const] : []),
      ...(isStructural ? rest : held).map((target, index) => referenceTo(target, index)),
    ]
    if (kind === 'image') images.push({ name: key, target: keyOf(first)[1], labels })
    else if (kind === 'content') content.push({ digest: key, size: 1000 + node, labels })
    else snapshots.push({ snapshotter: 'overlayfs', key, parent: isStructural ? keyOf(first)[1] : '', labels })
  })
  const none = { containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
  const namespace = { ...none, name: 'k8s.io', inMetadata: true, content, snapshots, images }
  return { at: new Date('2026-06-01T00:00:00Z'), namespaces: [namespace] }
}

const referenceTo = (target: number, index: number): readonly [string, string] => {
  const [kind, key] = keyOf(target)
  return [text(`containerd.io/gc.ref.${kind === 'snapshot' ? `snapshot.overlayfs/${index}` : `${kind}.${index}`}`), key]
}
