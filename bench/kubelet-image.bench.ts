/**
 * Answers how long a whole image plan takes, the look at the node, kept targets, reasons and the time to wake included.
 */
import { either as E } from 'fp-ts'

import { defaultPolicy, plan } from '../src/collectors/kubelet-image/index.js'
import { removalsOf } from '../src/core/plan.js'
import { millis } from '../src/core/time.js'
import type { Bench } from './bench.js'
import { firstUnequal } from './bench.js'
import { imageSnapshot, thresholds } from './kubelet-image.input.js'
import { naiveImageCollection } from './kubelet-image.yardstick.js'

export const kubeletImage: Bench = {
  name: 'kubelet-image',
  about: 'the look, the age pass and the space pass over n images, n/3 containers',
  sizes: [1_000, 10_000],
  prepare: (size) => {
    const snapshot = imageSnapshot(size)
    const { minAge, maxAge, ...percents } = thresholds
    const decide = plan({ ...defaultPolicy, ...percents, minAge: millis(minAge), maxAge: millis(maxAge) })
    return {
      items: snapshot.images.length,
      work: () => decide(snapshot),
      yardstick: () => naiveImageCollection(snapshot, thresholds),
      disagreement: () => {
        const decided = decide(snapshot)
        if (E.isLeft(decided)) return `the plan was refused: ${JSON.stringify(decided.left)}`
        return firstUnequal(
          removalsOf(decided.right).map(({ target }) => target.id),
          naiveImageCollection(snapshot, thresholds),
        )
      },
    }
  },
}
