import { describe, expectTypeOf, it } from 'vitest'

import type * as Owner from '../../../src/controllers/owner/index.js'
import * as Owners from '../../../src/controllers/owner/index.js'
import type { Collector } from '../../../src/core/index.js'

describe('the collector of owners', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      Owner.OwnerFamily,
      Owner.Snapshot,
      Owner.Policy,
      Owner.PolicyInput,
      Owner.PolicyError,
      Owner.PlanError
    > = Owners
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<Owner.OwnerFamily['Refusal']>().toBeNever()
  })
})
