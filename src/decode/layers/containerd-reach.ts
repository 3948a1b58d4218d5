/**
 * What a containerd blob references: other blobs by its labels, and the topmost layer.
 */
import type { Namespace } from '../../containerd/snapshot.js'

/** What a blob leads to. */
export interface Reach {
  /** Itself included. */
  readonly blobs: ReadonlySet<string>
  /** The configuration that names a layer; null: none of the blobs does. */
  readonly config: string | null
  /** Key of the uppermost layer. */
  readonly top: string | null
  /** Downloads of the layers, lowest first. */
  readonly layers: ReadonlyArray<string>
}

const contentLabel = 'containerd.io/gc.ref.content'

/** Follows the references of blobs in a namespace, each once. */
export const reachIn = ({ content }: Namespace, snapshotter: string): ((digest: string) => Reach) => {
  const labelsOf = new Map(content.map(({ digest, labels }) => [digest, labels]))
  const topLabel = `containerd.io/gc.ref.snapshot.${snapshotter}`
  return (digest) => {
    const blobs = new Set<string>([digest])
    let config: string | null = null
    let top: string | null = null
    let layers: ReadonlyArray<string> = []
    // Grows while it is read.
    for (const blob of blobs) {
      const downloads: (readonly [place: number, digest: string])[] = []
      for (const [key, value] of labelsOf.get(blob) ?? []) {
        if (key === topLabel && top === null) {
          config = blob
          top = value
        }
        if (key !== contentLabel && !key.startsWith(`${contentLabel}.`) && !key.startsWith(`${contentLabel}/`)) continue
        blobs.add(value)
        const place = layerKey.exec(key)?.[1]
        if (place !== undefined) downloads.push([Number(place), value])
      }
      const present = downloads.filter(([, layer]) => labelsOf.has(layer))
      if (present.length > 0) layers = present.sort((a, b) => a[0] - b[0]).map(([, layer]) => layer)
    }
    return { blobs, config, top, layers }
  }
}

const layerKey = /\.l\.(\d+)$/
