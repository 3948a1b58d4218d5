/** A fleet made from a seed: what `gcplan gather` would write on each node, and lists of clusters. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { tarOf } from './tar.js'

/** How large a fleet is, and what it is made from. */
export interface FleetSize {
  readonly nodes: number
  readonly clusters: number
  readonly seed: number
}

const at = '2026-03-01T12:00:00Z'
const [mega, giga] = [1e6, 1e9]

/** Numbers from 0 up to 1 (mulberry32). */
export const chanceFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const digestOf = (text: string): string => `sha256:${hexOf(text)}`

const range = <A>(count: number, make: (place: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, place) => make(place))

/** Sixty images on six bases: what a registry of one company holds. Their text is made once. */
const catalog = range(60, (place) => {
  const id = digestOf(`image ${place}`)
  const repoTags = [`registry.example.com/team-${place % 7}/app-${place}:1.${place % 5}`]
  const diffIds = [digestOf(`base ${place % 6}`), digestOf(`layer ${place}`)]
  const chainId = digestOf(diffIds.join(' '))
  const size = String(Math.round((60 + ((place * 37) % 900) * 3) * mega))
  const status = { id, repoTags, repoDigests: [], size, pinned: false }
  const layers = [
    { key: diffIds[0] ?? '', bytes: (200 + (place % 6) * 90) * mega },
    { key: chainId, bytes: 2 * Number(size) },
  ]
  const info = { chainID: chainId, imageSpec: { rootfs: { type: 'layers', diff_ids: diffIds } } }
  return { id, layers, status: JSON.stringify(status), inspected: JSON.stringify({ status, info }) }
})

/** What is gathered of one node: a dozen images, some of them in use, on a disk that is more or less full. */
const nodeOf = (name: string, chance: () => number): Buffer => {
  const below = (limit: number): number => Math.floor(chance() * limit)
  const first = below(catalog.length)
  const images = catalog.filter((_, place) => (place - first + catalog.length) % catalog.length < 6 + (first % 7))
  const capacityBytes = (80 + 40 * below(4)) * giga
  const disk = { time: at, availableBytes: Math.round(capacityBytes * (0.1 + chance() * 0.5)), capacityBytes }
  const pods = range(2 + below(4), (place) => {
    const metadata = { name: `app-${place}-${name}`, namespace: `team-${place}`, uid: hexOf(`${name} ${place}`) }
    return { metadata, image: images[below(images.length)]?.id, usedBytes: Math.round(chance() * 4 * giga) }
  })
  const layers = new Map(images.flatMap((image) => image.layers.map(({ key, bytes }) => [key, bytes] as const)))
  // A third collects images only once eviction has begun.
  const [high, low] = below(3) === 0 ? [95, 90] : [85, 80]
  return tarOf({
    'manifest.json': JSON.stringify({ kind: 'gcplan/gathered', version: 1, takenAt: at, namespaces: [] }),
    'images.json': `{"images":[${images.map(({ status }) => status).join()}]}`,
    'inspecti.json': `[${images.map(({ inspected }) => inspected).join()}]`,
    'ctr/k8s.io/overlayfs/usage': [
      `${'KEY'.padEnd(72)}SIZE         INODES`,
      ...[...layers].map(([key, bytes]) => `${key} ${String(bytes).padEnd(12)} 8`),
      '',
    ].join('\n'),
    'ps.json': JSON.stringify({
      containers: pods.map(({ metadata: { name: pod, namespace, uid }, image }) => ({
        ...{ id: hexOf(uid), podSandboxId: uid, metadata: { name: 'app', attempt: 0 } },
        ...{ image: { image }, imageRef: image, state: 'CONTAINER_RUNNING', createdAt: '1772000000000000000' },
        labels: {
          ...{ 'io.kubernetes.pod.name': pod, 'io.kubernetes.pod.namespace': namespace },
          ...{ 'io.kubernetes.pod.uid': uid, 'io.kubernetes.container.name': 'app' },
        },
      })),
    }),
    'pods.json': JSON.stringify({
      ...{ kind: 'PodList', apiVersion: 'v1', metadata: {} },
      items: pods.map(({ metadata }) => ({
        metadata,
        spec: { containers: [{ name: 'app', resources: {} }] },
        status: { phase: 'Running' },
      })),
    }),
    'stats.json': JSON.stringify({
      node: { nodeName: name, fs: disk, runtime: { imageFs: disk, containerFs: disk } },
      pods: pods.map(({ metadata, usedBytes }) => ({
        podRef: metadata,
        containers: [{ name: 'app', rootfs: { ...disk, usedBytes }, logs: { ...disk, usedBytes: 0 } }],
      })),
    }),
    'config.yaml': [
      ...['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration'],
      ...[`imageGCHighThresholdPercent: ${high}`, `imageGCLowThresholdPercent: ${low}`, ''],
    ].join('\n'),
  })
}

/** Lists of one cluster: some deletions wait for a controller, and of some that wait for themselves nobody ever takes care. */
const clusterOf = (name: string, chance: () => number): string => {
  const items = range(20, (place) => {
    const uid = hexOf(`${name} ${place}`)
    const itself = { apiVersion: 'v1', kind: 'ConfigMap', name: `settings-${place}`, uid, blockOwnerDeletion: true }
    const [isHeld, isStuck] = [chance() < 0.05, chance() < 0.02]
    return {
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: {
        ...{ namespace: 'shop', name: itself.name, uid, creationTimestamp: at },
        ...(isHeld || isStuck ? { deletionTimestamp: at } : {}),
        ...(isStuck
          ? { finalizers: ['foregroundDeletion'], ownerReferences: [itself] }
          : { finalizers: isHeld ? ['example.com/hold'] : [] }),
      },
    }
  })
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}

/** Writes the members of a fleet into a folder; one node in a thousand was cut short. */
export const writeFleet = (folder: string, { nodes, clusters, seed }: FleetSize): void => {
  const chance = chanceFrom(seed)
  range(nodes, (place) => {
    const name = `node-${String(place).padStart(5, '0')}`
    const tar = nodeOf(name, chance)
    writeFileSync(join(folder, `${name}.tar`), place % 1000 === 999 ? tar.subarray(0, 700) : tar)
  })
  range(clusters, (place) => {
    const name = `cluster-${String(place).padStart(2, '0')}`
    writeFileSync(join(folder, `${name}.json`), clusterOf(name, chance))
  })
}
