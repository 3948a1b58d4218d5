/** What releases change in the clean-up of CertificateSigningRequests: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

export const switches: Switches<Policy> = {
  controller: 'setting',
  approvedNotIssued: {
    decides: 'whether a request goes a day after it was approved if nobody signed it',
    upstream: 'kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go isApprovedUnissuedPastDeadline',
    example: 'a request that was approved 25 hours ago and has no certificate: it stays; it goes',
  },
}
