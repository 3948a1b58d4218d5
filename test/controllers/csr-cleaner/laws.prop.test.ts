import fc from 'fast-check'

import type { Policy, Snapshot } from '../../../src/controllers/csr-cleaner/index.js'
import * as CsrCleaner from '../../../src/controllers/csr-cleaner/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../../src/testing/arbitrary/csr-cleaner.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'

describeLaws({
  name: 'signing requests',
  collector: CsrCleaner,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_: Policy, { requests }: Snapshot) =>
    new Map([['requests', requests.map(({ metadata }) => `CertificateSigningRequest ${metadata.uid}`)]]),
  permuted: (snapshot) =>
    fc
      .shuffledSubarray([...snapshot.requests], { minLength: snapshot.requests.length })
      .map((requests) => ({ ...snapshot, requests })),
  numRuns: runs(300),
})
