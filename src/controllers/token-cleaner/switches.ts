/** What releases change in the clean-up of legacy tokens: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

export const switches: Switches<Policy> = {
  controller: {
    decides: 'whether unused legacy tokens are marked as invalid and deleted',
    gate: { name: 'LegacyServiceAccountTokenCleanUp', stages: 'alpha in 1.28, beta in 1.29, locked in 1.30' },
    upstream: 'kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens',
    example: 'a token that was marked as invalid two years ago: it stays; it goes',
  },
  cleanUpPeriod: 'setting',
}
