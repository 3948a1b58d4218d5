import fc from 'fast-check'
import { expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import type { LintInput } from '../../src/lint/index.js'
import { explainFinding, lintKubeletPolicies } from '../../src/lint/index.js'
import { runs } from '../runs.js'

const anyPercent = fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double())
const anyMillis = fc.oneof(fc.integer({ min: -1, max: 1_000_000_000 }), fc.double(), fc.constant(0)).map(millis)
const anyThresholds = fc.dictionary(
  fc.constantFrom('imagefs.available', 'nodefs.available', '__proto__'),
  fc.oneof(fc.constantFrom('15%', '0%', '10Gi', '1e3'), fc.string({ unit: 'binary' })),
)
const anyKnobs = anyThresholds.map((thresholds) => new Map(Object.entries(thresholds)))

const anyInput: fc.Arbitrary<LintInput> = fc.record({
  image: fc.record({
    highThresholdPercent: anyPercent,
    lowThresholdPercent: anyPercent,
    minAge: anyMillis,
    maxAge: anyMillis,
  }),
  container: fc.record({
    minAge: anyMillis,
    maxPerPodContainer: fc.integer({ min: -1, max: 3 }),
    maxContainers: fc.integer({ min: -1, max: 3 }),
  }),
  eviction: fc.record(
    { hard: anyKnobs, soft: anyKnobs, oneFilesystem: fc.boolean(), imageFsCapacityBytes: fc.integer() },
    { requiredKeys: ['hard'] },
  ),
  usual: fc.record({ gapBetweenUses: anyMillis, kubeletUptime: anyMillis }, { requiredKeys: [] }),
})

it('explains whatever it finds in one line', () => {
  fc.assert(
    fc.property(anyInput, (input) =>
      lintKubeletPolicies(input).every((finding) => /^[^\n]+$/.test(explainFinding(finding))),
    ),
    { numRuns: runs(1000) },
  )
})

it('says one thing about image collection and eviction, and the earlier eviction comes the worse it is', () => {
  const ranks = [
    'HighThresholdBeforeEviction',
    'HighThresholdCloseToEviction',
    'HighThresholdAtEviction',
    'HighThresholdBehindEviction',
  ]
  const rankAt = (high: number, free: number): number => {
    const [first] = lintKubeletPolicies({
      image: { highThresholdPercent: high, lowThresholdPercent: 0, minAge: millis(1), maxAge: millis(0) },
      container: { minAge: millis(1), maxPerPodContainer: 1, maxContainers: 1 },
      eviction: { hard: new Map([['imagefs.available', `${free}%`]]) },
    })
    return ranks.indexOf(first?._tag ?? '')
  }
  const anyFree = fc.integer({ min: 1, max: 99 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), anyFree, anyFree, (high, a, b) => {
      expect(rankAt(high, Math.min(a, b))).toBeGreaterThanOrEqual(0)
      expect(rankAt(high, Math.min(a, b))).toBeLessThanOrEqual(rankAt(high, Math.max(a, b)))
    }),
  )
})
