import { describe, expectTypeOf, it } from 'vitest'

import type { Collector } from '../../../src/core/index.js'
import * as CsrCleaner from '../../../src/controllers/csr-cleaner/index.js'

describe('the CSR cleaner', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      CsrCleaner.CsrFamily,
      CsrCleaner.Snapshot,
      CsrCleaner.Policy,
      CsrCleaner.PolicyInput,
      CsrCleaner.PolicyError,
      CsrCleaner.PlanError
    > = CsrCleaner
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<CsrCleaner.CsrFamily['Refusal']>().toBeNever()
  })
})
