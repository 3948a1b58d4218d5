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
  /** The grace period of a pod evicted for a hard threshold, in seconds: 1, and 0 up to 1.29. */
  readonly hardGracePeriod: number
  /** A soft eviction grants at most the pod's own grace period; before 1.32 the maximum. */
  readonly softGrace: 'least-of-maximum-and-pod' | 'maximum'
  /** Derives thresholds of the container filesystem; from 1.29. */
  readonly containerFs: boolean
  /**
   * Handles writable layers on a filesystem other than the images'. Off, as 1.29 and 1.30 have it by default, the first pass on
   * such a node ends in an error, and later ones evict nothing for a threshold.
   * @upstream kubernetes v1.36.2 pkg/features/kube_features.go KubeletSeparateDiskGC
   */
  readonly separateDiskGC: boolean
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

const kubelet_1_36: EvictionPolicy = {
  thresholds: defaultThresholds,
  transitionPeriod: millis(300_000),
  maxPodGracePeriod: 0,
  localStorageIsolation: true,
  hardGracePeriod: 1,
  softGrace: 'least-of-maximum-and-pod',
  containerFs: true,
  separateDiskGC: true,
}

/** The rules of releases, with their default settings; 1.26 has no `separateDiskGC` that could fail. */
export const evictionPresets: { readonly kubelet_1_26: EvictionPolicy; readonly kubelet_1_36: EvictionPolicy } = {
  kubelet_1_26: { ...kubelet_1_36, hardGracePeriod: 0, softGrace: 'maximum', containerFs: false },
  kubelet_1_36,
}

/** The rules of the latest release checked. */
export const defaultEvictionPolicy: EvictionPolicy = kubelet_1_36
