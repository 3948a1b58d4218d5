/**
 * Answers how long a whole container plan takes, kept targets, reasons and the time to wake included.
 */
import { defaultPolicy, plan } from '../src/kubelet/container/index.js'
import { millis } from '../src/core/time.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { containerSnapshot, limitsFor } from './kubelet-container.input.js'
import { naiveContainerCollection } from './kubelet-container.yardstick.js'

export const kubeletContainer: Bench = {
  name: 'kubelet-container',
  about: 'all four passes over n containers, n/4 sandboxes, n/8 log directories, n/8 links',
  sizes: [1_000, 10_000, 100_000],
  prepare: (size) => {
    const snapshot = containerSnapshot(size)
    const limits = limitsFor(size)
    const decide = plan({ ...defaultPolicy, ...limits, minAge: millis(limits.minAge) })
    return planning(
      snapshot.containers.length,
      () => decide(snapshot),
      () => naiveContainerCollection(snapshot, limits),
    )
  },
}
