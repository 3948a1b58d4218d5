import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import type { ContainerKnobs, EvictionKnobs, Finding, ImageKnobs, UsualSpans } from '../../src/lint/index.js'
import { explainFinding, lintKubeletPolicies } from '../../src/lint/index.js'

const minutes = (count: number): ImageKnobs['minAge'] => millis(count * 60_000)
const image: ImageKnobs = { highThresholdPercent: 75, lowThresholdPercent: 65, minAge: minutes(2), maxAge: millis(0) }
const container: ContainerKnobs = { minAge: minutes(1), maxPerPodContainer: 1, maxContainers: -1 }
const at15: EvictionKnobs = { hard: new Map([['imagefs.available', '15%']]) }

const lint = (
  changed: Partial<ImageKnobs> = {},
  eviction: EvictionKnobs = at15,
  containers: Partial<ContainerKnobs> = {},
  usual: UsualSpans = {},
): ReadonlyArray<Finding> =>
  lintKubeletPolicies({
    image: { ...image, ...changed },
    container: { ...container, ...containers },
    eviction,
    usual,
  })

const tags = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map(({ level, _tag }) => `${level} ${_tag}`)
const sentences = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => findings.map(explainFinding)

const thresholds = (highThresholdPercent: number, lowThresholdPercent: number): Partial<ImageKnobs> => ({
  highThresholdPercent,
  lowThresholdPercent,
})

describe("the article's verdicts on eviction at 15 % free", () => {
  it('85 to 80: both react at the same time', () => {
    expect(sentences(lint(thresholds(85, 80)))).toEqual([
      'image GC (85 %) and eviction (hard imagefs.available<15%, beyond 85 % usage) act at the same time',
      'the low threshold (80 %) is only 5 % below the high one (85 %): shared layers are counted in full, so usage stays above it and the next run starts soon',
    ])
  })

  it('75 to 70: image collection comes first, the low threshold can be improved', () => {
    expect(tags(lint(thresholds(75, 70)))).toEqual([
      'note HighThresholdBeforeEviction',
      'advice LowThresholdCloseToHigh',
    ])
  })

  it('75 to 65: image collection comes first and aims low', () => {
    expect(sentences(lint(thresholds(75, 65)))).toEqual([
      'image GC (75 %) acts before eviction (hard imagefs.available<15%, beyond 85 % usage), with 10 % to spare',
      'the low threshold (65 %) aims 10 % below the high one (75 %), which makes up for shared layers',
    ])
  })

  it('88: image collection is disabled in effect', () => {
    expect(lint(thresholds(88, 80))).toEqual([
      {
        level: 'problem',
        _tag: 'HighThresholdBehindEviction',
        highThresholdPercent: 88,
        eviction: { kind: 'hard', signal: 'imagefs.available', threshold: '15%', usagePercent: 85 },
      },
    ])
  })
})

describe('eviction', () => {
  const tagsAt = (eviction: EvictionKnobs): ReadonlyArray<string> => tags(lint(thresholds(80, 72), eviction))
  const hard = (threshold: string): EvictionKnobs => ({ hard: new Map([['imagefs.available', threshold]]) })

  it('is close when less than five percent are between', () => {
    expect(tagsAt(hard('15.1%'))).toEqual(['advice HighThresholdCloseToEviction'])
    expect(tagsAt(hard('15%'))).toEqual(['note HighThresholdBeforeEviction'])
    expect(tagsAt(hard('20%'))).toEqual(['problem HighThresholdAtEviction'])
    expect(tagsAt(hard('20.5%'))).toEqual(['problem HighThresholdBehindEviction'])
  })

  it('counts by the threshold that is met first, soft ones and the only filesystem included', () => {
    const hardAndSoft: EvictionKnobs = { ...at15, soft: new Map([['imagefs.available', '25%']]) }
    expect(sentences(lint(thresholds(80, 72), hardAndSoft))).toEqual([
      'eviction (soft imagefs.available<25%, beyond 75 % usage) acts before image GC (80 %), which is disabled in effect',
    ])
    const nodefs = new Map([['nodefs.available', '30%']])
    expect(tagsAt({ hard: nodefs })).toEqual(['note NoEvictionForImages'])
    expect(tagsAt({ hard: nodefs, oneFilesystem: true })).toEqual(['problem HighThresholdBehindEviction'])
  })

  it('compares an amount only with the capacity at hand', () => {
    expect(tagsAt(hard('10Gi'))).toEqual(['advice EvictionNotComparable'])
    expect(tagsAt({ ...hard('10Gi'), imageFsCapacityBytes: 100 * 1024 ** 3 })).toEqual([
      'note HighThresholdBeforeEviction',
    ])
    expect(tagsAt({ ...hard('10Gi'), imageFsCapacityBytes: 0 })).toEqual(['advice EvictionNotComparable'])
    expect(tagsAt({ ...hard('10Gi'), imageFsCapacityBytes: Number.NaN })).toEqual(['advice EvictionNotComparable'])
  })

  it('does not compare what the kubelet ignores or refuses', () => {
    const because = (threshold: string): unknown =>
      lint({}, hard(threshold)).flatMap((finding) => (finding._tag === 'EvictionNotComparable' ? finding.because : []))
    expect(['0%', '100%'].flatMap(because)).toEqual(['statement-ignored', 'statement-ignored'])
    expect(tagsAt(hard('0%'))).toEqual(['advice EvictionNotComparable'])
    expect(tagsAt(hard('lots'))).toEqual(['problem EvictionNotComparable'])
    expect(tagsAt(hard('1e1%%'))).toEqual(['note HighThresholdBeforeEviction'])
    expect(sentences(lint(thresholds(80, 72), hard('lots')))).toEqual([
      'hard imagefs.available < "lots" is not compared with image GC: the kubelet does not accept it',
    ])
    expect(['-1%', '101%', 'x%', '%', '0', '-5Gi', 'lots', ''].map(because)).toEqual(Array(8).fill(['malformed']))
  })

  it('is left out without its thresholds, and when images are not collected for space', () => {
    expect(tags(lintKubeletPolicies({ image, container }))).toEqual(['note AimsLow'])
    expect(tags(lint(thresholds(100, 80)))).toEqual(['advice ImageCollectionOff'])
  })
})

describe('thresholds', () => {
  it('of 100 switch image collection off, or leave it the last percent', () => {
    expect(sentences(lint(thresholds(100, 80)))).toEqual([
      'a high threshold of 100 % without a maximum age turns image GC off',
    ])
    expect(tags(lint({ ...thresholds(100, 80), maxAge: minutes(60 * 24 * 7) }))).toEqual([
      'advice SpacePassAtLastPercent',
      'note MaxAgeIgnoresMinAge',
    ])
  })

  it('that are equal or the wrong way round are problems', () => {
    expect(tags(lint(thresholds(70, 70)))).toContain('problem LowThresholdEqualsHigh')
    expect(tags(lint(thresholds(70, 71)))).toContain('problem LowThresholdAboveHigh')
    expect(tags(lint(thresholds(70, 62)))).toEqual(['note HighThresholdBeforeEviction'])
  })
})

describe('ages', () => {
  it('of zero let an image go before it is used', () => {
    expect(tags(lint({ minAge: millis(0) }))).toContain('problem ImageMinAgeZero')
    expect(tags(lint({ minAge: millis(0), highThresholdPercent: 100 }))).not.toContain('problem ImageMinAgeZero')
  })

  it('are compared with what is usual', () => {
    const week = minutes(60 * 24 * 7)
    expect(sentences(lint({ maxAge: minutes(60) }).slice(-2))).toEqual([
      'once the kubelet has run for 1h0m0s, an image that was never used goes at once, whatever the minimum age (2m0s)',
      'the maximum age (1h0m0s) is below the usual gap between two uses (24h0m0s): such images are removed and pulled again each time',
    ])
    expect(tags(lint({ maxAge: week }, at15, {}, { gapBetweenUses: minutes(60 * 24 * 8) }))).toContain(
      'advice MaxAgeBelowUsualGap',
    )
    expect(tags(lint({ maxAge: week }, at15, {}, { kubeletUptime: week }))).toContain('problem MaxAgeBeyondUptime')
    expect(tags(lint({ maxAge: minutes(2) }))).toContain('problem MaxAgeNotAboveMinAge')
  })
})

describe('containers', () => {
  it('that are all removed leave nothing to look at', () => {
    expect(sentences(lint({}, at15, { maxPerPodContainer: 0 })).slice(-1)).toEqual([
      'maxPerPodContainer 0 keeps no dead container: the logs and the state of the previous run are lost',
    ])
    expect(tags(lint({}, at15, { maxContainers: 0 }))).toContain('advice NoDeadContainerKept')
  })

  it('that are never removed hold their images', () => {
    expect(tags(lint({}, at15, { maxPerPodContainer: -1 }))).toContain('advice DeadContainersUnlimited')
    expect(tags(lint({}, at15, { maxPerPodContainer: -1, maxContainers: 5 }))).not.toContain(
      'advice DeadContainersUnlimited',
    )
  })

  it('without a minimum age may go before they start', () => {
    expect(tags(lint({}, at15, { minAge: millis(0) }))).toContain('note ContainerMinAgeZero')
  })
})
