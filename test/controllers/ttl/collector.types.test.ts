import { describe, expectTypeOf, it } from 'vitest'

import * as Jobs from '../../../src/controllers/ttl/index.js'
import type { Collector } from '../../../src/core/index.js'

describe('the clean-up of finished Jobs', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      Jobs.JobFamily,
      Jobs.Snapshot,
      Jobs.Policy,
      Jobs.PolicyInput,
      Jobs.PolicyError,
      Jobs.PlanError
    > = Jobs
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<Jobs.JobFamily['Refusal']>().toBeNever()
  })
})
