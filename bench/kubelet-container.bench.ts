/**
 * Answers how long a whole container plan takes, kept targets, reasons and the time to wake included.
 */
import { type Removal, type Snapshot, defaultPolicy, plan } from '../src/kubelet/container/index.js'
import { millis } from '../src/core/time.js'
import type { Bench, Prepared } from './bench.js'
import { planning } from './bench.js'
import { type Limits, containerSnapshot, limitsFor } from './kubelet-container.input.js'
import { portOfContainerCollection } from './kubelet-container.port.js'
import { naiveContainerCollection } from './kubelet-container.yardstick.js'

const against =
  (collect: (snapshot: Snapshot, limits: Limits) => ReadonlyArray<string>, decides: (removal: Removal) => boolean) =>
  (size: number): Prepared => {
    const snapshot = containerSnapshot(size)
    const limits = limitsFor(size)
    const decide = plan({ ...defaultPolicy, ...limits, minAge: millis(limits.minAge) })
    return planning(
      snapshot.containers.length,
      () => decide(snapshot),
      () => collect(snapshot, limits),
      decides,
    )
  }

const about = 'all four passes over n containers, n/4 sandboxes, n/8 log directories, n/8 links'
const sizes = [1_000, 10_000, 100_000]

/** The yardstick knows nothing of links that go with their container. */
export const kubeletContainer: Bench = {
  name: 'kubelet-container',
  about,
  sizes: [...sizes, 1_000_000],
  prepare: against(naiveContainerCollection, ({ reasons }) => reasons[0]._tag !== 'LinkOfRemovedContainer'),
}

export const kubeletContainerPort: Bench = {
  name: 'kubelet-container-port',
  about: `${about}, beside a plain port`,
  sizes,
  prepare: against(portOfContainerCollection, () => true),
}
