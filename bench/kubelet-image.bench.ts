/**
 * Answers how long a whole image plan takes, the look at the node, kept targets, reasons and the time to wake included.
 */
import { defaultPolicy, plan } from '../src/kubelet/image/index.js'
import { millis } from '../src/core/time.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { imageSnapshot, thresholds } from './kubelet-image.input.js'
import { naiveImageCollection } from './kubelet-image.yardstick.js'

export const kubeletImage: Bench = {
  name: 'kubelet-image',
  about: 'the look, the age pass and the space pass over n images, n/3 containers',
  sizes: [1_000, 10_000, 100_000],
  prepare: (size) => {
    const snapshot = imageSnapshot(size)
    const { minAge, maxAge, ...percents } = thresholds
    const decide = plan({ ...defaultPolicy, ...percents, minAge: millis(minAge), maxAge: millis(maxAge) })
    return planning(
      snapshot.images.length,
      () => decide(snapshot),
      () => naiveImageCollection(snapshot, thresholds),
    )
  },
}
