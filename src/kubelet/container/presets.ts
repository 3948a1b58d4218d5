/**
 * The policies of kubelet releases and of configuration documents.
 */
import { millis } from '../../core/time.js'
import type { Policy } from './policy.js'
import { defaultPolicy } from './policy.js'

/**
 * Policies by the release or document that they stand for; each names its source.
 *
 * @example
 * ```ts
 * import { presets } from 'gcplan/kubelet/container'
 *
 * const underPressure = { ...presets.kubelet_1_36, evictNonDeletedPods: true }
 * console.log(presets.docker_era.minAge, underPressure.minAge) // 60000 0
 * ```
 */
export const presets: {
  /**
   * The kubelet of 1.26.
   *
   * @upstream kubernetes v1.26.1 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
   */
  readonly kubelet_1_26: Policy
  /**
   * The kubelet of 1.32; container collection did not change.
   *
   * @upstream kubernetes v1.32.10 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
   */
  readonly kubelet_1_32: Policy
  /**
   * The kubelet of 1.36; container collection did not change.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
   */
  readonly kubelet_1_36: Policy
  /** The defaults of the OpenShift documentation: no minimum age, one per container, no total; today's rules. */
  readonly openshift: Policy
  /**
   * The Docker-era kubelet with the defaults its walk-through names: one minute, one per container, no total;
   * unidentified containers first, units always walked by age from their newer end, no sandboxes, every dead link.
   *
   * @upstream kubernetes v1.5 pkg/kubelet/dockertools/container_gc.go GarbageCollect
   */
  readonly docker_era: Policy
} = {
  kubelet_1_26: defaultPolicy,
  kubelet_1_32: defaultPolicy,
  kubelet_1_36: defaultPolicy,
  openshift: { ...defaultPolicy, minAge: millis(0), maxPerPodContainer: 1, maxContainers: -1 },
  docker_era: {
    ...defaultPolicy,
    minAge: millis(60_000),
    maxPerPodContainer: 1,
    maxContainers: -1,
    unidentified: 'removed-first',
    excessOrder: 'newest-first',
    wholeUnitOrder: 'by-age',
    sandboxes: 'untouched',
    logDirectories: 'untouched',
    deadLinks: 'unconditional',
  },
}
