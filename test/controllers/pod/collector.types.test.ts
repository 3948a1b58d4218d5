import { describe, expectTypeOf, it } from 'vitest'

import * as Pods from '../../../src/controllers/pod/index.js'
import type { Collector, Remembering } from '../../../src/core/index.js'

describe('pod GC', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      Pods.PodFamily,
      Pods.Snapshot,
      Pods.Policy,
      Pods.PolicyInput,
      Pods.PolicyError,
      Pods.PlanError
    > = Pods
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('remembers quarantines', () => {
    const remembering: Remembering<Pods.Memory, Pods.Observation, Pods.Policy> = Pods
    expectTypeOf(remembering.observe).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<Pods.PodFamily['Refusal']>().toBeNever()
  })
})
