import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import * as Forecast from '../../src/simulate/node/index.js'
import * as Tuning from '../../src/simulate/tuning/index.js'
import * as Layers from '../../src/reclaim/layers/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { spoilOne } from '../../src/testing/arbitrary/spoil.js'
import { runs } from '../runs.js'
import { forecasts } from './node/generate.js'
import { workloadOf } from './tuning/workload.js'
import { stores } from '../reclaim/layers/generate.js'
import { nodeWith } from '../reclaim/build.js'

const isAnswer = (result: E.Either<unknown, unknown>): boolean => E.isLeft(result) || E.isRight(result)

const shape: Tuning.WorkloadShape = { ...Tuning.usualShape, starts: 5, services: 3, horizon: millis(3_600_000) }
const sweep: Tuning.Sweep = {
  highThresholdPercent: [70],
  lowThresholdPercent: [60],
  minAge: [millis(0)],
  maxAge: [millis(0)],
}

describe('with one value spoiled, anywhere', () => {
  it('a node is forecast or refused', () => {
    const spoiled = forecasts.chain((given) => spoilOne(given))
    fc.assert(
      fc.property(spoiled, (input) => {
        const { node, policies } = (input ?? {}) as {
          readonly node: Forecast.ForecastNode
          readonly policies: Forecast.NodePolicies
        }
        return isAnswer(Forecast.forecast(node, policies)(millis(900_000)))
      }),
      { numRuns: runs(500) },
    )
  })

  it('settings are tried or refused', () => {
    const spoiled = spoilOne({ workload: workloadOf(shape)(3), goals: { ...Tuning.defaultGoals, sweep } })
    fc.assert(
      fc.property(spoiled, (input) => {
        const { workload, goals } = (input ?? {}) as {
          readonly workload: Tuning.Workload
          readonly goals: Tuning.Goals
        }
        return isAnswer(Tuning.tune(workload, goals))
      }),
      { numRuns: runs(500) },
    )
  })

  it('a course is made up or refused', () => {
    fc.assert(
      fc.property(spoilOne(shape), (input) => isAnswer(Tuning.syntheticWorkload(input as Tuning.WorkloadShape)(1))),
      { numRuns: runs(500) },
    )
  })

  it('a reclaim is planned and its modes compared, or refused', () => {
    const spoiled = stores(6).chain((store) => spoilOne({ snapshot: nodeWith(store), policy: Reclaim.defaultPolicy }))
    fc.assert(
      fc.property(spoiled, (input) => {
        const { snapshot, policy } = (input ?? {}) as {
          readonly snapshot: Reclaim.Snapshot
          readonly policy: Reclaim.Policy
        }
        return isAnswer(Reclaim.plan(policy)(snapshot)) && isAnswer(Reclaim.compareModes(policy)(snapshot))
      }),
      { numRuns: runs(500) },
    )
  })

  it('layers are counted or refused', () => {
    const spoiled = stores(6).chain((store) => spoilOne(store))
    fc.assert(
      fc.property(spoiled, (store) => isAnswer(Layers.sharesOf(store as Layers.LayerStore))),
      { numRuns: runs(500) },
    )
  })
})

it('refuses a shape that nobody could wait for, and says where', () => {
  const problems = (change: Partial<Tuning.WorkloadShape>): ReadonlyArray<string> => {
    const made = Tuning.syntheticWorkload({ ...shape, ...change })(1)
    return E.isLeft(made) ? made.left.problems.map(({ path, expected }) => `${path}: ${expected}`) : []
  }
  expect(problems({ starts: 1_000_001 })).toEqual(['starts: an integer from 0 to 1000000'])
  expect(problems({ services: 400, versions: 251 })).toEqual([': at most 100000 versions of all services'])
  expect(problems({ bytesPerSecond: Infinity })).toEqual(['bytesPerSecond: a finite number'])
  expect(problems({ services: 400, versions: 250, starts: 0 })).toEqual([])
})
