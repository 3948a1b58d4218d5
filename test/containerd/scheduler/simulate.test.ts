import { expect, it } from 'vitest'

import type { Release } from '../../../src/containerd/scheduler/index.js'
import { defaultConfig, releases, simulate } from '../../../src/containerd/scheduler/index.js'

const ms = 1_000_000

/** When the scheduler died whose first collection takes from 100 to 150 ms, watched until 120 ms. */
const crashedAt = (release: Release, fails: boolean): number | null =>
  simulate({ ...defaultConfig, ...release })({
    events: [],
    outcomes: [{ duration: 50 * ms, pause: ms, fails }],
    until: 120 * ms,
  }).crashedAt

it('follows the collection under way at the end to see whether it kills the scheduler', () => {
  expect(crashedAt(releases.containerd_2_0, true)).toBe(150 * ms)
  expect(crashedAt(releases.containerd_2_0, false)).toBe(null)
  expect(crashedAt(releases.containerd_2_3, true)).toBe(null)
})
