import { describe, expectTypeOf, it } from 'vitest'

import type * as History from '../../../src/controllers/history/index.js'
import * as Histories from '../../../src/controllers/history/index.js'
import type { Collector } from '../../../src/core/index.js'

describe('the collector of histories', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      History.HistoryFamily,
      History.Snapshot,
      History.Policy,
      History.PolicyInput,
      History.PolicyError,
      History.PlanError
    > = Histories
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<History.HistoryFamily['Refusal']>().toBeNever()
  })
})
