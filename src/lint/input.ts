/** What the lint of a kubelet reads. */
import type { Int64 } from '../core/int64.js'
import type { Millis } from '../core/time.js'

/** The image collector settings that the lint reads; a whole policy of `gcplan/kubelet/image` also works. */
export interface ImageKnobs {
  readonly highThresholdPercent: number
  readonly lowThresholdPercent: number
  readonly minAge: Millis
  /** 0: off. */
  readonly maxAge: Millis
}

/** The container collector settings that the lint reads; a whole policy of `gcplan/kubelet/container` also works. */
export interface ContainerKnobs {
  readonly minAge: Millis
  /** Negative: no limit. */
  readonly maxPerPodContainer: number
  /** Negative: no limit. */
  readonly maxContainers: number
}

/** Eviction thresholds as configured: signal to threshold, e.g. `imagefs.available` to `15%`. */
export interface EvictionKnobs {
  readonly hard: ReadonlyMap<string, string>
  readonly soft?: ReadonlyMap<string, string>
  /** True when images lie on the node's only filesystem, so that `nodefs.available` concerns them too. */
  readonly oneFilesystem?: boolean
  /** Needed to compare a threshold given as an amount, such as `10Gi`. */
  readonly imageFsCapacityBytes?: Int64
}

/** Usual time spans on the node. */
export interface UsualSpans {
  /** The longest usual time between two uses of an image. Default one day. */
  readonly gapBetweenUses?: Millis
  /** The usual time between two restarts of the kubelet. */
  readonly kubeletUptime?: Millis
}

/** How fast the disk of the images fills up. */
export interface Growth {
  readonly bytesPerSecond: number
  readonly imageFsCapacityBytes: Int64
}

/**
 * What is to be said of one given setting in a release: `idle` of `kubeletPolicies` in `gcplan/decode`, and those of its
 * problems that are about gates.
 */
export type SettingFact =
  | { readonly _tag: 'FieldUnknown'; readonly field: string }
  | { readonly _tag: 'FieldMisspelt'; readonly field: string; readonly meant: string }
  | { readonly _tag: 'GateUnrecognized'; readonly gate: string }
  | { readonly _tag: 'GateUnexamined'; readonly gate: string; readonly meant?: string }
  | { readonly _tag: 'GateLocked'; readonly gate: string; readonly given: boolean }
  | { readonly _tag: 'GateIdle'; readonly gate: string; readonly on: boolean; readonly locked: boolean }

/** What {@link lintKubeletPolicies} reads. */
export interface LintInput {
  readonly image: ImageKnobs
  readonly container: ContainerKnobs
  /** Without it, image collection is not compared with eviction. */
  readonly eviction?: EvictionKnobs
  readonly usual?: UsualSpans
  /** Without it, whether image collection runs in time is not checked. */
  readonly growth?: Growth
  /** Without them, settings are not compared with the release. */
  readonly settings?: ReadonlyArray<SettingFact>
}
