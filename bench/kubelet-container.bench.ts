/**
 * Answers how long a whole container plan takes, kept targets, reasons and the time to wake included.
 */
import { either as E } from 'fp-ts'

import { defaultPolicy, plan } from '../src/collectors/kubelet-container/index.js'
import { removalsOf } from '../src/core/plan.js'
import { millis } from '../src/core/time.js'
import type { Bench } from './bench.js'
import { firstUnequal } from './bench.js'
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
    return {
      items: snapshot.containers.length,
      work: () => decide(snapshot),
      yardstick: () => naiveContainerCollection(snapshot, limits),
      disagreement: () => {
        const decided = decide(snapshot)
        if (E.isLeft(decided)) return `the plan was refused: ${JSON.stringify(decided.left)}`
        return firstUnequal(
          removalsOf(decided.right).map(({ target }) => target.id),
          naiveContainerCollection(snapshot, limits),
        )
      },
    }
  },
}
