/**
 * The eviction manager's settings, and the rules of each release.
 */
import { type Millis, millis } from '../../core/time.js'
import type { Threshold } from './threshold.js'

/** The rules of an eviction. */
export interface EvictionPolicy {
  readonly thresholds: ReadonlyArray<Threshold>
  /** How long a condition stays after it was last met. Default 5 minutes. */
  readonly transitionPeriod: Millis
  /** The longest grace period of a pod evicted for a soft threshold, in seconds. Default 0. */
  readonly maxPodGracePeriod: number
  /** Pods over their own local storage limits are evicted before anything else. Default true. */
  readonly localStorageIsolation: boolean
  /**
   * The grace period asked for a pod evicted for a hard threshold, in seconds: 1 from 1.31 and late patches of 1.30 on,
   * 0 before, with which a pod gets its own.
   *
   * @upstream kubernetes v1.31.14 pkg/kubelet/eviction/eviction_manager.go immediateEvictionGracePeriodSeconds
   */
  readonly hardGracePeriod: number
  /**
   * A soft eviction asks for at most the pod's own grace period; before 1.32 for the maximum.
   *
   * @upstream kubernetes v1.32.13 pkg/kubelet/eviction/eviction_manager.go synchronize
   */
  readonly softGrace: 'least-of-maximum-and-pod' | 'maximum'
  /** Derives thresholds of the container filesystem; from 1.29. */
  readonly containerFs: boolean
  /**
   * What is collected where a threshold of the container filesystem comes first: as for the filesystem that holds the
   * writable layers, or, up to 1.31, nothing, so that a pod goes at once.
   *
   * @upstream kubernetes v1.32.13 pkg/kubelet/eviction/helpers.go buildSignalToNodeReclaimFuncs
   */
  readonly containerFsReclaim: 'as-layers' | 'nothing'
  /**
   * Handles writable layers on a filesystem other than the images'. Off, as 1.29 and 1.30 have it by default, the first pass on
   * such a node ends in an error, and later ones evict nothing for a threshold.
   * @upstream kubernetes v1.36.2 pkg/features/kube_features.go KubeletSeparateDiskGC
   */
  readonly separateDiskGC: boolean
  /**
   * Whether an init container that runs beside the others is held to its own limit of local storage. 1.37 is to enforce it,
   * by its release notes; no source of it was read.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go containerEphemeralStorageLimitEviction
   */
  readonly sidecarLimits: 'not-looked-at' | 'enforced'
}

const share = (signal: Threshold['signal'], part: number): Threshold => ({
  signal,
  operator: 'LessThan',
  value: { _tag: 'Share', share: Math.fround(part) },
  gracePeriod: millis(0),
})

/** The kubelet's thresholds where nothing is configured, on Linux. */
const defaultThresholds: ReadonlyArray<Threshold> = [
  {
    signal: 'memory.available',
    operator: 'LessThan',
    value: { _tag: 'Quantity', quantity: '100Mi' },
    gracePeriod: millis(0),
  },
  share('nodefs.available', 0.1),
  share('imagefs.available', 0.15),
  share('nodefs.inodesFree', 0.05),
  share('imagefs.inodesFree', 0.05),
]

const kubernetes_1_36: EvictionPolicy = {
  thresholds: defaultThresholds,
  transitionPeriod: millis(300_000),
  maxPodGracePeriod: 0,
  localStorageIsolation: true,
  hardGracePeriod: 1,
  softGrace: 'least-of-maximum-and-pod',
  containerFs: true,
  containerFsReclaim: 'as-layers',
  separateDiskGC: true,
  sidecarLimits: 'not-looked-at',
}

const kubernetes_1_35: EvictionPolicy = kubernetes_1_36
const kubernetes_1_34: EvictionPolicy = kubernetes_1_35
const kubernetes_1_33: EvictionPolicy = kubernetes_1_34
const kubernetes_1_32: EvictionPolicy = kubernetes_1_33
const kubernetes_1_31: EvictionPolicy = { ...kubernetes_1_32, softGrace: 'maximum', containerFsReclaim: 'nothing' }
const kubernetes_1_26: EvictionPolicy = { ...kubernetes_1_31, hardGracePeriod: 0, containerFs: false }

const kubernetes_1_37_preview: EvictionPolicy = { ...kubernetes_1_36, sidecarLimits: 'enforced' }

/** The rules of releases, with their default settings; 1.26 has no `separateDiskGC` that could fail. */
export const evictionPresets: {
  readonly kubernetes_1_26: EvictionPolicy
  readonly kubernetes_1_31: EvictionPolicy
  readonly kubernetes_1_32: EvictionPolicy
  readonly kubernetes_1_33: EvictionPolicy
  readonly kubernetes_1_34: EvictionPolicy
  readonly kubernetes_1_35: EvictionPolicy
  readonly kubernetes_1_36: EvictionPolicy
  /** Unverified: what the release notes of 1.37.0-alpha.1 say. Only `1.37-preview` chooses it. */
  readonly kubernetes_1_37_preview: EvictionPolicy
} = {
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
  kubernetes_1_37_preview,
}

/** The rules of the latest release checked. */
export const defaultEvictionPolicy: EvictionPolicy = kubernetes_1_36
