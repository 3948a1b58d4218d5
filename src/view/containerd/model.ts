/** Why a record of containerd is alive, as an interface shows it: plain JSON, every text safe to show. */
import type { Int64 } from '../../core/int64.js'
import type { KeepReason, Reason } from '../../containerd/reason.js'
import type { Graph } from '../graph.js'

/** A record of containerd. */
export interface RecordView {
  readonly id: string
  /** In a word, e.g. `image`, `content`, `snapshot`, `lease`. */
  readonly kind: string
  readonly namespace: string
  readonly key: string
  /** E.g. `image docker.io/library/base:1.0`. */
  readonly said: string
}

/** A step of the path from a root: a record, and why the step before keeps it; the root has the rule that makes it one. */
export interface StepView {
  readonly record: RecordView
  readonly edge: KeepReason['_tag']
  readonly said: string
}

/** Number and size of blobs and snapshots. */
export interface ExtentView {
  readonly records: number
  /** Of those whose size is known. */
  readonly bytes: Int64
  /** How many have an unknown size. */
  readonly unknown: number
  /** E.g. `60 MB in 3`. */
  readonly said: string
}

/** What becomes free. */
export interface FreedView extends ExtentView {
  /** Bytes that leave the disk; more may, where sizes are unknown. */
  readonly onDisk: Int64
}

/** What records keep: alone, perhaps, and with others. */
export interface HoldingView {
  /** What a collection removes only without them. */
  readonly only: FreedView
  /** What would go too if unknown facts held nothing. */
  readonly perhaps: FreedView
  readonly shared: ExtentView
  /** Roots that hold some of what is shared. */
  readonly sharedWith: ReadonlyArray<RecordView>
}

/** A record that a collection removes, and why. */
export interface RecordRemoval {
  readonly record: RecordView
  readonly sentences: ReadonlyArray<string>
  readonly reasons: ReadonlyArray<(Reason | KeepReason)['_tag']>
}

/** What dropping a root does; all records of one image count as one. */
export interface DropView extends HoldingView {
  readonly records: readonly [RecordView, ...RecordView[]]
  /** What the next collection then removes besides them, in its order; empty where containerd refuses to drop it. */
  readonly goes: ReadonlyArray<RecordRemoval>
  /** The record that was asked about goes as well. */
  readonly isEnough: boolean
  /** Containerd refuses to drop it. */
  readonly isRefused: boolean
}

/** Why a record is alive, and what dropping what keeps it frees. */
export interface ContainerdView {
  readonly record: RecordView
  readonly decision: 'stays' | 'goes'
  /** E.g. `content sha256:a in k8s.io stays`. */
  readonly said: string
  /** The shortest path from a root, both included; empty where it goes. */
  readonly path: ReadonlyArray<StepView>
  /** Why it goes; empty where it stays. */
  readonly sentences: ReadonlyArray<string>
  readonly reasons: ReadonlyArray<(Reason | KeepReason)['_tag']>
  /** Every root that keeps it. */
  readonly roots: ReadonlyArray<RecordView>
  /** What it keeps itself. */
  readonly holds: HoldingView
  /** What dropping the root of the path does; null where it goes, or where no root leads to it. */
  readonly drop: DropView | null
  /** The record and what lies around it. */
  readonly graph: Graph
}
