/**
 * Answers what a plain port of containerd's collection does on flat text, as decoders give it: finds records by their keys,
 * takes what the roots reach out of what is there, reading labels on the way, and names the rest in the order of the sweep.
 * No reason, nothing of what is kept.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 */
import type { FsSnapshot, Labels, Namespace, Snapshot } from '../src/containerd/index.js'

/** Ids of what goes: of each namespace its snapshots, blobs and images. */
export const portOfContainerdCollection = ({ at, namespaces }: Snapshot): ReadonlyArray<string> =>
  namespaces.flatMap((namespace) => collected(namespace, at.getTime()))

const collected = (namespace: Namespace, now: number): ReadonlyArray<string> => {
  const content = new Map(namespace.content.map((blob) => [blob.digest, blob]))
  const images = new Map(namespace.images.map((image) => [image.name, image]))
  const snapshots = new Map<string, Map<string, FsSnapshot>>()
  for (const snapshot of namespace.snapshots) {
    const keys = snapshots.get(snapshot.snapshotter)
    if (keys === undefined) snapshots.set(snapshot.snapshotter, new Map([[snapshot.key, snapshot]]))
    else keys.set(snapshot.key, snapshot)
  }
  const reached: Labels[] = []
  const reachContent = (digest: string): void => {
    const blob = content.get(digest)
    if (blob !== undefined && content.delete(digest)) reached.push(blob.labels)
  }
  const reachImage = (name: string): void => {
    const image = images.get(name)
    if (image === undefined || !images.delete(name)) return
    reachContent(image.target)
    reached.push(image.labels)
  }
  const reachSnapshot = (snapshotter: string, key: string): void => {
    const keys = snapshots.get(snapshotter)
    for (let next = keys?.get(key); next !== undefined; next = keys?.get(next.parent)) {
      keys?.delete(next.key)
      reached.push(next.labels)
    }
  }
  for (const { name, labels } of namespace.images) if (!isExpired(labels, now)) reachImage(name)
  for (let labels = reached.pop(); labels !== undefined; labels = reached.pop())
    for (const [key, value] of labels) {
      if (!key.startsWith(prefix)) continue
      if (key.startsWith('snapshot.', prefix.length)) {
        const slash = key.indexOf('/', snapshotStart)
        reachSnapshot(key.slice(snapshotStart, slash < 0 ? key.length : slash), value)
      } else if (key.startsWith('content', prefix.length)) reachContent(value)
      else if (key.startsWith('image', prefix.length)) reachImage(value)
    }
  const left = [...snapshots].flatMap(([snapshotter, keys]) => [...keys.keys()].map((key) => `${snapshotter}/${key}`))
  const ordered = [left, [...content.keys()], [...images.keys()]].flatMap((keys) => keys.sort())
  return ordered.map((key) => `${namespace.name}/${key}`)
}

const prefix = 'containerd.io/gc.ref.'
const snapshotStart = prefix.length + 'snapshot.'.length

const isExpired = (labels: Labels, now: number): boolean =>
  labels.some(([key, value]) => key === 'containerd.io/gc.expire' && Date.parse(value) < now)
