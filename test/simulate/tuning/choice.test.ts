import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import * as Tuning from '../../../src/simulate/tuning/index.js'
import * as Layers from '../../../src/reclaim/layers/index.js'
import { hard, imageOf, later, layers, nodeOf, podsOf, policiesOf } from '../node/build.js'

const only = (high: ReadonlyArray<number>, low: ReadonlyArray<number>): Tuning.Sweep => ({
  highThresholdPercent: high,
  lowThresholdPercent: low,
  minAge: [millis(0)],
  maxAge: [millis(0)],
})
const setting = (highThresholdPercent: number, lowThresholdPercent: number): Tuning.Setting => ({
  highThresholdPercent,
  lowThresholdPercent,
  minAge: millis(0),
  maxAge: millis(0),
})
const tuned = (node: Forecast.ForecastNode, goals: Partial<Tuning.Goals>, seconds = 3000): Tuning.Tuning => {
  const policies = policiesOf({}, { thresholds: [hard('10%')] })
  const made = Tuning.tune(
    { node, policies, horizon: millis(seconds * 1000) },
    { ...Tuning.defaultGoals, current: setting(95, 90), ...goals },
  )
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}
const thresholds = ({ setting: { highThresholdPercent, lowThresholdPercent } }: Tuning.Trial): string =>
  `${highThresholdPercent}/${lowThresholdPercent}`
const reasons = ({ grounds }: Tuning.Tuning): ReadonlyArray<unknown> =>
  grounds.map(({ _tag, recommended, current }) => [_tag, recommended, current])
const growing = (bytesPerSecond: number) => ({ _tag: 'Constant', bytesPerSecond }) as const

describe('where nothing helps', () => {
  it('says so last', () => {
    const made = tuned(nodeOf({ growth: growing(3), pressure: podsOf({ one: 100 }) }), { sweep: only([80], [60]) })
    expect(made.trials.every(({ pressureMillis }) => pressureMillis > 0)).toBe(true)
    expect(reasons(made).at(-1)).toEqual(['NoThresholdHelps', 1, 1])
    expect(made.grounds.map(Tuning.explainGround).at(-1)).toBe(
      'no threshold helps: the node comes under disk pressure with each of them, and at least 1 pod is evicted; a larger disk, slower growth or fewer images in use would help',
    )
  })

  it('is not said of a node that one of them keeps out of pressure', () => {
    const made = tuned(nodeOf({ growth: growing(0.8), pressure: podsOf({ one: 10 }) }), { sweep: only([80], [60]) })
    expect(made.current.pressureMillis).toBeGreaterThan(0)
    expect(made.grounds.map(({ _tag }) => _tag)).not.toContain('NoThresholdHelps')
  })
})

describe('what is recommended', () => {
  it('is under pressure for the shortest time', () => {
    // 2400 bytes grow from 7000; eviction comes above 9000 unless images went before.
    const made = tuned(nodeOf({ growth: growing(0.8), pressure: podsOf({ one: 10 }) }), { sweep: only([80], [60]) })
    expect([thresholds(made.recommended), made.trials.map(thresholds)]).toEqual(['80/60', ['80/60', '95/90']])
    expect(reasons(made)).toEqual([
      ['LessPressure', 0, 300_000],
      ['MoreRuns', 1, 0],
    ])
    expect(made.current.reclaims).toBe(1)
  })

  it('turns away fewer containers even if it is under pressure as long', () => {
    const demands = [{ at: later(2600), until: later(2700), image: imageOf('a') }]
    const made = tuned(nodeOf({ growth: growing(0.8), demands }), { sweep: only([80], [60]) })
    expect([made.recommended.refused, made.current.refused]).toEqual([0, 1])
    expect(reasons(made)[0]).toEqual(['FewerTurnedAway', 0, 1])
  })

  describe('evicts the fewest pods', () => {
    const big: Layers.LayerStore = {
      ...layers,
      layers: [...layers.layers, { id: 'big', unpacked: Layers.exactly(3000) }],
      images: [...layers.images, { id: 'big', topLayer: 'big', own: Layers.exactly(0) }],
    }
    const demands = [{ at: later(2600), image: imageOf('big') }]
    const usual = { layers: big, growth: growing(0.8), demands }
    // Collecting at 80 percent the node is never short until it takes a large image, and a pod has to go for it; collecting
    // at 95 percent it is short by then, and turns the container away.
    const goals = { sweep: only([95], [90]), current: setting(80, 60) }

    it('even if more containers are turned away, for longer', () => {
      const made = tuned(nodeOf({ ...usual, pressure: podsOf({ one: 100 }) }), goals)
      expect([thresholds(made.recommended), made.recommended.refused, made.current.refused]).toEqual(['95/90', 1, 0])
      expect(reasons(made)[0]).toEqual(['NoPodEvicted', 0, 1])
    })

    it('and says how many go all the same', () => {
      const pressure = podsOf({ one: 100, own: 50 })
      const resources = { limits: { 'ephemeral-storage': '10' } }
      const pods = pressure.pods.map((pod) =>
        pod.metadata.name === 'own' ? { ...pod, spec: { containers: [{ name: 'c', resources }] } } : pod,
      )
      expect(reasons(tuned(nodeOf({ ...usual, pressure: { ...pressure, pods } }), goals))[0]).toEqual([
        'FewerPodsEvicted',
        1,
        2,
      ])
    })
  })

  it('pulls the least again, or runs the least, as it is asked', () => {
    const demands = [600, 1200, 1800].map((at) => ({ at: later(at), until: later(at + 10), image: imageOf('c') }))
    const node = nodeOf({ usedBytes: 8200, images: ['c'], demands })
    const goals = { sweep: only([75, 85], [70]), current: setting(75, 70) }
    const made = tuned(node, goals)
    expect(thresholds(made.recommended)).toBe('85/70')
    expect(reasons(made)).toEqual([
      ['FewerPulledAgain', 0, 2100],
      ['FewerRuns', 0, 11],
    ])
    expect(thresholds(tuned(node, { ...goals, current: setting(85, 70) }).recommended)).toBe('85/70')
    expect(reasons(tuned(node, { ...goals, current: setting(85, 70) }))).toEqual([['AsGoodAsCurrent', 82, 82]])
  })

  it('weighs pulls against runs as it is asked', () => {
    // Down to 10 percent one run takes everything, so that an image has to be pulled again; down to 75 percent more runs do.
    const demands = [{ at: later(2000), until: later(2010), image: imageOf('c') }]
    const node = nodeOf({ usedBytes: 7900, growth: growing(0.8), demands })
    const goals = { sweep: only([80], [10, 75]), current: setting(80, 75) }
    const pulls = tuned(node, { ...goals, prefer: 'fewest-pulls' }, 2700)
    expect([thresholds(pulls.recommended), pulls.recommended === pulls.current]).toEqual(['80/75', true])
    const runs = tuned(node, { ...goals, prefer: 'fewest-runs' }, 2700)
    expect([thresholds(runs.recommended), reasons(runs)]).toEqual([
      '80/10',
      [
        ['MorePulledAgain', 700, 0],
        ['FewerRuns', 2, 3],
      ],
    ])
  })

  it('removes the fewest images, then keeps farthest from eviction', () => {
    const node = nodeOf({ usedBytes: 8200 })
    const fewer = tuned(node, { sweep: only([80], [75]), current: setting(80, 60) }, 200)
    expect([thresholds(fewer.recommended), reasons(fewer)]).toEqual(['80/75', [['FewerImagesRemoved', 1, 2]]])
    const growingNode = nodeOf({ usedBytes: 7900, growth: growing(1), images: ['c'] })
    const farthest = tuned(growingNode, { sweep: only([80], [60]), current: setting(85, 60) }, 800)
    expect(thresholds(farthest.recommended)).toBe('80/60')
    expect(reasons(farthest)).toEqual([['FarthestFromEviction', 82, 85]])
  })

  it('stays what it is where nothing is better, and is listed as far from eviction as it goes', () => {
    const quiet = nodeOf({ usedBytes: 3000 })
    const made = tuned(quiet, { sweep: only([70, 80], [50, 60]), current: setting(80, 50) })
    expect(made.recommended).toBe(made.current)
    expect(made.trials.map(thresholds)).toEqual(['80/60', '80/50', '70/60', '70/50'])
    expect(reasons(made)).toEqual([['AsGoodAsCurrent', 30, 30]])
    const other = tuned(quiet, { sweep: only([70], [50]), current: setting(80, 50) })
    expect(other.trials.map(thresholds)).toEqual(['80/50', '70/50'])
  })

  it('lists ages from the shortest on, and tries each once', () => {
    const ages = { ...only([80], [60]), minAge: [9, 5].map(millis), maxAge: [70, 0].map(millis) }
    const current = { ...setting(80, 60), minAge: millis(5), maxAge: millis(70) }
    const made = tuned(nodeOf({ images: [], usedBytes: 3000 }), { sweep: ages, current })
    expect(made.trials.map((trial) => [trial.setting.minAge, trial.setting.maxAge])).toEqual([
      [5, 0],
      [5, 70],
      [9, 0],
      [9, 70],
    ])
    expect(made.current).toBe(made.trials[1])
  })
})

it('goals that are none are refused with what was expected', () => {
  const refusal = (goals: object): unknown => {
    const made = Tuning.tune(
      { node: nodeOf(), policies: policiesOf(), horizon: millis(0) },
      {
        ...Tuning.defaultGoals,
        ...goals,
      },
    )
    if (E.isRight(made)) return 'none'
    return 'problems' in made.left ? made.left.problems.map(({ path, expected }) => `${path}: ${expected}`) : 'other'
  }
  const percent = 'an integer from 0 to 100'
  const sweep = (given: object): object => ({ sweep: { ...Tuning.defaultSweep, ...given } })
  expect(refusal(sweep({ highThresholdPercent: [101, 0.5, -1, 100], lowThresholdPercent: [0] }))).toEqual([
    `sweep.highThresholdPercent[0]: ${percent}`,
    `sweep.highThresholdPercent[1]: ${percent}`,
    `sweep.highThresholdPercent[2]: ${percent}`,
  ])
  expect(refusal(sweep({ highThresholdPercent: [100], lowThresholdPercent: [0] }))).toBe('none')
  expect(refusal(sweep({ maxAge: [0.5] }))).toEqual(['sweep.maxAge[0]: a span in whole milliseconds, not negative'])
  expect(refusal({ prefer: 'neither' })).toEqual(['prefer: "fewest-pulls" or "fewest-runs"'])
  expect(refusal({ prefer: 'fewest-runs' })).toBe('none')
  for (const current of [null, 5]) expect(refusal({ current })).toEqual(['current: a setting'])
  expect(refusal(sweep({ minAge: [] }))).toEqual([
    'sweep: at least one combination whose low threshold is below the high one, and whose maximum age is 0 or above the minimum',
  ])
})
