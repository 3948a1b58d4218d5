import { describe, expectTypeOf, it } from 'vitest'

import type { Collector } from '../../../src/core/index.js'
import * as TokenCleaner from '../../../src/controllers/token-cleaner/index.js'

describe('the legacy token cleaner', () => {
  it('has the face of a collector', () => {
    const collector: Collector<
      TokenCleaner.TokenFamily,
      TokenCleaner.Snapshot,
      TokenCleaner.Policy,
      TokenCleaner.PolicyInput,
      TokenCleaner.PolicyError,
      TokenCleaner.PlanError
    > = TokenCleaner
    expectTypeOf(collector.plan).toBeFunction()
  })

  it('never refuses a sound snapshot', () => {
    expectTypeOf<TokenCleaner.TokenFamily['Refusal']>().toBeNever()
  })
})
