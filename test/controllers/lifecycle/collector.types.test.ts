import { describe, expectTypeOf, it } from 'vitest'

import type * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import * as Lifecycles from '../../../src/controllers/lifecycle/index.js'
import type { Collector, Remembering } from '../../../src/core/index.js'

describe('the collector of lifecycles', () => {
  it('has the face of a collector that remembers', () => {
    const collector: Collector<
      Lifecycle.LifecycleFamily,
      Lifecycle.Snapshot,
      Lifecycle.Policy,
      Lifecycle.PolicyInput,
      Lifecycle.PolicyError,
      Lifecycle.PlanError
    > &
      Remembering<Lifecycle.Memory, Lifecycle.Observation, Lifecycle.Policy> = Lifecycles
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<Lifecycle.LifecycleFamily['Refusal']>().toBeNever()
  })
})
