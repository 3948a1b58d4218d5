import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { decodeKubeletConfigResource, decodeKubeletConfiguration } from '../../../src/decode/index.js'
import { millis } from '../../../src/core/time.js'
import * as Tuning from '../../../src/simulate/tuning/index.js'
import { workloadOf } from './workload.js'

const day = 86_400_000
const shape: Tuning.WorkloadShape = {
  ...Tuning.usualShape,
  starts: 120,
  horizon: millis(4 * day),
  bytesPerSecond: 80_000,
}

const tuned = (workload: Tuning.Workload, goals: Partial<Tuning.Goals> = {}): Tuning.Tuning => {
  const made = Tuning.tune(workload, { ...Tuning.defaultGoals, ...goals })
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

describe('the lab', () => {
  it('recommends what evicts the fewest pods, and says why', () => {
    const { recommended, current, trials, grounds } = tuned(workloadOf(shape)(3))
    expect(trials[0]).toBe(recommended)
    expect(Math.min(...trials.map(({ podsEvicted }) => podsEvicted))).toBe(recommended.podsEvicted)
    expect(recommended.podsEvicted).toBeLessThanOrEqual(current.podsEvicted)
    expect(grounds.map(Tuning.explainGround)).toEqual([
      'image GC acts 129 times, instead of 134',
      expect.stringMatching(/^no threshold helps: the node comes under disk pressure with each of them/),
    ])
  })

  it('keeps the current setting where none does better, and says so', () => {
    const quiet = workloadOf({ ...shape, starts: 3, bytesPerSecond: 0, otherBytes: 0 })(1)
    const { recommended, current, grounds } = tuned(quiet)
    expect(recommended).toBe(current)
    expect(grounds.map(({ _tag }) => _tag)).toEqual(['AsGoodAsCurrent'])
  })

  it('gives the same for the same seed, and another course for another', () => {
    expect(workloadOf(shape)(5)).toEqual(workloadOf(shape)(5))
    expect(workloadOf(shape)(5).node.demands).not.toEqual(workloadOf(shape)(6).node.demands)
  })

  it('tries every combination that a kubelet accepts, and the current one', () => {
    const sweep: Tuning.Sweep = {
      highThresholdPercent: [70, 80],
      lowThresholdPercent: [60, 70, 80],
      minAge: [millis(0), millis(60_000)],
      maxAge: [millis(0), millis(60_000)],
    }
    const { trials } = tuned(workloadOf({ ...shape, starts: 5 })(1), { sweep })
    // Three pairs of thresholds; a maximum age of a minute is above no minimum age only.
    expect(trials).toHaveLength(3 * 3 + 1)
    expect(new Set(trials.map(({ setting }) => JSON.stringify(setting))).size).toBe(10)
  })

  it('prefers what it is asked to among settings that disrupt as little', () => {
    const workload = workloadOf(shape)(3)
    const [pulls, runs] = [tuned(workload, { prefer: 'fewest-pulls' }), tuned(workload, { prefer: 'fewest-runs' })]
    expect(pulls.recommended.pulledAgainBytes).toBeLessThanOrEqual(runs.recommended.pulledAgainBytes)
    expect(runs.recommended.runs).toBeLessThanOrEqual(pulls.recommended.runs)
  })

  it('writes a setting so that it reads back', () => {
    const setting = {
      highThresholdPercent: 75,
      lowThresholdPercent: 65,
      minAge: millis(330_000),
      maxAge: millis(7 * day),
    }
    const fields = {
      imageGCHighThresholdPercent: 75,
      imageGCLowThresholdPercent: 65,
      imageMinimumGCAge: '5m30s',
      imageMaximumGCAge: '168h0m0s',
    }
    const file = decodeKubeletConfiguration(Tuning.kubeletConfiguration(setting))
    expect(E.isRight(file) && file.right).toEqual(fields)
    const resource = decodeKubeletConfigResource(
      Tuning.openshiftKubeletConfig({ name: 'image-gc', pool: 'worker' })(setting),
    )
    expect(E.isRight(resource) && resource.right.configuration).toEqual(fields)
    expect(E.isRight(resource) && resource.right.selector).toMatchObject({ _tag: 'Requirements' })
    expect(Tuning.kubeletConfiguration({ ...setting, maxAge: millis(0) })).not.toHaveProperty('imageMaximumGCAge')
  })

  it('refuses goals and workloads that are none, naming where', () => {
    const workload = workloadOf({ ...shape, starts: 2 })(1)
    const refusal = (given: unknown, goals: unknown): string => {
      const made = Tuning.tune(given as Tuning.Workload, goals as Tuning.Goals)
      return E.isLeft(made) && 'problems' in made.left ? `${made.left.source} ${made.left.problems[0].path}` : 'none'
    }
    expect(refusal(workload, null)).toBe('tune goals ')
    expect(refusal(undefined, Tuning.defaultGoals)).toBe('tune workload ')
    expect(refusal(workload, { ...Tuning.defaultGoals, prefer: 'x' })).toBe('tune goals prefer')
    expect(refusal(workload, { ...Tuning.defaultGoals, sweep: { ...Tuning.defaultSweep, minAge: [-1] } })).toBe(
      'tune goals sweep.minAge[0]',
    )
    expect(
      refusal(workload, { ...Tuning.defaultGoals, sweep: { ...Tuning.defaultSweep, highThresholdPercent: [101] } }),
    ).toBe('tune goals sweep.highThresholdPercent[0]')
    for (const empty of [
      { highThresholdPercent: [] },
      { lowThresholdPercent: [] },
      { minAge: [] },
      { maxAge: [] },
      { highThresholdPercent: [60], lowThresholdPercent: [60, 70] },
      { minAge: [millis(60_000)], maxAge: [millis(60_000)] },
    ])
      expect(refusal(workload, { ...Tuning.defaultGoals, sweep: { ...Tuning.defaultSweep, ...empty } })).toBe(
        'tune goals sweep',
      )
    expect(refusal({ ...workload, horizon: -1 }, Tuning.defaultGoals)).toBe('forecast horizon ')
    expect(
      refusal(workload, { ...Tuning.defaultGoals, current: { ...Tuning.kubeletSetting, lowThresholdPercent: 99 } }),
    ).not.toBe('none')
  })

  it('puts every ground in a sentence with both numbers', () => {
    const tags = [
      'NoPodEvicted',
      'FewerPodsEvicted',
      'FewerTurnedAway',
      'LessPressure',
      'FewerPulledAgain',
      'MorePulledAgain',
      'FewerRuns',
      'MoreRuns',
      'FewerImagesRemoved',
      'FarthestFromEviction',
      'AsGoodAsCurrent',
    ] as const
    expect(tags.map((_tag) => Tuning.explainGround({ _tag, recommended: 1000, current: 61_000 }))).toEqual([
      'no pod is evicted, instead of 61000',
      '1000 pods are evicted, instead of 61000',
      '1000 containers are rejected under disk pressure, instead of 61000',
      'the node is under pressure for 1 s, instead of 1 min 1 s',
      '1000 bytes are pulled again, instead of 61000',
      '1000 bytes are pulled again, instead of 61000',
      'image GC acts 1000 times, instead of 61000',
      'image GC acts 1000 times, instead of 61000',
      '1000 images are removed, instead of 61000',
      'usage peaks at 1000 %, instead of 61000 %',
      'no other setting tried does better than the current one',
    ])
  })
})
