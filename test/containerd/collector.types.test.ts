import { describe, expectTypeOf, it } from 'vitest'

import * as Containerd from '../../src/containerd/index.js'
import type { Collector } from '../../src/core/index.js'

describe('the collector of containerd', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      Containerd.ContainerdFamily,
      Containerd.Snapshot,
      Containerd.Policy,
      Containerd.PolicyInput,
      Containerd.PolicyError,
      Containerd.PlanError
    > = Containerd
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<Containerd.ContainerdFamily['Refusal']>().toBeNever()
  })
})
