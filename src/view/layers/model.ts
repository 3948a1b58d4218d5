/** Ways to choose images on layers that they share, as an interface shows them: plain JSON, every text safe to show. */
import type { Int64 } from '../../core/int64.js'
import type { Mode } from '../../reclaim/policy.js'

/** A layer of the forest. */
export interface LayerView {
  readonly id: string
  /** The layer below; null for the lowest. */
  readonly parent: string | null
  /** Bytes on disk by itself, at least. */
  readonly bytes: Int64
  /** At most; null where that is not known. */
  readonly mostBytes: Int64 | null
  /** Something other than an image keeps it, such as a container. */
  readonly isHeld: boolean
  /** The ways by which it goes. */
  readonly goes: ReadonlyArray<Mode>
}

/** An image on the forest. */
export interface LayeredImage {
  readonly id: string
  readonly label: string
  /** Its uppermost layer; null where it has none. */
  readonly layer: string | null
  /** As the runtime reports it, shared layers included; null where the node does not list it. */
  readonly countedBytes: Int64 | null
  /** What its removal alone would free, at least, without downloads. */
  readonly aloneBytes: Int64
  /** The ways by which it goes. */
  readonly goes: ReadonlyArray<Mode>
}

/** An image that goes, in its turn. */
export interface LayerTurn {
  readonly id: string
  readonly label: string
  readonly countedBytes: Int64
  /** After those before it. */
  readonly freedBytes: Int64
  readonly sentences: ReadonlyArray<string>
}

/** One way to choose. */
export interface WayView {
  readonly mode: Mode
  /** E.g. `the kubelet's order`. */
  readonly title: string
  /** Of the first run, in order. */
  readonly turns: ReadonlyArray<LayerTurn>
  /** Of the first run. */
  readonly wantedBytes: Int64
  readonly countedBytes: Int64
  readonly freedBytes: Int64
  /** Until it is done. */
  readonly all: {
    readonly runs: number
    readonly images: number
    readonly countedBytes: Int64
    readonly freedBytes: Int64
    /** By the policy: bytes to pull again by how soon, or a number of images. */
    readonly cost: number
    /** Images whose removal freed less than a twentieth of what they were counted as. */
    readonly lowYield: number
    readonly isReached: boolean
  }
  readonly said: string
}

/** The forest of layers, and what each way to choose images frees. Instants are RFC 3339 in UTC. */
export interface LayersView {
  readonly at: string
  /** In the order of the store. */
  readonly layers: ReadonlyArray<LayerView>
  /** In the order of the store. */
  readonly images: ReadonlyArray<LayeredImage>
  /** The kubelet's order, the same order counted exactly, the cheapest set. */
  readonly ways: ReadonlyArray<WayView>
}
