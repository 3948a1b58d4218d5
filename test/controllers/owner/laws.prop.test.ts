import fc from 'fast-check'

import * as Owner from '../../../src/controllers/owner/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'

/** Every object is decided when its owners are looked at; owners that leave dependents behind are so beforehand. */
const targets = ({ ignoredKinds }: Policy, { objects }: Snapshot): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map([
    ['delete', objects.map(({ metadata }) => `Object ${metadata.uid}`)],
    [
      'orphan',
      objects
        .filter(({ metadata }) => metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes('orphan'))
        .filter(({ apiVersion, kind }) => !(kind === 'Event' && apiVersion === 'v1' && ignoredKinds.length > 0))
        .map(({ metadata }) => `Object ${metadata.uid}`),
    ],
  ])

describeLaws({
  name: 'owners',
  collector: Owner,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets,
  // The order of objects is an input: the collector sees them one by one.
  permuted: (snapshot) =>
    fc
      .shuffledSubarray([...snapshot.scopes], { minLength: snapshot.scopes.length })
      .map((scopes) => ({ ...snapshot, scopes })),
  // What a removal leaves without owners goes with the next plan.
  settles: () => false,
  numRuns: runs(300),
})
