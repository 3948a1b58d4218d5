/**
 * Layer store of one containerd namespace: image names, the blobs that they reference, and snapshots.
 */
import type { Content, Namespace, Snapshot } from '../../containerd/snapshot.js'
import {
  type Blob,
  type Layer,
  type SizeBounds,
  type StoredImage,
  exactly,
  unknownSize,
} from '../../reclaim/layers/store.js'
import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { type Reach, reachIn } from './containerd-reach.js'
import type { DecodedLayers } from './store.js'

/** Which part of containerd the kubelet uses. */
export interface ContainerdLayersOf {
  /** `k8s.io` for a kubelet. */
  readonly namespace: string
  readonly snapshotter: string
}

/**
 * The layer store of one namespace of containerd and one of its snapshotters.
 *
 * Shape: names with the same configuration are one image, with the configuration's digest as id, as in the CRI; names
 * without a configuration have their target's digest. Blobs that another namespace, a lease or a root label keeps are
 * omitted. A missing namespace gives an empty store.
 * Order: layers as the snapshots are, images by their first name. Units: bytes; unknown for snapshots of unknown usage.
 *
 * @example
 * ```ts
 * import { containerdLayers } from 'gcplan/decode'
 *
 * const { store } = containerdLayers({ namespace: 'k8s.io', snapshotter: 'overlayfs' })({ at: new Date(0), namespaces: [] })
 * console.log(store) // { layers: [], images: [], holders: [] }
 * ```
 */
export const containerdLayers =
  ({ namespace, snapshotter }: ContainerdLayersOf) =>
  ({ namespaces }: Snapshot): DecodedLayers => {
    const found = namespaces.find(({ name }) => name === namespace)
    if (found === undefined) return { store: { layers: [], images: [], holders: [] }, unseen: [] }
    const reach = reachIn(found, snapshotter)
    const roots = rootsOf(found, snapshotter, reach)
    const elsewhere = new Set(
      namespaces.flatMap((one) => (one.name === namespace ? [] : one.content.map(({ digest }) => digest))),
    )
    const snapshots = found.snapshots.filter((one) => one.snapshotter === snapshotter)
    const keys = new Set(snapshots.map(({ key }) => key))
    const parents = new Map(snapshots.map(({ key, parent }) => [key, parent]))
    const content = new Map(found.content.map((one) => [one.digest, one]))
    const goes = (digest: string): boolean => content.has(digest) && !elsewhere.has(digest) && !roots.blobs.has(digest)
    const images = imagesOf(found, reach)
    const downloads = downloadsOf(images, parents, content)
    const inLayers = new Set([...downloads.values()].map(({ digest }) => digest))
    const own = ownSizes(images, (digest) => goes(digest) && !inLayers.has(digest), content)
    return {
      store: {
        layers: snapshots.map(({ key, parent, usage }): Layer => {
          const blob = downloads.get(key)
          return {
            id: key,
            ...(keys.has(parent) ? { parent } : {}),
            unpacked: usage === undefined || usage._tag === 'Unknown' ? unknownSize : exactly(usage.value),
            ...(blob === undefined || !goes(blob.digest) ? {} : { blob }),
          }
        }),
        images: images.map((image): StoredImage => {
          const { top } = image.reach
          return { id: image.id, ...(top !== null && keys.has(top) ? { topLayer: top } : {}), own: own(image) }
        }),
        holders: [...roots.snapshots].flatMap((layer) => (keys.has(layer) ? [{ id: `root of ${layer}`, layer }] : [])),
      },
      unseen: [
        ...found.leases.flatMap(({ id, resources }) =>
          resources._tag === 'Unknown' ? [`what lease ${id} holds`] : [],
        ),
        ...(found.unseen ?? []).flatMap(({ what, holdsNothing }) => (holdsNothing._tag === 'None' ? [what] : [])),
      ],
    }
  }

interface FoundImage {
  readonly id: string
  readonly reach: Reach
}

const imagesOf = ({ images }: Namespace, reach: (digest: string) => Reach): ReadonlyArray<FoundImage> => {
  const found = new Map<string, FoundImage>()
  for (const { target } of images) {
    const reached = reach(target)
    const id = reached.config ?? target
    const before = found.get(id)?.reach
    if (before === undefined) found.set(id, { id, reach: reached })
    else {
      // A name of the configuration alone leads to its layers, but not to what was downloaded for them.
      const layers = before.layers.length > 0 ? before.layers : reached.layers
      found.set(id, { id, reach: { ...before, blobs: new Set([...before.blobs, ...reached.blobs]), layers } })
    }
  }
  return [...found.values()]
}

/** What was downloaded for each layer, where an image has as many layers as downloads. */
const downloadsOf = (
  images: ReadonlyArray<FoundImage>,
  parents: ReadonlyMap<string, string>,
  content: ReadonlyMap<string, Content>,
): ReadonlyMap<string, Blob> => {
  const found = new Map<string, Blob>()
  for (const { reach } of images) {
    const chain: string[] = []
    const passed = new Set<string>()
    for (let key = reach.top ?? ''; key !== '' && parents.has(key) && !passed.has(key); key = parents.get(key) ?? '') {
      passed.add(key)
      chain.push(key)
    }
    if (chain.length !== reach.layers.length) continue
    chain.reverse().forEach((key, place) => {
      const blob = content.get(reach.layers[place] ?? '')
      if (blob !== undefined) found.set(key, { digest: blob.digest, size: exactly(blob.size) })
    })
  }
  return found
}

/**
 * Manifests and configurations, and downloads of layers that are not unpacked. What several images lead to goes with the
 * last of them only, so that it counts as a bound.
 */
const ownSizes = (
  images: ReadonlyArray<FoundImage>,
  counts: (digest: string) => boolean,
  content: ReadonlyMap<string, Content>,
): ((image: FoundImage) => SizeBounds) => {
  const users = new Map<string, number>()
  for (const { reach } of images) for (const digest of reach.blobs) users.set(digest, (users.get(digest) ?? 0) + 1)
  return ({ reach }) => {
    let [least, most] = [0n, 0n]
    for (const digest of reach.blobs) {
      if (!counts(digest)) continue
      const bytes = int64ToBigint(content.get(digest)?.size ?? 0)
      most += bytes
      if (users.get(digest) === 1) least += bytes
    }
    return { least: int64FromBigint(least), most: int64FromBigint(most) }
  }
}

/** What stays whichever images go: what leases, labels of the root, containers and sandboxes lead to. */
const rootsOf = (
  { content, snapshots, leases, containers }: Namespace,
  snapshotter: string,
  reach: (digest: string) => Reach,
): { readonly blobs: ReadonlySet<string>; readonly snapshots: ReadonlySet<string> } => {
  const blobs = new Set<string>()
  const held = new Set<string>()
  const keep = (digest: string): void => {
    const reached = reach(digest)
    for (const blob of reached.blobs) blobs.add(blob)
    if (reached.top !== null) held.add(reached.top)
  }
  const isRoot = (labels: Content['labels']): boolean => labels.some(([key]) => key === 'containerd.io/gc.root')
  for (const { digest, labels } of content) if (isRoot(labels)) keep(digest)
  for (const one of snapshots) if (one.snapshotter === snapshotter && isRoot(one.labels)) held.add(one.key)
  for (const one of containers) if (one.snapshotter === snapshotter) held.add(one.snapshotKey)
  for (const { resources } of leases) {
    if (resources._tag === 'Unknown') continue
    for (const { type, id } of resources.value) {
      if (type === 'content') keep(id)
      if (type === `snapshots/${snapshotter}`) held.add(id)
    }
  }
  return { blobs, snapshots: held }
}
