import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import type { Growth } from '../../src/lint/index.js'
import { explainFinding, lintKubeletPolicies } from '../../src/lint/index.js'

const findings = (highThresholdPercent: number, growth: Growth) =>
  lintKubeletPolicies({
    image: { highThresholdPercent, lowThresholdPercent: 60, minAge: millis(120_000), maxAge: millis(0) },
    container: { minAge: millis(60_000), maxPerPodContainer: 1, maxContainers: -1 },
    eviction: { hard: new Map([['imagefs.available', '15%']]) },
    growth,
  }).filter(({ _tag }) => _tag === 'EvictionBeforeNextRun' || _tag === 'RunBeforeEviction')

const growth = (bytesPerSecond: number): Growth => ({ bytesPerSecond, imageFsCapacityBytes: 128849018880 })

describe('a disk that fills up', () => {
  it('reaches eviction before the next run of image collection with the default thresholds at 5 MB a second', () => {
    const [finding, ...rest] = findings(85, growth(5_000_000))
    expect(rest).toEqual([])
    // Usage is rounded up: collection begins above 84 %, so that one percent lies before eviction.
    expect(finding).toMatchObject({
      level: 'problem',
      _tag: 'EvictionBeforeNextRun',
      marginBytes: 1288490188,
      millisToEviction: 257698,
    })
    expect(finding === undefined ? '' : explainFinding(finding)).toBe(
      'at 5000000 bytes a second the disk takes 4m17.698s from just below the high threshold to eviction (hard imagefs.available<15%, beyond 85 % usage): eviction acts before the next image GC run, 5 minutes later',
    )
  })

  it('is collected in time where the high threshold is low enough, or the growth', () => {
    expect(findings(75, growth(5_000_000))).toMatchObject([{ level: 'note', _tag: 'RunBeforeEviction' }])
    expect(findings(85, growth(4_294_967))).toMatchObject([{ _tag: 'RunBeforeEviction', millisToEviction: 300000 }])
    expect(findings(85, growth(4_294_968))).toMatchObject([{ _tag: 'EvictionBeforeNextRun', millisToEviction: 299999 }])
  })

  it('has nothing left before an eviction that strikes first', () => {
    expect(findings(90, growth(1))).toMatchObject([
      { _tag: 'EvictionBeforeNextRun', marginBytes: 0, millisToEviction: 0 },
    ])
  })

  it('is not asked about without a growth that is one', () => {
    for (const bytesPerSecond of [0, -1, Number.NaN, Infinity]) expect(findings(85, growth(bytesPerSecond))).toEqual([])
    expect(findings(85, { bytesPerSecond: 1, imageFsCapacityBytes: Number.NaN })).toEqual([])
  })
})
