import fc from 'fast-check'

import type { Policy, Snapshot } from '../../../src/controllers/token-cleaner/index.js'
import * as TokenCleaner from '../../../src/controllers/token-cleaner/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../../src/testing/arbitrary/token-cleaner.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'

const shuffled = <A>(list: ReadonlyArray<A>) => fc.shuffledSubarray([...list], { minLength: list.length })

describeLaws({
  name: 'legacy tokens',
  collector: TokenCleaner,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets: (_: Policy, { secrets }: Snapshot) =>
    new Map([
      [
        'tokens',
        secrets.flatMap(({ type, metadata }) =>
          type === 'kubernetes.io/service-account-token' ? [`Secret ${metadata.uid}`] : [],
        ),
      ],
    ]),
  permuted: (snapshot) =>
    fc
      .record({ secrets: shuffled(snapshot.secrets), pods: shuffled(snapshot.pods) })
      .map((lists) => ({ ...snapshot, ...lists })),
  numRuns: runs(300),
})
